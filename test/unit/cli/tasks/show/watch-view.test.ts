import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import type { DeskTask } from '../../../../../src/cli/tasks/desk/desk-task.js';
import { createJsonView, createLineView } from '../../../../../src/cli/tasks/show/watch-view.js';

const at = '2026-11-22T10:00:00.000Z';
const retried = (seconds: number, attempt = 2): DeskTask => ({
  taskId: 'a',
  createdAt: at,
  lastUpdatedAt: at,
  status: 'working',
  statusMessage: `charge: attempt ${attempt}, next try in ${seconds} s`,
});

/** The lines of a view that is no terminal. */
function linesOf(create: typeof createLineView, tasks: readonly DeskTask[]): string[] {
  const output = new PassThrough();
  const view = create(output as unknown as NodeJS.WriteStream);
  for (const task of tasks) view.show(task);
  return String(output.read() ?? '')
    .trim()
    .split('\n');
}

describe('a view off a terminal', () => {
  it('does not count down to the next try', () => {
    const tasks = [retried(4), retried(3), retried(2), retried(8, 3)];

    expect(linesOf(createLineView, tasks)).toStrictEqual([
      'working  charge: attempt 2',
      'working  charge: attempt 3',
    ]);
    expect(linesOf(createJsonView, tasks)).toHaveLength(2);
  });
});
