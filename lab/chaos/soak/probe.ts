/**
 * Loaded into a server first (`node --import`). It sends a {@link Sample} to each client of the Unix socket
 * `CHAOS_PROBE`. The program itself is unchanged.
 */
import { createServer } from 'node:net';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Sample } from './sample.js';

const BYTES_PER_MB = 1e6;

// NODE_OPTIONS doesn't accept this flag.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let warnings = 0;
process.on('warning', ({ name }) => {
  // `queryObjects`, which counts the listeners, is experimental.
  if (name !== 'ExperimentalWarning') warnings += 1;
});

/**
 * Finds the class of an event target's listeners. Node doesn't export it, but each event target has its listeners
 * under a symbol.
 *
 * @throws {Error} If this version of Node keeps listeners differently.
 */
function findListenerClass(): new () => object {
  const target = new EventTarget();
  target.addEventListener('probe', () => undefined);
  for (const symbol of Object.getOwnPropertySymbols(target)) {
    // Node's own map class, so `instanceof Map` is false.
    const events = Reflect.get(target, symbol) as Partial<Map<string, unknown>> | undefined;
    const root = events?.get?.('probe') as { readonly next?: object } | undefined;
    if (root?.next) return root.next.constructor as new () => object;
  }
  throw new Error(`Node ${process.version} does not show the listeners of an event target.`);
}

const Listener = findListenerClass();

function takeSample(): Sample {
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  return {
    atMs: Date.now(),
    heapMb: heapUsed / BYTES_PER_MB,
    rssMb: rss / BYTES_PER_MB,
    handles: resources.length,
    sockets: resources.filter((name) => name === 'TCPSocketWrap').length,
    listeners: queryObjects(Listener, { format: 'count' }),
    warnings,
  };
}

const path = process.env['CHAOS_PROBE'];
if (path !== undefined) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(JSON.stringify(takeSample()));
  });
  server.listen(path).unref();
}
