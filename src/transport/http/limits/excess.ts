/** Something that is too much. */
export interface Excess {
  /** What is limited, for people. */
  readonly message: string;
  readonly retryAfterS: number;
}

/** What is said of something that was counted once too often. */
export function toMinuteExcess(sentence: string, waitMs: number): Excess {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  return { message: `${sentence} Try again in ${retryAfterS} s.`, retryAfterS };
}
