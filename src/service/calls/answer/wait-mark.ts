/** The mark of an answer, which the next read of the same work brings back. */

/**
 * A mark makes each read differ from the one before, and tells any replica how far the waits have grown. A client that makes
 * one up gains a longer wait of its own call, within the bounds of its host.
 */
export interface WaitMark {
  /** Answers so far that did not bring the end, and those that the client has missed. */
  readonly answers: number;
  /** Number of times that the waits have doubled. */
  readonly doublings: number;
}

/** Of work that its client has not waited for yet. */
export const FIRST_MARK: WaitMark = { answers: 0, doublings: 0 };

/** The mark of work whose client has waited once, for a time that does not grow. */
export const SECOND_MARK: WaitMark = { answers: 1, doublings: 0 };

const MARK = /^(\d{1,4})-(\d{1,2})$/;

/** A mark as text, such as `2-1`. */
export function formatWaitMark({ answers, doublings }: WaitMark): string {
  return `${answers}-${doublings}`;
}

/** The mark in a text; `undefined` for anything else. */
export function parseWaitMark(value: unknown): WaitMark | undefined {
  const match = typeof value === 'string' ? MARK.exec(value.trim()) : null;
  return match ? { answers: Number(match[1]), doublings: Number(match[2]) } : undefined;
}
