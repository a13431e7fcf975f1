import { describe, expect, it } from '@jest/globals';

import { toWorkOfTask } from '../../../../capacity/model/work-of-task.js';
import type { TaskProfile } from '../../../../capacity/model/workload.js';

const nothing: TaskProfile = {
  activities: 0,
  timers: 0,
  memoUpdates: 0,
  questions: 0,
  heartbeats: 0,
};

describe('toWorkOfTask', () => {
  it('counts a start, a Workflow Task and nothing else where nothing is done', () => {
    expect(toWorkOfTask(nothing)).toStrictEqual({ actions: 1, requests: 3, writes: 3, changes: 0 });
  });

  it.each<[string, Partial<TaskProfile>, ReturnType<typeof toWorkOfTask>]>([
    ['an Activity', { activities: 1 }, { actions: 2, requests: 7, writes: 7, changes: 0 }],
    ['a timer', { timers: 1 }, { actions: 2, requests: 5, writes: 6, changes: 0 }],
    ['a memo update', { memoUpdates: 1 }, { actions: 2, requests: 3, writes: 3, changes: 1 }],
    ['a question', { questions: 1 }, { actions: 4, requests: 6, writes: 6, changes: 2 }],
    ['a heartbeat', { heartbeats: 1 }, { actions: 2, requests: 4, writes: 4, changes: 0 }],
  ])('adds what %s costs', (_what, some, expected) => {
    expect(toWorkOfTask({ ...nothing, ...some })).toStrictEqual(expected);
  });
});
