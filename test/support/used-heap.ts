import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;

// The flag holds for contexts that are made after this line.
setFlagsFromString('--expose-gc');
/** Collects all garbage at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** The used heap of this process after a garbage collection, in MB. */
export function usedHeapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / MB;
}
