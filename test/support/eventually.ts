import { setTimeout as pause } from 'node:timers/promises';

/**
 * Time limit in milliseconds for anything that waits for no person. It is far longer than usual, because a slow machine
 * is no defect. It is shorter than the time-outs of tests, whose failures then name the condition.
 */
export const PATIENCE_MS = 60_000;
const FIRST_PAUSE_MS = 20;
/** The longest pause. Each poll goes through a server to Temporal and back; frequent polls would delay the answer. */
const LONGEST_PAUSE_MS = 200;

type NotYet = undefined | false;

/** Calls `ask` ever less often until it returns neither `undefined` nor `false`, for at most {@link PATIENCE_MS}. */
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

/** Rejects if a promise takes longer than `ms`, for answers that a defect would delay for ever. */
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
