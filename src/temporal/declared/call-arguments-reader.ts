import { LRUCache } from 'lru-cache';

import {
  argumentAt,
  argumentsIn,
  type CallArguments,
  toCallArguments,
} from '../../core/mapping/call-arguments.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { fetchStartArguments } from '../describe/start-arguments.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

const MAX_EXECUTIONS = 1_000;

/** Returns true if status, progress or a question of a tool shows an argument of the call. */
function showArguments({ status, progress, questions }: ToolDefinition) {
  const texts = [
    ...status.map(({ text = '' }) => text),
    ...questions.declared.map((one) => one.message),
  ];
  const hasTotal = progress.some(
    ({ total }) => typeof total === 'string' && argumentAt(total) !== undefined,
  );
  return hasTotal || texts.some((text) => argumentsIn(text).length > 0);
}

/**
 * Reads the arguments of a call from the first event of its execution, if its tool shows one. Reads each execution
 * once.
 */
export class CallArgumentsReader {
  readonly #calls: TemporalCalls;
  readonly #read = new LRUCache<string, CallArguments>({ max: MAX_EXECUTIONS });

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /**
   * @returns `undefined` if the tool shows no argument.
   * @throws {TaskError} If Temporal does not answer now.
   */
  async read(
    tool: ToolDefinition | undefined,
    { taskId, execution }: { readonly taskId: string; readonly execution: DescribedExecution },
  ): Promise<CallArguments | undefined> {
    if (!tool || !showArguments(tool)) return undefined;
    const key = `${taskId} ${execution.firstRunId}`;
    const known = this.#read.get(key);
    if (known) return known;
    const started = await fetchStartArguments(this.#calls, taskId, execution);
    const callArguments = toCallArguments(tool.workflow.arguments, started);
    this.#read.set(key, callArguments);
    return callArguments;
  }
}
