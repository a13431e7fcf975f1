/** Common members of all results of this generation. */
import { isRecord } from '../../../core/value/is-record.js';
import type { ServerIdentity } from '../../generation.js';

const SERVER_INFO_META_KEY = 'io.modelcontextprotocol/serverInfo';

/** Results that have to say how long, and for whom, they may be kept (Schema › CacheableResult). */
const CACHEABLE_METHODS: readonly string[] = [
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'server/discover',
];

/** Makes a result what the wire has: with its type, as the server's, and not to be kept. */
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
