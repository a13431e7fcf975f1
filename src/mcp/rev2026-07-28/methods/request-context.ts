import type { Caller } from '../../../core/person/caller.js';
import type { Departure } from '../../../service/calls/tool.js';

/** Schema › ProgressNotificationParams, without its metadata. */
export interface WireProgress {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One request, apart from its params. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string | number;
  /** Fires when the client withdraws the request or goes away. */
  readonly signal: AbortSignal;
  /** How it has left, once the signal has fired. */
  readonly departure: () => Departure;
  /** To be called when the call waits for work that has begun: from then on, no answer needs an HTTP status of its own. */
  readonly onWaiting: () => void;
  /** Sends progress ahead of the answer. */
  readonly reportProgress: (progress: WireProgress) => Promise<void>;
  /** Sends any notification ahead of the answer. */
  readonly notify: (message: {
    readonly method: string;
    readonly params: Record<string, unknown>;
  }) => Promise<void>;
}

/** A method: takes `params` as they came, and throws what `toJsonRpcError` turns into an answer. */
export type Method<Result> = (params: unknown, context: RequestContext) => Promise<Result>;
