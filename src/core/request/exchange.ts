/** One request of a client, as everything between its door and Temporal sees it. Facts and channels only. */
import type { InputRequest } from '../contract/input-request.js';
import type { Caller } from '../person/caller.js';
import type { Askable } from '../question/askable.js';
import type { GivenUpQuestions } from '../question/given-up-questions.js';
import type { Protocol } from '../task/protocol.js';
import type { Task } from '../task/task.js';

/** A client's capabilities to answer questions by its own tasks. Small, because session IDs carry them. */
export interface ClientTaskSupport {
  readonly elicitationTask: boolean;
  readonly samplingTask: boolean;
  readonly cancelTask: boolean;
}

/** The MCP client of a request, as its connection, its session and its capabilities show it. */
export interface Client {
  /** Identifies the session or connection among those of an owner. Absent: the client has none. */
  readonly session: string | undefined;
  /** The client's name for itself (`clientInfo.name`). */
  readonly name?: string | undefined;
  /** The revision that it has named. Absent: it has named none. */
  readonly protocolVersion: string | undefined;
  /** The kinds of questions that it can answer during this request. */
  readonly askable: Askable;
  /** The kinds of questions that it can answer on any stream. */
  readonly declared: Askable;
  /** Absent: it cannot answer by tasks of its own during this request. */
  readonly ownTasks?: ClientTaskSupport | undefined;
  /** The client is known to use tasks, so it needs no tools to continue with one. */
  readonly usesTasks: boolean;
}

/** A JSON-RPC request or notification to a client, without its envelope. */
export interface OutgoingMessage {
  readonly id?: string | undefined;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface Exchange {
  /** The caller looks at tasks as their owner. */
  readonly role: 'owner';
  readonly caller: Caller;
  readonly client: Client;
  /** The revision of the answer. */
  readonly protocol: Protocol;
  readonly id: string | number;
  /**
   * Fires when the client withdraws the request or goes away, or when the server closes. {@link isWithdrawn} tells
   * these apart.
   */
  readonly signal: AbortSignal;
  /** Headers of the HTTP request. Absent over stdio, where requests share a connection. */
  readonly headers?: { readonly get: (name: string) => string | null } | undefined;
  /** Sends a message before the answer. Resolves when the client can take more. */
  readonly send: (message: OutgoingMessage) => Promise<void>;
  /**
   * Asks before the answer, and resolves with the client's. Absent if questions travel in answers.
   *
   * @throws {TaskError} `aborted` when the signal fires first.
   */
  readonly ask?: ((request: InputRequest, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** The questions of its task that the request no longer asks. Absent: none. */
  readonly givenUp?: Pick<GivenUpQuestions, 'signal' | 'reasonOf'> | undefined;
  /**
   * Sends the client the news in a reading of the request's task: progress, and questions if `ask` is present.
   *
   * @param endsAtMs Time at which the request is answered at the latest, in milliseconds since the epoch.
   */
  readonly show: (task: Task, endsAtMs: number) => Promise<void>;
  /** Called when the request has started its work and waits for it. From then on, every answer has HTTP status 200. */
  readonly waits: () => void;
  /** Fires when the client can send nothing more, though it still reads, as a pipe into the standard input. */
  readonly inputOver?: AbortSignal | undefined;
  /** Called by a method that does not wait for work. To end the request, the server calls `leave`. */
  readonly stand: (leave: () => void) => void;
}

/** The reason in the signal of a withdrawn request. Made once, since a new error would have a stack nobody needs. */
export const WITHDRAWN = new DOMException('The client has withdrawn its request.', 'AbortError');

/**
 * Returns true if the client has cancelled the request on purpose. A time-out, a closed stream, the end of the
 * connection or of the token, and a closing server say nothing about the request.
 */
export function isWithdrawn({ signal }: Pick<Exchange, 'signal'>): boolean {
  return signal.reason === WITHDRAWN;
}
