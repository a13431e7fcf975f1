import { LRUCache } from 'lru-cache';

import type { CurrentTools, ToolDefinition } from '../../core/tool/tool-definition.js';
import { toJson } from '../../core/value/exact-json.js';
import type { TemporalTask } from '../task/to-task.js';

/** Limits of the cache: this number of closed tasks, and this number of bytes of results. */
const MAX_TASKS = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate size of a closed task without its result, in bytes. */
const OVERHEAD_BYTES = 1_024;

interface KeptEnding {
  readonly task: TemporalTask;
  /** The tool whose mapping made the result. */
  readonly tool: ToolDefinition | undefined;
}

/**
 * Ended tasks by the IDs of their runs, as read. The end of a run never changes, except for the manifest's result
 * mapping: a replaced tool definition drops its tasks. The current run of a task is not known here.
 */
export class EndedTaskCache {
  readonly #tools: CurrentTools;
  readonly #endings = new LRUCache<string, KeptEnding>({
    max: MAX_TASKS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ task }) => OVERHEAD_BYTES + toJson(task.outcome ?? null).length,
  });

  constructor(tools: CurrentTools) {
    this.#tools = tools;
  }

  get(runId: string): TemporalTask | undefined {
    const kept = this.#endings.get(runId);
    return kept && kept.tool === this.#tools().get(kept.task.toolName) ? kept.task : undefined;
  }

  /** @param tool The tool whose mapping made the result. */
  keep(runId: string, task: TemporalTask, tool: ToolDefinition | undefined): void {
    this.#endings.set(runId, { task, tool });
  }
}
