import { LRUCache } from 'lru-cache';

import type { TaskMeta } from '../../core/contract/task-meta.js';
import { readsOfLayout } from '../../core/mapping/argument-layout.js';
import { type CallArguments, toCallArguments } from '../../core/mapping/call-arguments.js';
import { INPUT, type Reading, type Scope } from '../../core/mapping/expression.js';
import { readsOf } from '../../core/mapping/text.js';
import { toOwnerRoot } from '../../core/person/caller-root.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { fetchStartArguments } from '../describe/start-arguments.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

const MAX_EXECUTIONS = 1_000;

/** What status, progress and questions of a tool read. */
function readsWhileOpen({
  status,
  progress,
  questions: { declared },
}: ToolDefinition): readonly Reading[] {
  return [
    ...status.flatMap(({ text }) => (text ? readsOf(text) : [])),
    ...progress.flatMap(({ done, total, message }) =>
      [done, total, message].flatMap((expression) => expression?.reads ?? []),
    ),
    ...declared.flatMap(({ message, value, id, answer, decline }) => [
      ...readsOf(message),
      ...[value, id].flatMap((expression) => expression?.reads ?? []),
      ...[answer, decline].flatMap((target) => (target ? readsOfLayout(target.layout) : [])),
    ]),
  ];
}

/** What the result of a tool reads. */
function readsAtEnd({ result = {} }: ToolDefinition): readonly Reading[] {
  const { structured, text } = result;
  return [...(structured?.reads ?? []), ...(text ? readsOf(text) : [])];
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
    const reads = tool && (execution.isOpen ? readsWhileOpen(tool) : readsAtEnd(tool));
    const needsInput = reads?.some(({ root }) => root === INPUT) === true;
    return {
      task: { id: taskId },
      caller: toOwnerRoot(meta.principal),
      input: needsInput ? await this.#readInput(tool, taskId, execution) : undefined,
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
