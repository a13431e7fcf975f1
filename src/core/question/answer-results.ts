/** The outcome of answers to a task's questions. */
export interface AnswerResults {
  /**
   * Keys of answers without effect: another answer came first, or the question was no longer open for this person. A
   * repetition of the same answer by the same person is left out.
   */
  readonly tooLate: readonly string[];
  /** Keys of open questions that an approver must answer instead of the owner. Absent: no such keys. */
  readonly forOthers?: readonly string[] | undefined;
  /**
   * Keys whose question is asked in another version than the person has seen, if the caller has said which. Absent: no
   * such keys.
   */
  readonly changed?: readonly string[] | undefined;
}

/**
 * This package's `_meta` key in the answer to `tasks/update`: {@link AnswerResults.tooLate}. Absent: all answers were
 * in time.
 */
export const TOO_LATE_META_KEY = 'temporal-mcp-tasks/too-late';
/** `_meta` key of {@link AnswerResults.forOthers}. Absent: no such keys. */
export const FOR_OTHERS_META_KEY = 'temporal-mcp-tasks/for-others';
