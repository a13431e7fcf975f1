import { afterEach, describe, expect, it, jest } from '@jest/globals';

import {
  FairTurns,
  type FairTurnsOptions,
} from '../../../../../src/transport/http/limits/fair-turns.js';

afterEach(() => {
  jest.useRealTimers();
});

/** Who has begun, in which order; and what ends each. */
function play(options: FairTurnsOptions): {
  readonly begun: string[];
  readonly come: (owner: string, count: number) => void;
  readonly end: (owner: string) => void;
} {
  jest.useFakeTimers();
  const turns = new FairTurns({ timePass: () => () => 0, ...options });
  const begun: string[] = [];
  const leave = new Map<string, (() => void)[]>();
  const come = (owner: string, count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const leaves = leave.get(owner) ?? [];
      leave.set(owner, leaves);
      leaves.push(turns.take(owner, () => begun.push(owner)));
    }
  };
  return { begun, come, end: (owner) => leave.get(owner)?.shift()?.() };
}

describe('FairTurns', () => {
  it('lets somebody else begin at once, however many of one owner wait', () => {
    const { begun, come } = play({ atOnce: 4, ofOneOwner: 2 });
    come('ada', 1_000);

    expect(begun).toStrictEqual(['ada', 'ada']);
    come('eve', 1);

    expect(begun).toStrictEqual(['ada', 'ada', 'eve']);
  });

  it('gives turns to owners, one after the other, where there are none left', () => {
    const { begun, come, end } = play({ atOnce: 2, ofOneOwner: 2 });
    come('ada', 100);
    come('eve', 3);
    come('bob', 1);
    for (let turn = 0; turn < 6; turn += 1) end(begun[turn] ?? '');

    // Nobody is passed over twice, though 98 of the first one's were there before.
    expect(begun.slice(2)).toStrictEqual(['ada', 'eve', 'bob', 'ada', 'eve', 'ada']);
  });

  it('ends a turn when it takes long, so that waits hold up nobody', () => {
    const { begun, come } = play({ atOnce: 1, ofOneOwner: 1, longestMs: 250 });
    come('ada', 3);

    expect(begun).toHaveLength(1);
    jest.advanceTimersByTime(249);

    expect(begun).toHaveLength(1);
    jest.advanceTimersByTime(1);

    expect(begun).toHaveLength(2);
  });

  it('counts a turn once that ended by itself and then by its answer', () => {
    const { begun, come, end } = play({ atOnce: 1, ofOneOwner: 1, longestMs: 250 });
    come('ada', 3);
    jest.advanceTimersByTime(250);
    // The answer to the first one, whose turn is over.
    end('ada');

    expect(begun).toHaveLength(2);
  });

  it('lets an owner have fewer at the same time while they keep the processor busy', () => {
    const passes: ((tookMs: number) => void)[] = [];
    const endPasses = (tookMs: number): void => {
      for (const onEnd of passes.splice(0)) onEnd(tookMs);
    };
    const timePass: FairTurnsOptions['timePass'] = (onEnd) => {
      passes.push(onEnd);
      return () => 0;
    };
    const { begun, come, end } = play({ atOnce: 32, ofOneOwner: 16, timePass });
    come('ada', 1_000);
    expect(begun).toHaveLength(16);
    endPasses(100);
    for (let ended = 0; ended < 16; ended += 1) end('ada');

    // Two are left of them.
    expect(begun).toHaveLength(18);
    come('eve', 1);
    expect(begun.at(-1)).toBe('eve');
    for (let quick = 0; quick < 100; quick += 1) endPasses(1);
    expect(begun.length).toBe(19 + 14);
  });

  it('begins no more in a pass that has taken long, and goes on in the next one', () => {
    let endPass: (tookMs: number) => void = () => undefined;
    let elapsedMs = 0;
    const { begun, come, end } = play({
      timePass: (onEnd) => {
        endPass = onEnd;
        return () => elapsedMs;
      },
    });
    come('ada', 1);
    elapsedMs = 6;
    end('ada');
    come('ada', 1);
    come('eve', 1);
    expect(begun).toStrictEqual(['ada']);
    elapsedMs = 0;
    endPass(6);

    expect(begun).toStrictEqual(['ada', 'ada', 'eve']);
  });

  it('forgets who has left before its turn', () => {
    const { begun, come, end } = play({ atOnce: 1, ofOneOwner: 1 });
    come('ada', 1);
    come('eve', 1);
    come('bob', 1);
    end('eve');
    end('ada');

    expect(begun).toStrictEqual(['ada', 'bob']);
  });
});
