import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long anything may take that waits for nobody, in milliseconds: far longer than it does, because a busy machine is
 * no defect. Tests whose time-out is longer than this say what they have waited for.
 */
export const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 20;
/** A question goes through a server, to Temporal and back: one that is asked all the time keeps the answer back. */
const LONGEST_PAUSE_MS = 200;

type NotYet = undefined | false;

/** Asks until there is an answer other than `undefined` and `false`, ever less often, for at most {@link PATIENCE_MS}. */
export async function eventually<Answer>(
  what: string,
  ask: () => Answer | NotYet | Promise<Answer | NotYet>,
): Promise<Answer> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${PATIENCE_MS / 1000} s in vain: ${what}`);
    await pause(pauseMs);
  }
}

/** The same promise, rejected when it takes longer: for answers that a defect would keep back for ever. */
export async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const tooLate = pause(ms, undefined, { signal: late.signal }).then(() => {
    throw new Error(`There was no answer within ${ms} ms.`);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    late.abort();
  }
}
