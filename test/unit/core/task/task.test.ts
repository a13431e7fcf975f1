import { describe, expect, it } from '@jest/globals';

import { isExpired, toPromisedTtlMs } from '../../../../src/core/task/task.js';
import type { TaskOutcome } from '../../../../src/core/tool/tool-result.js';

const createdAt = '2026-01-05T09:00:00.000Z';
const createdMs = Date.parse(createdAt);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const END: TaskOutcome = { kind: 'result', result: { content: [] } };
const at = (afterMs: number): string => new Date(createdMs + afterMs).toISOString();

/** The promised time to live, in milliseconds. `afterMs` and `endMs` count from the creation of the task. */
function promised(
  { ttlMs, keepMs = DAY }: { readonly ttlMs: number; readonly keepMs?: number },
  { afterMs, endMs = Infinity }: { readonly afterMs: number; readonly endMs?: number },
): number {
  const closedAt = afterMs >= endMs ? at(endMs) : undefined;
  return toPromisedTtlMs({ createdAt, closedAt, ttlMs, keepMs, nowMs: createdMs + afterMs });
}

describe('toPromisedTtlMs', () => {
  it.each([
    ['as agreed on at the creation', MINUTE, 0, MINUTE],
    ['as agreed on before half of it is over', MINUTE, 29 * SECOND, MINUTE],
    ['half a day more from then on', MINUTE, 30 * SECOND, MINUTE + 12 * HOUR],
    ['a day more soon after', MINUTE, 2 * MINUTE, MINUTE + DAY],
    ['the same as long as that is far away', MINUTE, 12 * HOUR, MINUTE + DAY],
    ['more in time', MINUTE, 13 * HOUR, MINUTE + 36 * HOUR],
    ['as agreed on as long as that is far away', 30 * DAY, 29 * DAY, 30 * DAY],
    ['more before a long time is over', 30 * DAY, 29.5 * DAY, 30.5 * DAY],
  ])('of a task that runs is %s', (...[, ttlMs, afterMs, expected]) => {
    expect(promised({ ttlMs }, { afterMs })).toBe(expected);
  });

  it.each([
    ['as agreed on where that is longer', 2 * DAY, HOUR, 2 * DAY],
    ['until it has been kept where that is longer', MINUTE, HOUR, HOUR + DAY],
  ])('of a task that has ended is %s', (...[, ttlMs, endMs, expected]) => {
    expect(promised({ ttlMs }, { afterMs: endMs, endMs })).toBe(expected);
  });

  it('is never in the past while a task runs, never shrinks, and is kept whenever it ends', () => {
    for (const ttlMs of [1, SECOND, MINUTE, HOUR, DAY, 30 * DAY]) {
      for (const keepMs of [1, SECOND, HOUR, DAY]) {
        let before = 0;
        for (let afterMs = 0; afterMs < 3 * ttlMs + 3 * keepMs; afterMs += (ttlMs + keepMs) / 50) {
          const whileOpen = promised({ ttlMs, keepMs }, { afterMs });
          const atOnceClosed = promised({ ttlMs, keepMs }, { afterMs, endMs: afterMs });
          // Times have a precision of one millisecond.
          expect(whileOpen).toBeGreaterThan(afterMs - 1);
          expect(whileOpen).toBeGreaterThanOrEqual(before);
          expect(atOnceClosed).toBeGreaterThanOrEqual(whileOpen - 1);
          before = whileOpen;
        }
      }
    }
  });
});

describe('isExpired', () => {
  it.each([
    ['before its creation', -1, false],
    ['at the last millisecond of its time to live', 1_000, false],
    ['after its time to live', 1_001, true],
  ])('says of a task that has ended, %s: %j', (_what, afterMs, expected) => {
    const task = { createdAt, ttlMs: 1_000, outcome: END };

    expect(isExpired(task, createdMs + afterMs)).toBe(expected);
  });

  it('says of a task that runs: never', () => {
    expect(isExpired({ createdAt, ttlMs: 1 }, createdMs + 1e12)).toBe(false);
  });
});
