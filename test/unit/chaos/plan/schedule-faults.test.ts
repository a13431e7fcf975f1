import { describe, expect, it } from '@jest/globals';

import { FaultKind, PART_OF } from '../../../../lab/chaos/plan/fault.js';
import { scheduleFaults } from '../../../../lab/chaos/plan/schedule-faults.js';

const MINUTE_MS = 60_000;
const size = { replicas: 3, workers: 2, temporalProcesses: 1 };

describe('the schedule of a seed', () => {
  it('is the same each time, and another one for another seed', () => {
    const [one, again, other] = [7, 7, 8].map((seed) => scheduleFaults(seed, MINUTE_MS, size));

    expect(again).toStrictEqual(one);
    expect(other).not.toStrictEqual(one);
  });

  it('has every kind of fault before long', () => {
    const kinds = new Set(scheduleFaults(1, 5 * MINUTE_MS, size).map(({ kind }) => kind));

    expect(kinds).toStrictEqual(new Set(Object.values(FaultKind)));
  });

  it('befalls each process of Temporal that is in reach', () => {
    const temporals = [0, 2].map((temporalProcesses) =>
      scheduleFaults(3, 30 * MINUTE_MS, { ...size, temporalProcesses })
        .filter(({ kind }) => PART_OF[kind] === 'temporalProcess')
        .map(({ index }) => index),
    );

    expect(temporals.map((indexes) => [...new Set(indexes)].sort())).toStrictEqual([[], [0, 1]]);
  });

  it('befalls every replica and every Worker', () => {
    const faults = scheduleFaults(2, 30 * MINUTE_MS, size);
    const indexesOf = (part: string): number[] => [
      ...new Set(faults.filter(({ kind }) => PART_OF[kind] === part).map(({ index }) => index)),
    ];

    expect(indexesOf('replicaProcess').sort()).toStrictEqual([0, 1, 2]);
    expect(indexesOf('workerProcess').sort()).toStrictEqual([0, 1]);
    expect(indexesOf('temporalProcess')).toStrictEqual([0]);
  });

  it.each([1, 2, 3])(
    'is over before the end, and never hurts one part twice at once (seed %s)',
    (seed) => {
      const faults = scheduleFaults(seed, 20 * MINUTE_MS, size);
      const clashes = faults.flatMap((one, index) =>
        faults.slice(index + 1).filter((other) => {
          const isSamePart = PART_OF[one.kind] === PART_OF[other.kind];
          const isOfAll = [one.kind, other.kind].includes(FaultKind.killAllWorkers);
          return (
            isSamePart &&
            (isOfAll || one.index === other.index) &&
            other.atMs < one.atMs + one.forMs
          );
        }),
      );

      expect(faults.length).toBeGreaterThan(100);
      expect(clashes).toStrictEqual([]);
      expect(faults.filter(({ atMs, forMs }) => atMs + forMs > 20 * MINUTE_MS)).toStrictEqual([]);
    },
  );
});
