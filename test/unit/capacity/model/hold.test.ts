import { describe, expect, it } from '@jest/globals';

import { toHeld } from '../../../../capacity/model/hold.js';
import { toPlan } from '../../../../capacity/model/plan.js';
import { services } from '../../../../capacity/model/service.js';
import { DEFAULT_WORKLOAD } from '../../../../capacity/model/workload.js';

describe('toHeld', () => {
  it('is the most that a namespace holds', () => {
    const { openTasks, runsOut } = toHeld(services.cloud, DEFAULT_WORKLOAD, 'namespace');
    const unitsFor = (tasks: number): number =>
      toPlan(services.cloud, { ...DEFAULT_WORKLOAD, openTasks: tasks, owners: tasks / 10 }).units;

    expect(runsOut).toBe('requests');
    expect(unitsFor(openTasks)).toBe(1);
    expect(unitsFor(openTasks * 1.01)).toBe(2);
  });

  it('says what runs out of a replica to which nobody looks', () => {
    const workload = { ...DEFAULT_WORKLOAD, polledShare: 0, waitedShare: 1 };

    expect(toHeld(services.cloud, workload, 'replica')).toStrictEqual({
      openTasks: expect.closeTo(7_000, -1),
      runsOut: 'memory for waits',
    });
  });

  it('refuses what never runs out', () => {
    expect(() => toHeld(services.cloud, DEFAULT_WORKLOAD, 'cluster')).toThrow(RangeError);
  });
});
