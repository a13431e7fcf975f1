import { describe, expect, it } from '@jest/globals';

import type { Task } from '../../../../../src/core/task/task.js';
import { asOwner } from '../../../../../src/core/task/viewer.js';
import { ShownProgress } from '../../../../../src/mcp/rev2025-11-25/session/shown-progress.js';
import { openTask, OWNER, TASK_ID } from '../../../../support/asking.js';

async function openReporting(): Promise<(progress: number, taskId?: string) => Task> {
  const task = await (await openTask()).get(asOwner({ owner: OWNER }), TASK_ID);
  return (progress, taskId = TASK_ID) => ({ ...task, taskId, progress: { progress } });
}

describe('progress', () => {
  it('advances only', async () => {
    const at = await openReporting();
    const shown = new ShownProgress();
    const reports = [0, 0, 3, 2, 3, 3.5, -1, 4];

    expect(reports.map((progress) => shown.next(at(progress), 'one', 1)?.progress)).toStrictEqual([
      0,
      undefined,
      3,
      undefined,
      undefined,
      3.5,
      undefined,
      4,
    ]);
  });

  it('may begin below zero, and is each task’s, session’s and token’s own', async () => {
    const at = await openReporting();
    const shown = new ShownProgress();

    expect(shown.next(at(-5), 'one', 1)).toStrictEqual({ progress: -5 });
    expect(shown.next(at(7), 'one', 1)).toStrictEqual({ progress: 7 });
    expect(shown.next(at(1, 'task-2'), 'one', 1)).toStrictEqual({ progress: 1 });
    expect(shown.next(at(1), 'other', 1)).toStrictEqual({ progress: 1 });
    expect(shown.next(at(1), 'one', '1')).toStrictEqual({ progress: 1 });
  });
});
