import type { Caller, ClientFacts } from '../../../core/person/caller.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { ClientRequest, RequestEnds, RequestFacts } from '../../dispatcher.js';
import type { Row as AnyRow, Streaming } from '../../row.js';
import { toClient } from '../wire/client-capabilities.js';

/** A notification, without its envelope. */
export interface OutgoingNotification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface ClientEnds extends RequestEnds {
  readonly caller: Caller;
  /** `_meta` of the request, unchecked. */
  readonly meta: unknown;
  /** Sends a notification. Resolves when the client can take more. */
  readonly send: (message: OutgoingNotification) => Promise<void>;
  /** Called when a call has started its work and waits for it. Absent if the transport does not need to know. */
  readonly onWaiting?: () => void;
  /** Other requests share the connection, so its end does not withdraw this request. Default: false. */
  readonly isShared?: boolean;
}

export interface RequestContext extends RequestFacts {
  readonly caller: Caller;
  readonly client: ClientFacts;
  /** Called when the call has started its work and waits for it. From then on, every answer has HTTP status 200. */
  readonly onWaiting: () => void;
  /** Sends any notification before the answer. Resolves when the client can take more. */
  readonly notify: ClientEnds['send'];
  readonly isShared: boolean;
}

export interface Row extends AnyRow<RequestContext> {
  readonly streams: Streaming;
  /** The result names its cache lifetime and scope (Schema › CacheableResult). */
  readonly isCacheable: boolean;
}

/** `_meta` of a request, unchecked. */
export function metaOf({ params }: ClientRequest): unknown {
  return isRecord(params) ? params['_meta'] : undefined;
}

export function toRequestContext(
  { caller, meta, send, onWaiting = () => undefined, isShared = false }: ClientEnds,
  facts: RequestFacts,
): RequestContext {
  return { ...facts, caller, client: toClient(meta), onWaiting, notify: send, isShared };
}
