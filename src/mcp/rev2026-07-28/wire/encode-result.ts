/** Common members of all results of this generation. */
import { isRecord } from '../../../core/value/is-record.js';
import type { ServerIdentity } from '../../generation.js';

const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';

/** Methods whose results must name their cache lifetime and scope (Schema › CacheableResult). */
const CACHEABLE_METHODS: readonly string[] = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'server/discover',
];

/** Adds the common members of results: the type, the server's name, and no caching. */
export function createResultEncoder({
  name,
  title,
  version,
}: ServerIdentity): (method: string, result: object) => object {
  const serverInfo = { name, version, ...(title !== undefined && { title }) };
  return (method, result) => {
    const meta = '_meta' in result && isRecord(result._meta) ? result._meta : {};
    return {
      resultType: 'complete',
      ...(CACHEABLE_METHODS.includes(method) && { ttlMs: 0, cacheScope: 'private' }),
      ...result,
      _meta: { [SERVER_INFO_META_KEY]: serverInfo, ...meta },
    };
  };
}
