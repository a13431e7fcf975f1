import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

// Node.js is told so when it starts, or here: the flag holds for contexts that are made from now on.
setFlagsFromString('--expose-gc');
/** Collects all garbage at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** What this process holds on its heap, in MB, once garbage has been collected. */
export function usedHeapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
}
