/** Maximum time between repetitions, in milliseconds. Timers take 24.8 days at most, and people answer sooner. */
const MAX_SILENCE_MS = 24 * 60 * 60_000;

/**
 * Time without an answer after which a question is sent again, in milliseconds. It doubles with each repetition, so
 * that people can think.
 *
 * @param repetitions Number of repetitions so far.
 */
export function toSilenceMs(askAgainAfterMs: number, repetitions: number): number {
  return Math.min(askAgainAfterMs * 2 ** repetitions, MAX_SILENCE_MS);
}
