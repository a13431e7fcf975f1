import type { Departure } from '../../calls/tool.js';
import type { Identity } from '../../core/caller.js';
import type { Logger } from '../../core/logger.js';
import type { Sealer } from '../../core/sealer.js';
import type { Tasks } from '../../core/tasks.js';
import type { ToolCatalog } from '../../core/tool-definition.js';

/** How the server introduces itself in its reply to `server/discover`, and in every result. */
export interface ServerIdentity {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly instructions?: string;
}

/** What a generation serves, and as whom. */
export interface GenerationOptions {
  readonly identity: ServerIdentity;
  readonly tasks: Tasks;
  readonly tools: ToolCatalog;
  /** Seals request states. With the same secrets, any replica can go on with a call that another one began. */
  readonly sealer: Sealer;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

/** What a transport knows of a connection, or of the one request that it serves. */
export interface ConnectionInfo {
  /** Whose requests come over it. */
  readonly identity: Identity;
  /**
   * How the client has left a request whose signal has fired.
   *
   * @param isConnected Whether the connection is still there: what was said of the request ended it, then.
   */
  readonly toDeparture: (isConnected: boolean) => Departure;
}
