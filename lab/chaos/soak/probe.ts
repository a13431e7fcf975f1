/**
 * Loaded into a server before all else (`node --import`): whoever connects to the Unix socket `CHAOS_PROBE` is told what
 * the process holds. The program itself stays as it is.
 */
import { createServer } from 'node:net';
import { queryObjects, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { Sample } from './sample.js';

const BYTES_PER_MB = 1e6;

// The flag can't be given in NODE_OPTIONS.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
let warnings = 0;
process.on('warning', ({ name }) => {
  // What counts the listeners is one of its experiments.
  if (name !== 'ExperimentalWarning') warnings += 1;
});

/**
 * The class of which every event target keeps one object a listener. Node shows it to nobody, but an event target has it
 * under one of its symbols.
 *
 * @throws {Error} When this version of Node keeps them otherwise.
 */
function findListenerClass(): new () => object {
  const target = new EventTarget();
  target.addEventListener('probe', () => undefined);
  for (const symbol of Object.getOwnPropertySymbols(target)) {
    // A map of Node's own, which is no instance of Map.
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
