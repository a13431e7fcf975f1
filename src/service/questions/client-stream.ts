import type { Askable } from '../../core/question/askable.js';

import type { ClientTasks } from './client-tasks/client-tasks.js';

/** A JSON-RPC request or notification to a client, without its envelope. */
export interface OutgoingMessage {
  readonly id?: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A stream to a client, with the client's capabilities. */
export interface ClientStream {
  /** Identifies the session among those of an owner. */
  readonly session: string;
  readonly askable: Askable;
  /** Absent: the client cannot answer by tasks of its own. */
  readonly clientTasks?: ClientTasks | undefined;
  /**
   * Time until an unanswered request is sent again, in milliseconds. Absent if answers cannot be lost, since they come
   * on the same connection.
   */
  readonly askAgainAfterMs?: number | undefined;
  readonly send: (message: OutgoingMessage) => Promise<void>;
}
