/** What became of answers that somebody has given to questions of a task. */
export interface GivenAnswers {
  /**
   * Keys of the answers that count for nothing: another one came first, or the question was not open (any more) for whoever
   * answers. One that says what the first one says, and is of the same person, is that one given twice, and not among them.
   */
  readonly tooLate: readonly string[];
}

/**
 * Extension of ours, in `_meta` of what `tasks/update` is answered with: {@link GivenAnswers.tooLate}. Absent: all of them
 * were in time.
 */
export const TOO_LATE_META_KEY = 'temporal-mcp-tasks/too-late';
