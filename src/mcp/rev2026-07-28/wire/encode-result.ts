/** Common members of all results of this generation. */
import { isRecord } from '../../../core/value/is-record.js';
import type { ServerIdentity } from '../../generation.js';

const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';

const NEVER_SHARED = { ttlMs: 0, cacheScope: 'private' };

/** Adds the common members of results: the type, the server's name, and no caching. */
export function createResultEncoder({
  name,
  title,
  version,
}: ServerIdentity): (row: { readonly isCacheable: boolean }, result: object) => object {
  const serverInfo = { name, version, title };
  return ({ isCacheable }, result) => {
    const meta = '_meta' in result && isRecord(result._meta) ? result._meta : {};
    return {
      resultType: 'complete',
      ...(isCacheable ? NEVER_SHARED : undefined),
      ...result,
      _meta: { [SERVER_INFO_META_KEY]: serverInfo, ...meta },
    };
  };
}
