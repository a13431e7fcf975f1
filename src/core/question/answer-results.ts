import type { ShownPrincipal } from '../person/shown-principal.js';

/** The outcome of answers to a task's questions. */
export interface AnswerResults {
  /**
   * Keys of answers without effect: another answer came first, or the question was no longer open for this person. A
   * repetition of the same answer by the same person is left out.
   */
  readonly tooLate: readonly string[];
  /** Keys of open questions that an approver must answer instead of the owner. Absent: no such keys. */
  readonly forOthers?: readonly string[] | undefined;
  /** The answers that came first, by key, as far as the history shows them. Absent: the history shows none. */
  readonly first?: Readonly<Record<string, FirstAnswer>> | undefined;
}

/** The answer that counts, with its sender and time. */
export interface FirstAnswer {
  /** Absent: the answer does not say. */
  readonly answeredBy?: ShownPrincipal | undefined;
  /** ISO 8601. */
  readonly answeredAt: string;
}

/** Asks for the answer to a question that was open. */
export interface FirstAnswerQuery {
  readonly key: string;
  /**
   * The moment at which a person saw the question open, in milliseconds since the epoch. Earlier answers belong to
   * other questions.
   */
  readonly seenAtMs: number;
}

/** A question that a person has seen, after it was answered or withdrawn. */
export interface PastQuestion {
  readonly toolName: string;
  /** Absent: the history shows no answer; the Workflow may have withdrawn the question. */
  readonly first?: FirstAnswer | undefined;
}

/**
 * This package's `_meta` key in the answer to `tasks/update`: {@link AnswerResults.tooLate}. Absent: all answers were
 * in time.
 */
export const TOO_LATE_META_KEY = 'temporal-mcp-tasks/too-late';
/** `_meta` key of {@link AnswerResults.forOthers}. Absent: no such keys. */
export const FOR_OTHERS_META_KEY = 'temporal-mcp-tasks/for-others';
