import { LRUCache } from 'lru-cache';

import { toJson } from '../../core/value/exact-json.js';
import type { TemporalTask } from '../read/to-task.js';

/** Limits of the cache: this number of closed tasks, and this number of bytes of results. */
const MAX_TASKS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate size of a closed task without its result, in bytes. */
const OVERHEAD_BYTES = 1_024;

/** Creates a cache of ended tasks by the IDs of their runs. The end of a run never changes. */
export function createEndedTaskCache(): LRUCache<string, TemporalTask> {
  return new LRUCache({
    max: MAX_TASKS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ outcome }) => OVERHEAD_BYTES + toJson(outcome ?? null).length,
  });
}
