/** Recognizes this generation without the SDK, so that connections of other generations need not load it. */
import { isRecord } from '../../../core/value/is-record.js';
import type { Opening } from '../../generation.js';
import type { HttpRequest } from '../../http-message.js';

import { PROTOCOL_VERSION_META_KEY } from './envelope.js';
import { protocol } from './protocol.js';

/** A client of any generation may send this request before it opens the connection. */
const DISCOVER_METHOD = 'server/discover';
/** Older revisions open with this request. Some of their clients add a `_meta` of this one. */
const INITIALIZE_METHOD = 'initialize';

/** Returns the revision in the `_meta` of a message. Messages of other generations never have it. */
function claimOf(message: unknown): unknown {
  const params = isRecord(message) ? message['params'] : undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
}

function isOfThis(version: unknown): boolean {
  return typeof version === 'string' && version >= protocol.version;
}

/** Recognizes requests of this generation on a connection. */
export function recognize(message: unknown): Opening {
  const { id, method } = isRecord(message) ? message : ({} as Record<string, unknown>);
  if (id === undefined || typeof method !== 'string' || claimOf(message) === undefined) {
    return 'none';
  }
  return method === DISCOVER_METHOD ? 'asks' : 'opens';
}

/**
 * Recognizes a POST of this generation: the header or the body names its revision, or a later one. The classifier then
 * compares the two.
 */
export function recognizesHttp({ method, headers }: HttpRequest, body: unknown): boolean {
  if (method !== 'POST' || body === undefined) return false;
  if (isOfThis(headers.get('mcp-protocol-version'))) return true;
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const claim = claimOf(message);
    if (isRecord(message) && message['method'] === INITIALIZE_METHOD) return isOfThis(claim);
    return claim !== undefined;
  });
}
