/** Separate from the SDK, so that a connection of another generation is recognized without loading it. */
import { isRecord } from '../../../core/value/is-record.js';
import type { Opening } from '../../generation.js';

/** `_meta` key that names the revision in each request of later revisions only. */
const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Any request without a revision opens a connection of this generation. */
export function recognize(message: unknown): Opening {
  const { id, method, params } = isRecord(message) ? message : ({} as Record<string, unknown>);
  if (id === undefined || typeof method !== 'string') return 'none';
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const namesRevision = isRecord(meta) && meta[PROTOCOL_VERSION_META_KEY] !== undefined;
  return namesRevision ? 'none' : 'opens';
}
