/** Recognizes this generation without the SDK, so that connections of other generations need not load it. */
import { isRecord } from '../../../core/value/is-record.js';
import type { Opening } from '../../generation.js';

/** `_meta` key with the revision. Only requests of later revisions have it. */
const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Returns `opens` for any request that does not name a revision. */
export function recognize(message: unknown): Opening {
  const { id, method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  if (id === undefined || typeof method !== 'string') return 'none';
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const namesRevision = isRecord(meta) && meta[PROTOCOL_VERSION_META_KEY] !== undefined;
  return namesRevision ? 'none' : 'opens';
}
