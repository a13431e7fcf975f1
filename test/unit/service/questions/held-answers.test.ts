import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../src/core/errors.js';
import { HeldAnswers, type HoldOptions } from '../../../../src/service/questions/held-answers.js';

const outage = new TaskError(TaskErrorCode.unavailable, 'Down');

/** A delivery that fails so often, and the times at which it was tried. */
function failing(times: number, error: Error = outage) {
  const triedAtMs: number[] = [];
  const deliver = async (): Promise<void> => {
    triedAtMs.push(Date.now());
    return triedAtMs.length <= times ? Promise.reject(error) : Promise.resolve();
  };
  return { triedAtMs, deliver };
}

function options(more: Partial<HoldOptions> = {}): HoldOptions & { readonly heard: unknown[] } {
  const heard: unknown[] = [];
  return { heard, answer: {}, onHeld: (error) => heard.push(error), ...more };
}

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('an answer', () => {
  it('is held while Temporal does not answer, which is told once', async () => {
    const { deliver, triedAtMs } = failing(3);
    const held = options();
    const holding = new HeldAnswers().hold(deliver, held);
    await jest.advanceTimersByTimeAsync(10_000);
    await holding;

    expect(triedAtMs).toStrictEqual([0, 500, 1_000, 1_500]);
    expect(held.heard).toStrictEqual([outage]);
  });

  it('is given up after a minute', async () => {
    const { deliver, triedAtMs } = failing(Infinity);
    const givenUp = new HeldAnswers().hold(deliver, options()).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(120_000);

    expect(await givenUp).toBe(outage);
    expect(triedAtMs.at(-1)).toBe(60_000);
  });

  it.each([
    ['fails otherwise', new TaskError(TaskErrorCode.invalidInput, 'No'), {}],
    ['is too large to be taken', outage, { answer: 'x'.repeat(256 * 1024) }],
    ['is not to be held', outage, { holdMs: 0 }],
  ])('is not held when it %s', async (_what, error, more) => {
    const { deliver, triedAtMs } = failing(1, error);
    const held = options(more);

    await expect(new HeldAnswers().hold(deliver, held)).rejects.toBe(error);
    expect(triedAtMs).toHaveLength(1);
    expect(held.heard).toStrictEqual([]);
  });

  it('is not held when 200 others are, until one of them is delivered', async () => {
    const answers = new HeldAnswers();
    let isDown = true;
    const deliver = async (): Promise<void> =>
      isDown ? Promise.reject(outage) : Promise.resolve();
    const holding = Array.from({ length: 200 }, async () => answers.hold(deliver, options()));
    await jest.advanceTimersByTimeAsync(0);

    await expect(answers.hold(deliver, options())).rejects.toBe(outage);
    isDown = false;
    await jest.advanceTimersByTimeAsync(500);
    await Promise.all(holding);
    const { deliver: failsOnce, triedAtMs } = failing(1);
    const last = answers.hold(failsOnce, options());
    await jest.advanceTimersByTimeAsync(500);
    await last;
    expect(triedAtMs).toHaveLength(2);
  });
});
