/** Recognizes this generation without the SDK, so that connections of other generations need not load it. */
import { isRecord } from '../../../core/value/is-record.js';
import type { Opening } from '../../generation.js';

import { PROTOCOL_VERSION_META_KEY } from './envelope.js';

/** A client of any generation may send this request before it opens the connection. */
const DISCOVER_METHOD = 'server/discover';

/**
 * Recognizes requests of this generation by the revision in their `_meta`. Requests of other generations never have it.
 */
export function recognize(message: unknown): Opening {
  const { id, method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const version = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  if (id === undefined || typeof method !== 'string' || version === undefined) return 'none';
  return method === DISCOVER_METHOD ? 'asks' : 'opens';
}
