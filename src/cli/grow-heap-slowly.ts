import { setFlagsFromString } from 'node:v8';

/**
 * Growth of the heap, in percent of its use, until a full collection. V8's default is up to fourfold growth. By then,
 * old garbage lies between live objects, and V8 hardly ever frees its pages.
 */
const GROWING_PERCENT = 50;

/**
 * Lets the heap of this process grow in small steps, for servers, which keep many objects for long. Node.js does not
 * guarantee this flag of V8. Without it, the process only takes more memory.
 */
export function growHeapSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
