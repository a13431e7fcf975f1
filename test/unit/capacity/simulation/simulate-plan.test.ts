import { describe, expect, it } from '@jest/globals';

import { toDemand } from '../../../../capacity/model/demand.js';
import { toLongPolls, toPlan } from '../../../../capacity/model/plan.js';
import { services } from '../../../../capacity/model/service.js';
import { DEFAULT_WORKLOAD, type Workload } from '../../../../capacity/model/workload.js';
import {
  simulateAsPlanned,
  simulateInOne,
  type SimulatedUnit,
} from '../../../../capacity/simulation/simulate-plan.js';

/** The model and what is played differ by less than this part. */
const TOLERANCE = 0.05;

const small: Workload = { ...DEFAULT_WORKLOAD, openTasks: 3_000, owners: 300 };
const million: Workload = { ...DEFAULT_WORKLOAD, openTasks: 1_000_000, owners: 100_000 };

function expectToAgree({ pollsPerSecond, requestsPerSecond, ...unit }: SimulatedUnit): void {
  const demand = toDemand(unit.workload, toLongPolls(services.cloud, 1));
  const differences = [
    [requestsPerSecond, demand.requestsPerSecond],
    [pollsPerSecond, demand.pollsPerSecond],
  ].map(([played = 0, wanted = 0]) => Math.abs(played / wanted - 1));
  expect(Math.max(...differences)).toBeLessThan(TOLERANCE);
}

describe('simulateInOne', () => {
  it.each([1, 2, 3])('agrees with the model to 5 %%, with seed %d', (seed) => {
    const unit = simulateInOne(toPlan(services.cloud, small), { seed, seconds: 100 });

    expectToAgree(unit);
    expect(unit.sample).toBe(1);
  });

  it.each<[string, Partial<Workload>]>([
    ['short tasks', { lifetimeSeconds: 120, openTasks: 700, polledShare: 1 }],
    ['long intervals', { pollIntervalMs: 30_000 }],
    ['tasks of a day', { lifetimeSeconds: 86_400, openTasks: 10_000 }],
    ['a sample of very many', { openTasks: 1_000_000 }],
  ])('agrees with the model to 5 %%: %s', (_what, some) => {
    const plan = toPlan(services.cloud, { ...small, ...some });

    expectToAgree(simulateInOne(plan, { seed: 1, seconds: 120 }));
  });

  it('plays the same for the same seed, and another for another', () => {
    const plan = toPlan(services.cloud, small);
    const [first, second, third] = [1, 1, 2].map((seed) =>
      simulateInOne(plan, { seed, seconds: 20 }),
    );

    expect(second).toStrictEqual(first);
    expect(third).not.toStrictEqual(first);
  });

  it('refuses what is too much for one namespace', () => {
    const unit = simulateInOne(toPlan(services.cloud, million), { seed: 1, seconds: 60 });

    expect(unit.refusedLooks).toBeGreaterThan(0.9);
    expect(unit.refusedWork).toBeGreaterThan(0.5);
  });

  it('serves the work of tasks before those who look', () => {
    const workload = { ...million, openTasks: 60_000, polledShare: 1 };
    const plan = toPlan(services['cloud-12-tru'], workload);
    const tight = { ...plan, service: { ...plan.service, requestsPerSecond: 3_000 } };
    const unit = simulateInOne(tight, { seed: 1, seconds: 60 });

    expect(unit.refusedWork).toBe(0);
    expect(unit.refusedLooks).toBeGreaterThan(0.5);
  });

  it('shows ends to clients within the interval that they were told', () => {
    const quiet = { ...small, profile: { ...small.profile, memoUpdates: 0, questions: 0 } };
    const unit = simulateInOne(toPlan(services.cloud, quiet), { seed: 1, seconds: 200 });

    expect(unit.endsSeenLateMs.length).toBeGreaterThan(50);
    expect(Math.max(...unit.endsSeenLateMs)).toBeLessThanOrEqual(60_000);
  });
});

describe('simulateAsPlanned', () => {
  it.each(['cloud', 'cloud-12-tru', 'self-hosted'] as const)(
    'refuses nothing in the fullest of the units that the model wants of %s',
    (name) => {
      const plan = toPlan(services[name], million);
      const unit = simulateAsPlanned(plan, { seed: 1, seconds: 60 });

      expect(plan.units).toBeGreaterThan(10);
      expect(unit).toMatchObject({ refusedWork: 0, refusedLooks: 0, refusedVisibility: 0 });
      expect(unit.workload.openTasks).toBeGreaterThanOrEqual(1_000_000 / plan.units - 1);
    },
  );
});
