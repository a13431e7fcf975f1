import type { Askable } from '../../core/question/askable.js';
import type { ClientTaskSupport, Exchange } from '../../core/request/exchange.js';

/** A stream that shows the questions of one task. */
export interface QuestionStream {
  /** Identifies the session among those of an owner. */
  readonly session: string;
  readonly askable: Askable;
  /** Absent: the client cannot answer by tasks of its own. */
  readonly clientTasks?: ClientTaskSupport | undefined;
  /**
   * Time until an unanswered request is sent again, in milliseconds. Absent if answers cannot be lost, since they come
   * on the same connection.
   */
  readonly askAgainAfterMs?: number | undefined;
  readonly send: Exchange['send'];
  readonly owner: string;
  /** The client waits on this stream for the task. If not, it may not know the task, and another client may answer. */
  readonly isWaiting: boolean;
  /** Time at which the call on this stream is answered at the latest, in milliseconds since the epoch. */
  endsAtMs?: number | undefined;
  /** Called if the client is not asked any further, since its answers did not fit; `reason` is the last fault. */
  readonly onGivenUp?: ((key: string, reason: string) => void) | undefined;
  /** Added to the params, so that the client knows the question's task. Absent: it does not need to. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}
