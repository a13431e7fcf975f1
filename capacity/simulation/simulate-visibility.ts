import type { Draws } from './draws.js';
import { TokenBucket } from './token-bucket.js';

const MS_PER_SECOND = 1_000;
/** More calls a second than this are simulated by a sample of them, with as small a part of the limit. */
const MOST_PER_SECOND = 500;

/** Calls that come when they like, against a limit. */
export interface VisibilityLoad {
  readonly callsPerSecond: number;
  readonly limitPerSecond: number;
  readonly seconds: number;
}

/** @returns The part of the calls that is refused. */
export function simulateVisibility(load: VisibilityLoad, draws: Draws): number {
  const { callsPerSecond, limitPerSecond, seconds } = load;
  if (callsPerSecond === 0) return 0;
  const sample = Math.min(MOST_PER_SECOND / callsPerSecond, 1);
  const bucket = new TokenBucket(limitPerSecond * sample, 2);
  const meanMs = MS_PER_SECOND / (callsPerSecond * sample);
  let [calls, refused] = [0, 0];
  for (let atMs = 0; atMs < seconds * MS_PER_SECOND; atMs += draws.exponential(meanMs)) {
    calls += 1;
    if (!bucket.take(atMs)) refused += 1;
  }
  return refused / calls;
}
