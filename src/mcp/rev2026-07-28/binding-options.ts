import type { Identity, ServerProgram } from '../../core/person/caller.js';
import type { Departure } from '../../service/calls/tool.js';

/** What a transport knows of a connection, or of the one request that it serves. */
export interface ConnectionInfo {
  /** Whose requests come over it. */
  readonly identity: Identity;
  /** The process, where it serves this connection alone. */
  readonly program?: ServerProgram | undefined;
  /**
   * How the client has left a request whose signal has fired.
   *
   * @param isConnected Whether the connection is still there, so that only the request has ended.
   * @param reason What the client has said of it, if anything.
   */
  readonly toDeparture: (isConnected: boolean, reason: unknown) => Departure;
  /** Called when a call has started its work and begins to wait for it. Absent: the transport does not need to know. */
  readonly onWaiting?: () => void;
}
