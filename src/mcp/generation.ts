/** What the transports know of a protocol generation, and all that they know. */
import type { Readable, Writable } from 'node:stream';

import type { Logger } from '../core/logger.js';
import type { Observer } from '../core/observer.js';
import type { Identity, ServerProgram } from '../core/person/caller.js';
import type { Sealer } from '../core/sealer.js';
import type { Tasks } from '../core/task/tasks.js';
import type { TaskResources } from '../service/calls/answer/task-resources.js';
import type { ToolChanges } from '../service/calls/tool-changes.js';
import type { Toolbox } from '../service/calls/toolbox.js';
import type { Events } from '../service/events/event-service.js';

/** How the server introduces itself to clients (`Implementation` of the MCP schema, and `instructions`). */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/** What every generation is made of. */
export interface GenerationOptions {
  readonly identity: ServerIdentity;
  readonly tasks: Tasks;
  /** Called at each use: a reload puts other tools in their place. */
  readonly tools: () => Toolbox;
  /** Tells when the tools have been replaced. Default: they never are. */
  readonly toolChanges?: ToolChanges;
  /** What is too large for results. Absent: nothing is, and no resources are announced. */
  readonly resources?: TaskResources | undefined;
  /** What clients may subscribe to. Absent: nothing, and no events are announced. */
  readonly events?: Events | undefined;
  /** Seals what clients carry for us. With the same secrets, any replica can open it. */
  readonly sealer: Sealer;
  /**
   * Whether requestors can be told apart. Where they cannot, a generation that lists tasks does not offer it. Default:
   * true.
   */
  readonly canList?: boolean;
  /**
   * Over HTTP, how long a question may stay without an answer before it is asked once more, in milliseconds: a replica that
   * died may have had it. Default: 600,000.
   */
  readonly askAgainAfterMs?: number;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /** Told of each request. Default: nobody is. */
  readonly observer?: Observer;
}

/** What comes with an HTTP request besides itself. */
export interface HttpExchange {
  /** The body as parsed JSON; `undefined` where there is none. */
  readonly body: unknown;
  readonly identity: Identity;
  /**
   * Fires when the client has gone, or has its answer to the end; or, with a `TaskError` as its reason, when there is to be
   * no other answer than that.
   */
  readonly gone: AbortSignal;
}

/** A generation over Streamable HTTP, in web-standard terms. */
export interface HttpSide {
  /** Whether a request is of this generation, also where the answer is that it is refused. */
  readonly serves: (request: Request, body: unknown) => boolean | Promise<boolean>;
  /** Answers a request. Its `signal` is `gone` of the exchange, the same object. */
  readonly answer: (request: Request, exchange: HttpExchange) => Promise<Response>;
}

/**
 * What the first messages on a connection say of it.
 *
 * - `opens`: the connection is of this generation from now on
 * - `asks`: the message is for this generation, and the connection may yet be of another one
 * - `none`: nothing
 */
export type Opening = 'opens' | 'asks' | 'none';

/** A connection over standard input and output, as a generation takes it: lines of JSON, one message each. */
export interface StdioConnection {
  readonly input: Readable;
  readonly output: Writable;
  readonly identity: Identity;
  /** The process, where this connection is all that it serves. */
  readonly program?: ServerProgram | undefined;
}

/** A connection that is being served. */
export interface StdioHandle {
  /** Resolves when the client has closed the connection, or `close` was called, and what was begun is done. */
  readonly closed: Promise<void>;
  /**
   * Ends the connection and what its requests wait for. Their tasks go on. Resolves when what the requests have begun is
   * done, a cancellation say, after 5 s at the latest.
   */
  readonly close: () => Promise<void>;
}

/** A generation over stdio. */
export interface StdioSide {
  readonly recognize: (message: unknown) => Opening;
  readonly connect: (connection: StdioConnection) => Promise<StdioHandle>;
}

/** A protocol generation: everything that a revision of MCP has of its own. */
export interface Generation {
  /** The revision, as it stands on the wire. */
  readonly name: string;
  readonly http: HttpSide;
  readonly stdio: StdioSide;
  /** Ends the streams that stand open, so that their clients go on elsewhere. Requests are still answered. */
  readonly drain: () => Promise<void>;
  /**
   * Ends the open requests and streams, each as its protocol ends one. Their tasks go on. Resolves when what the requests
   * have begun is done, after 5 s at the latest.
   */
  readonly close: () => Promise<void>;
}
