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
  /** Tells the sessions of an owner apart. */
  readonly session: string;
  readonly askable: Askable;
  /** Absent where the client cannot answer by tasks of its own. */
  readonly clientTasks?: ClientTasks | undefined;
  /**
   * Time until a request without an answer is sent once more, in milliseconds. Absent if no answer can be lost: it
   * comes on the same connection.
   */
  readonly askAgainAfterMs?: number | undefined;
  readonly send: (message: OutgoingMessage) => Promise<void>;
}
