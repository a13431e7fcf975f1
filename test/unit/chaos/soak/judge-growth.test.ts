import { describe, expect, it } from '@jest/globals';

import { createRandom } from '../../../../lab/chaos/plan/random.js';
import { judgeGrowth } from '../../../../lab/chaos/soak/judge-growth.js';
import { type Measure, MEASURES, type Sample } from '../../../../lab/chaos/soak/sample.js';

const SAMPLES = 120;
const EVERY_MS = 30_000;

const STEADY: Omit<Sample, 'atMs'> = {
  heapMb: 60,
  rssMb: 200,
  handles: 80,
  sockets: 50,
  listeners: 400,
  warnings: 0,
};

/** An hour of samples; what is given changes with their number. */
function soak(change: (index: number) => Partial<Sample>, count = SAMPLES): Sample[] {
  return Array.from({ length: count }, (_one, index) => ({
    ...STEADY,
    ...change(index),
    atMs: 1_800_000_000_000 + index * EVERY_MS,
  }));
}

const growing = (samples: readonly Sample[]): Measure[] =>
  judgeGrowth(samples)
    .filter(({ isFlat }) => !isFlat)
    .map(({ measure }) => measure);

describe('a soak is flat', () => {
  const random = createRandom(5);

  it.each<[string, (index: number) => Partial<Sample>]>([
    ['when nothing changes', () => ({})],
    [
      'when all of it goes up and down',
      () => ({
        heapMb: 60 + random.int(-15, 15),
        handles: random.int(40, 120),
        sockets: random.int(10, 90),
        listeners: random.int(200, 600),
        rssMb: 200 + random.int(-20, 20),
      }),
    ],
    [
      'when it grows in the beginning only',
      (index) => ({ heapMb: 60 + Math.min(index, 25), rssMb: 200 + 4 * Math.min(index, 25) }),
    ],
    ['when it shrinks', (index) => ({ heapMb: 60 - index / 4 })],
    ['when it grows by less than can be told', (index) => ({ heapMb: 60 + index / 100 })],
  ])('%s', (_when, change) => {
    expect(growing(soak(change))).toStrictEqual([]);
  });
});

describe('a soak is not flat', () => {
  const random = createRandom(6);

  it.each<[Measure, number]>([
    ['heapMb', 0.1],
    ['rssMb', 0.5],
    ['handles', 1.5],
    ['sockets', 0.5],
    ['listeners', 2],
    ['warnings', 0.01],
  ])('when %s grows by %d with each sample, under noise', (measure, step) => {
    const samples = soak((index) => ({
      [measure]: STEADY[measure] + index * step + random.int(-10, 10) * (step / 10),
    }));

    expect(growing(samples)).toStrictEqual([measure]);
  });

  it('says by how much', () => {
    const [heap] = judgeGrowth(soak((index) => ({ heapMb: 60 + index })));

    expect(heap?.perHour).toBeCloseTo(120);
    expect(heap?.from).toBeCloseTo(90);
    expect(heap?.to).toBeCloseTo(179);
  });

  it('has been seen for every measure', () => {
    const all = soak((index) =>
      Object.fromEntries(MEASURES.map((measure) => [measure, STEADY[measure] + 10 * index])),
    );

    expect(growing(all)).toStrictEqual([...MEASURES]);
  });
});

describe('what is kept of ended tasks', () => {
  const samples = soak((index) => ({ heapMb: 60 + index / 5 }));
  const heapIsFlat = (endedTasks: number, of = samples): boolean | undefined =>
    judgeGrowth(of, endedTasks)[0]?.isFlat;

  it('is no leak, in so far as there were so many', () => {
    expect([0, 1_000, 6_000].map((ended) => heapIsFlat(ended))).toStrictEqual([false, false, true]);
  });

  it('is bounded', () => {
    const leaking = soak((index) => ({ heapMb: 60 + index / 2 }));

    expect(heapIsFlat(1_000_000, leaking)).toBe(false);
  });
});

describe('samples that are too few', () => {
  it('are not judged', () => {
    expect(() => judgeGrowth(soak(() => ({}), 9))).toThrow('soak for longer');
  });
});
