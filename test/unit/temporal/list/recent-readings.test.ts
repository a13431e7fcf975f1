import { describe, expect, it } from '@jest/globals';

import { RecentReadings } from '../../../../src/temporal/list/recent-readings.js';
import type { TemporalTask } from '../../../../src/temporal/task/to-task.js';

const task = { taskId: 't', phase: 'working' } as TemporalTask;
const ended = { ...task, outcome: { kind: 'result' } } as unknown as TemporalTask;

describe('recent readings', () => {
  it('are kept for two seconds from when the read began, for the owner who read', () => {
    const readings = new RecentReadings();
    readings.keep('ada', task);

    expect(readings.get('t', 'ada')).toBe(task);
    expect(readings.get('t', 'eve')).toBeUndefined();
    readings.keep('ada', task, performance.now() - 2_100);
    expect(readings.get('t', 'ada')).toBeUndefined();
  });

  it('are dropped with news of the task, and have none that has ended', () => {
    const readings = new RecentReadings();
    readings.keep('ada', task);
    readings.forget('t');
    expect(readings.get('t', 'ada')).toBeUndefined();

    readings.keep('ada', ended);
    expect(readings.get('t', 'ada')).toBeUndefined();
  });
});
