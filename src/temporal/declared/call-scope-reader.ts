import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/task-meta.js';
import { type CallArguments, toCallArguments } from '../../core/mapping/call-arguments.js';
import { INPUT, type Scope } from '../../core/mapping/expression.js';
import { toOwnerRoot } from '../../core/person/caller-root.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { fetchStartArguments } from '../describe/start-arguments.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

const MAX_EXECUTIONS = 1_000;

/** Keys of a tool whose texts and expressions are read while the work runs. Those of its result are read at the end. */
const READ_WHILE_OPEN: readonly PropertyKey[] = ['status', 'progress', 'questions'];

function needsInput({ leaves }: ToolDefinition, isOpen: boolean): boolean {
  return leaves.some(({ path: [key = ''], reads }) => {
    const isRead = isOpen ? READ_WHILE_OPEN.includes(key) : key === 'result';
    return isRead && reads.some(({ root }) => root === INPUT);
  });
}

interface ReadTask {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  readonly meta: Pick<TaskMeta, 'principal'>;
}

/**
 * Reads what is known of a task's call: its owner, and the arguments that its Workflow got, if the tool names one. Those
 * of an execution are read once, from its first event.
 */
export class CallScopeReader {
  readonly #calls: TemporalCalls;
  readonly #arguments = new LRUCache<string, CallArguments>({ max: MAX_EXECUTIONS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /** @throws {TaskError} If Temporal does not answer now. */
  async read(
    tool: ToolDefinition | undefined,
    { taskId, execution, meta }: ReadTask,
  ): Promise<Scope> {
    return {
      task: { id: taskId },
      caller: toOwnerRoot(meta.principal),
      input:
        tool && needsInput(tool, execution.isOpen)
          ? await this.#readInput(tool, taskId, execution)
          : undefined,
    };
  }

  async #readInput(
    tool: ToolDefinition | undefined,
    taskId: string,
    execution: DescribedExecution,
  ): Promise<CallArguments> {
    const key = `${taskId} ${execution.firstRunId}`;
    const cached = this.#arguments.get(key);
    if (cached) return cached;
    const started = await fetchStartArguments(this.#calls, taskId, execution);
    const callArguments = toCallArguments(tool?.start.arguments, started);
    this.#arguments.set(key, callArguments);
    return callArguments;
  }
}
