/** The mark of an answer. The next read of the same work gives it back. */

/**
 * A mark makes each read differ from the one before. It tells any replica how far the waits have grown. A client that
 * invents a mark gets a longer wait for its own call only, within the limits of its host.
 */
export interface WaitMark {
  /** Answers so far that came before the end, including those that the client has missed. */
  readonly answers: number;
  /** Number of times that the waits have doubled. `short`: the client has missed an answer, so they stay short. */
  readonly doublings: number | 'short';
}

/** The mark before the first wait. */
export const FIRST_MARK: WaitMark = { answers: 0, doublings: 0 };

/** The mark after one wait whose time does not grow. */
export const SECOND_MARK: WaitMark = { answers: 1, doublings: 0 };

const MARK = /^(\d{1,4})-(\d{1,2}|s)$/;

/** A mark as text, such as `2-1`, or `2-s` if the waits stay short. */
export function formatWaitMark({ answers, doublings }: WaitMark): string {
  return `${answers}-${doublings === 'short' ? 's' : doublings}`;
}

/** Parses a mark; `undefined` for other values. */
export function parseWaitMark(value: unknown): WaitMark | undefined {
  const match = typeof value === 'string' ? MARK.exec(value.trim()) : null;
  if (!match) return undefined;
  return { answers: Number(match[1]), doublings: match[2] === 's' ? 'short' : Number(match[2]) };
}
