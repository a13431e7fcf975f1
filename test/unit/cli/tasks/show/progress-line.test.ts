import { describe, expect, it } from '@jest/globals';

import type { DeskTask } from '../../../../../src/cli/tasks/desk/desk-task.js';
import { widthOf } from '../../../../../src/cli/tasks/show/fit-line.js';
import {
  describeFigures,
  toProgressLine,
} from '../../../../../src/cli/tasks/show/progress-line.js';

describe('figures of a task', () => {
  it.each([
    [{ progress: 0, total: 8 }, '░░░░░░░░░░░░░░░░░░░░   0 %  0 of 8'],
    [{ progress: 7, total: 8 }, '█████████████████░░░  87 %  7 of 8'],
    [{ progress: 9, total: 8 }, '████████████████████ 100 %  9 of 8'],
    [{ progress: -1, total: 8 }, '░░░░░░░░░░░░░░░░░░░░   0 %  -1 of 8'],
    [{ progress: 3, total: 0 }, '3 of 0'],
    [{ progress: 3, message: 'a\u001b[2J\nb' }, '3  a b'],
    [undefined, ''],
  ])('are a bar where it is known what comes: %j', (progress, expected) => {
    expect(describeFigures(progress)).toBe(expected);
  });
});

describe('a task that is watched', () => {
  const at = '2026-11-22T10:00:00.000Z';
  const task: DeskTask = {
    taskId: 'a',
    createdAt: at,
    lastUpdatedAt: at,
    status: 'working',
    progress: { progress: 1, total: 2 },
    statusMessage: 'half\nof 🦊 '.repeat(20),
  };

  it('is one line that fits', () => {
    expect(toProgressLine(task, 60)).toMatch(
      /^working {2}█{10}░{10} {2}50 % {2}1 of 2 {2}half of .+…$/,
    );
    expect(widthOf(toProgressLine(task, 60))).toBeLessThanOrEqual(60);
  });
});
