/** Separate from the SDK, so that a connection of another generation is recognized without loading it. */
import { isRecord } from '../../../core/value/is-record.js';
import type { Opening } from '../../generation.js';

import { PROTOCOL_VERSION_META_KEY } from './envelope.js';

/** A client may send this before it opens the connection in any generation. */
const DISCOVER_METHOD = 'server/discover';

/** Each request of this generation names its revision in `_meta`; requests of other generations never do. */
export function recognize(message: unknown): Opening {
  const { id, method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const version = isRecord(meta) ? meta[PROTOCOL_VERSION_META_KEY] : undefined;
  if (id === undefined || typeof method !== 'string' || version === undefined) return 'none';
  return method === DISCOVER_METHOD ? 'asks' : 'opens';
}
