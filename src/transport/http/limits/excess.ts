/** An exceeded limit. */
export interface Excess {
  /** The limit, for people. */
  readonly message: string;
  readonly retryAfterS: number;
}

/** Makes the excess of a limit per minute. */
export function toMinuteExcess(sentence: string, waitMs: number): Excess {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  return { message: `${sentence} Try again in ${retryAfterS} s.`, retryAfterS };
}
