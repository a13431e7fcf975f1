import type { ComparedTarget } from '../comparison.js';

/** Targets of a request that makes one request to Temporal, by the number of clients. */
export function targetsOfRequest(clients: number): readonly ComparedTarget[] {
  return clients === 1
    ? [{ of: 'difference', kind: 'at most', bound: 3, unit: 'ms' }]
    : [{ of: 'ratio', kind: 'at most', bound: 1.3 }];
}

/** Target for news: the largest delay compared with the Temporal Client. */
export function targetsOfNews(): readonly ComparedTarget[] {
  return [{ of: 'difference', kind: 'at most', bound: 20, unit: 'ms' }];
}
