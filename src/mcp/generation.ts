/** The interface of a protocol generation to the transports. */
import type { Readable, Writable } from 'node:stream';

import type { Logger } from '../core/logger.js';
import type { Caller } from '../core/person/caller.js';
import type { Observer } from '../core/request/observer.js';
import type { Sealer } from '../core/sealer.js';
import type { Tasks } from '../core/task/tasks.js';
import type { TaskResources } from '../service/calls/answer/task-resources.js';
import type { Toolbox } from '../service/calls/toolbox.js';

import type { HttpReply, HttpRequest } from './http-message.js';

/** The server's introduction to clients (`Implementation` of the MCP schema, and `instructions`). */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version: string;
  readonly instructions?: string | undefined;
}

export interface GenerationOptions {
  readonly identity: ServerIdentity;
  readonly tasks: Tasks;
  readonly tools: Toolbox;
  /** Resources for large results and bytes. Absent: the server announces no resources. */
  readonly resources?: TaskResources | undefined;
  /** Seals cursors and other texts that clients send back. With the same secrets, any replica can open them. */
  readonly sealer: Sealer;
  /** The server can tell callers apart. If `false`, a generation offers no list of tasks. Default: true. */
  readonly canList?: boolean | undefined;
  /**
   * Over HTTP: time until an unanswered question is sent again, in milliseconds, since a replica may have died with
   * its answer. Default: 600,000.
   */
  readonly askAgainAfterMs?: number | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
  /** Receives each request. Default: no observer. */
  readonly observer?: Observer | undefined;
}

/** A request as a generation has read it. */
export interface ReceivedRequest {
  /** The tools whose scopes it needs, as the client names them. */
  readonly tools: readonly string[];
  /**
   * Answers it.
   *
   * @param gone The `signal` of the request. Fires when the client has gone or has its whole answer. If its reason is a
   * `TaskError`, this error is the only answer.
   */
  readonly answer: (caller: Caller, gone: AbortSignal) => Promise<HttpReply>;
}

/** The Streamable HTTP endpoint of a generation. The body of a request is parsed JSON; `undefined`: it has none. */
export interface HttpSide {
  /** Returns true for a request that names a revision of this generation, valid or not. It reads no more of it. */
  readonly recognizes: (request: HttpRequest, body: unknown) => boolean;
  readonly receive: (request: HttpRequest, body: unknown) => ReceivedRequest;
}

/**
 * The meaning of a connection's first messages.
 *
 * - `opens`: the connection now belongs to this generation
 * - `asks`: the message is for this generation; the connection may still go to another one
 * - `none`: no decision
 */
export type Opening = 'opens' | 'asks' | 'none';

/** A connection over standard input and output. */
export interface StdioConnection {
  /** The client's messages: JSON objects, without `null` members. */
  readonly messages: Readable;
  /** Takes each message as a line of JSON. */
  readonly output: Writable;
  readonly caller: Caller;
}

/** A served connection. */
export interface StdioHandle {
  /** Resolves when the client has closed the connection, or `close` was called, and running requests are done. */
  readonly closed: Promise<void>;
  /**
   * Ends the connection and the waits of its requests. Their tasks continue. Resolves when running work (such as a
   * cancellation) is done, after 5 s at the latest.
   */
  readonly close: () => Promise<void>;
}

export interface StdioSide {
  readonly connect: (connection: StdioConnection) => Promise<StdioHandle>;
}

/** A generation that is loaded at its first use, since most connections over stdio need only one. */
export interface LazyGeneration {
  readonly name: string;
  readonly recognize: (message: unknown) => Opening;
  readonly load: () => Promise<Generation>;
}

/** A protocol generation: everything specific to a revision of MCP. */
export interface Generation {
  readonly name: string;
  readonly http: HttpSide;
  readonly stdio: StdioSide;
  /** Ends the standing streams, so that their clients open them on another replica. Requests are still answered. */
  readonly drain: () => Promise<void>;
  /**
   * Ends the open requests and streams, each as its protocol requires. Their tasks continue. Resolves when running work
   * is done, after 5 s at the latest.
   */
  readonly close: () => Promise<void>;
}
