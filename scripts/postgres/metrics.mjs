/** Reads and compares the Prometheus metrics of a Temporal Service. */

const READ_WITHIN_MS = 10_000;
const SAMPLE = /^(\w+)\{(.*)\} (\S+)$/;
const OF_CLIENTS = 'service_name="frontend"';

function readLabel(labels, name) {
  return new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labels)?.[1];
}

/** Adds a sample if it is of the namespace `default`. */
function add(counts, line) {
  const [, metric, labels, value] = SAMPLE.exec(line) ?? [];
  if (!metric || readLabel(labels, 'namespace') !== 'default') return;
  const isRequest = /^service_(requests|latency_sum)$/.test(metric) && labels.includes(OF_CLIENTS);
  const isRead = /^(visibility_)?persistence_requests$/.test(metric);
  if (!isRequest && !isRead) return;
  const name = `${metric} ${readLabel(labels, 'operation')}`;
  counts.set(name, (counts.get(name) ?? 0) + Number(value));
}

/** Returns the sums of all processes, by metric and operation. */
export async function readCounts(addresses) {
  const counts = new Map();
  for (const address of addresses) {
    const response = await fetch(address, { signal: AbortSignal.timeout(READ_WITHIN_MS) });
    for (const line of (await response.text()).split('\n')) add(counts, line);
  }
  return counts;
}

/** Returns lines with the counts between two readings: requests of clients, and of the service to its database. */
export function compareCounts(before, after) {
  const growth = (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const rows = [...after.keys()]
    .map((name) => ({ name, count: growth(name), parts: name.split(' ') }))
    .filter(({ count, parts: [metric] }) => count > 0 && metric.endsWith('_requests'))
    .sort((one, other) => one.name.localeCompare(other.name));
  return rows.map(({ count, parts: [metric, operation] }) => {
    const seconds = growth(`service_latency_sum ${operation}`);
    const mean = `, ${((seconds / count) * 1_000).toFixed(1)} ms each`;
    return `  ${metric} ${operation}: ${count}${metric === 'service_requests' ? mean : ''}`;
  });
}
