import { setFlagsFromString } from 'node:v8';

/**
 * By how much of what is in use the heap may grow before all of it is searched for garbage. V8 lets it grow up to fourfold.
 * Garbage that is as old as what stays lies between it by then, and its pages are hardly ever given back.
 */
const GROWING_PERCENT = 50;

/**
 * Lets the heap of this process grow in small steps: for servers, which hold much for long. A flag of V8, which has no
 * promise of Node.js; without it there is only more memory taken.
 */
export function growHeapSlowly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
