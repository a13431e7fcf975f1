import type { ShownPrincipal } from '../person/shown-principal.js';
import type { TaskPhase } from '../task/task-status.js';

/** What became of answers that somebody has given to questions of a task. */
export interface AnswerResults {
  /**
   * Keys of the answers that count for nothing: another one came first, or the question was not open (any more) for whoever
   * answers. One that says what the first one says, and is of the same person, is that one given twice, and not among them.
   */
  readonly tooLate: readonly string[];
  /** Keys of open questions that the owner may not answer: somebody else must. Absent: there are none. */
  readonly forOthers?: readonly string[];
  /** By key, the answers that came first, as far as the history shows them. Absent: it shows none. */
  readonly first?: Readonly<Record<string, FirstAnswer>>;
}

/** The answer that counts: who gave it, and when. */
export interface FirstAnswer {
  /** Absent: the answer does not say. */
  readonly answeredBy?: ShownPrincipal;
  /** ISO 8601. */
  readonly answeredAt: string;
}

/** Asks for the answer to a question that was open. */
export interface FirstAnswerQuery {
  readonly key: string;
  /** When the question was seen open, in milliseconds since the epoch. Earlier answers are to other questions. */
  readonly seenAtMs: number;
}

/** A question that somebody has seen, after it was answered or withdrawn. */
export interface PastQuestion {
  readonly toolName: string;
  readonly toolTitle?: string;
  /** Absent: the history shows none; the Workflow may have withdrawn the question. */
  readonly first?: FirstAnswer;
  /** The phase of the task. Absent for an approver, unless the first answer is theirs. */
  readonly phase?: TaskPhase;
}

/**
 * Extension of ours, in `_meta` of what `tasks/update` is answered with: {@link AnswerResults.tooLate}. Absent: all of them
 * were in time.
 */
export const TOO_LATE_META_KEY = 'temporal-mcp-tasks/too-late';
/** The same for {@link AnswerResults.forOthers}. Absent: there are none. */
export const FOR_OTHERS_META_KEY = 'temporal-mcp-tasks/for-others';
