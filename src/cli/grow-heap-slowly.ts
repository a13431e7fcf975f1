import { setFlagsFromString } from 'node:v8';

/**
 * Growth of the heap, in percent of its use, until a full collection. V8's own is up to fourfold. By then, old
 * garbage lies between live objects, and its pages are hardly ever given back.
 */
const GROWING_PERCENT = 50;

/**
 * Lets the heap of this process grow in small steps: for servers, which hold much for long. A flag of V8, which has no
 * promise of Node.js; without it there is only more memory taken.
 */
export function growHeapSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
