import { describe, expect, it } from '@jest/globals';

import { advice } from '../../../../capacity/model/advice.js';
import { PLANNED_SHARE, toDemand } from '../../../../capacity/model/demand.js';
import { toLongPolls, toPlan } from '../../../../capacity/model/plan.js';
import { services } from '../../../../capacity/model/service.js';
import { DEFAULT_WORKLOAD, type Workload } from '../../../../capacity/model/workload.js';

const million: Workload = { ...DEFAULT_WORKLOAD, openTasks: 1_000_000, owners: 100_000 };
const names = Object.keys(services) as (keyof typeof services)[];

describe('toPlan', () => {
  it('needs one of each for a few tasks', () => {
    const plan = toPlan(services.cloud, { ...DEFAULT_WORKLOAD, openTasks: 1_000 });

    expect(plan).toMatchObject({ firstToRunOut: undefined, units: 1, clusters: 1, replicas: 1 });
  });

  it.each<[string, Partial<Workload>, string]>([
    ['requests, where everybody looks', {}, 'requests'],
    ['Actions, where nobody looks', { polledShare: 0, waitedShare: 0 }, 'actions'],
    ['long polls, where everybody waits', { polledShare: 0, waitedShare: 1 }, 'long polls'],
    [
      'visibility, where each start counts and nobody looks',
      { polledShare: 0, waitedShare: 0, limitsOpenTasks: true },
      'visibility',
    ],
    [
      'visibility, where very many list',
      { polledShare: 0, waitedShare: 0, owners: 10_000_000 * 24 },
      'visibility',
    ],
  ])('finds that %s run out first', (_what, some, expected) => {
    const { firstToRunOut } = toPlan(services.cloud, { ...million, ...some });

    expect(firstToRunOut?.name).toBe(expected);
  });

  it('needs more than one cluster where its shards have too much', () => {
    const plan = toPlan(services['self-hosted'], { ...million, openTasks: 100_000_000 });

    expect(plan.clusters).toBe(17);
  });

  it.each(names)('needs no fewer units of %s than hold what is asked for, and no more', (name) => {
    const service = services[name];
    const plan = toPlan(service, million);
    const isEnough = (units: number): boolean => {
      const demand = toDemand(million, toLongPolls(service, units));
      const share = units * PLANNED_SHARE;
      return (
        demand.requestsPerSecond <= service.requestsPerSecond * share &&
        demand.visibilityCallsPerSecond <= service.visibilityCallsPerSecond * share &&
        demand.actionsPerSecond <= (service.actionsPerSecond ?? Infinity) * share
      );
    };

    expect(isEnough(plan.units)).toBe(true);
    expect(isEnough(plan.units - 1)).toBe(false);
  });

  it('has no more long polls than the service serves', () => {
    const { units, replicas, longPollsPerReplica } = toPlan(services['cloud-12-tru'], million);

    expect(longPollsPerReplica * replicas).toBeLessThanOrEqual(units * 1_200);
    expect(longPollsPerReplica).toBeLessThan(800);
  });

  it('has advice for everything that can run out', () => {
    const wanted = names.flatMap((name) =>
      toPlan(services[name], { ...million, waitedShare: 1 }).resources.map((one) => one.name),
    );

    expect(new Set(wanted)).toStrictEqual(new Set(Object.keys(advice)));
  });
});
