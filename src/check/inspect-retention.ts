import { silentLogger } from '../core/logger.js';
import type { ToolCatalog } from '../core/tool/tool-definition.js';
import { ttl as ttlKey } from '../definition/tool/ttl.js';
import { fillIn } from '../manifest/compile/compile-text.js';
import { NamespaceRetention } from '../temporal/link/namespace-retention.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';

import type { Finding } from './finding.js';

const HOUR_MS = 3_600_000;
const KEYS = ['default', 'min', 'max', 'afterEnd'] as const;

/** Retentions are days or hours, so that hours tell any two times apart. */
function toHours(ms: number): string {
  return `${Number((ms / HOUR_MS).toFixed(2))} h`;
}

/** Finds times to live that the server cuts to the retention of the namespace. Its own defaults aren't a promise. */
export async function inspectRetention(
  calls: TemporalCalls,
  tools: ToolCatalog,
): Promise<Finding[]> {
  const retentionMs = await new NamespaceRetention(calls, silentLogger).read();
  if (retentionMs === undefined) return [];
  const usual = fillIn(ttlKey, {}, []);
  const retention = `${toHours(retentionMs)}, the retention of namespace ${calls.client.options.namespace}`;
  return [...tools.values()].flatMap(({ name, ttl }) =>
    KEYS.filter((key) => ttl[key] > retentionMs && ttl[key] !== usual[key]).map((key): Finding => ({
      level: 'warning',
      tool: name,
      path: ['tools', name, 'ttl', key],
      message: `ttl.${key} is ${toHours(ttl[key])}, which the server cuts to ${retention}. Shorten it, or raise the retention.`,
    })),
  );
}
