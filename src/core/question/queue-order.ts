/** The order of open questions, for the people who answer them. */

/** The times of an open question, ISO 8601. */
export interface Queued {
  /** Time until which an answer counts. Absent: no deadline. */
  readonly answerBy?: string | undefined;
  /** Time since which it waits. */
  readonly askedAt: string;
}

function toMs(instant: string | undefined): number {
  const ms = instant === undefined ? NaN : Date.parse(instant);
  return Number.isNaN(ms) ? Infinity : ms;
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Deadlines come first, the next one at the top; then what waits longest. */
export function compareQueued(a: Queued, b: Queued): number {
  return (
    compareNumbers(toMs(a.answerBy), toMs(b.answerBy)) ||
    compareNumbers(toMs(a.askedAt), toMs(b.askedAt))
  );
}
