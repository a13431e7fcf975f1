import type { ComparedTarget } from '../comparison.js';

/** What a request that comes down to one of Temporal's is meant to cost, by the number of clients. */
export function targetsOfRequest(clients: number): readonly ComparedTarget[] {
  return clients === 1
    ? [{ of: 'difference', kind: 'at most', bound: 3, unit: 'ms' }]
    : [{ of: 'ratio', kind: 'at most', bound: 1.3 }];
}

/** What whoever waits is meant to notice later than the Temporal Client does. */
export function targetsOfNews(): readonly ComparedTarget[] {
  return [{ of: 'difference', kind: 'at most', bound: 20, unit: 'ms' }];
}
