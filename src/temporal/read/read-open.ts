import type { TaskMeta } from '../../core/contract/task-meta.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { joinSentences } from '../../core/value/sentence.js';
import {
  type FoundQuestions,
  findQuestions,
  type QuestionFinder,
} from '../declared/find-questions.js';
import { describeLost, isFinal } from '../declared/lost-answers.js';
import { readDeclaredStatus } from '../declared/read-declared-status.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import type { FailingWorkflowTasks } from '../describe/failing-workflow-tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { describeWaiting } from './describe-waiting.js';
import type { MissingWorkers } from './missing-workers.js';
import { type OpenStatus, readOpenStatus } from './open-status.js';

export interface OpenExecution {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  readonly meta: TaskMeta;
  /** Absent if the tool is no longer listed. */
  readonly tool: ToolDefinition | undefined;
}

export interface OpenReading extends OpenStatus {
  /** Absent: its tool declares no questions. */
  readonly declared?: FoundQuestions | undefined;
  /**
   * Present if the Workflow does not publish all changes of shown parts. A wait then reads again whenever the Workflow
   * moves on, and after this time in milliseconds, if set.
   */
  readonly watch?: { readonly refreshMs?: number | undefined } | undefined;
}

export async function readOpen(
  { taskId, execution, meta, tool }: OpenExecution,
  {
    calls,
    finder,
    failing,
    missing,
    nowMs,
  }: {
    readonly calls: TemporalCalls;
    readonly finder: QuestionFinder;
    readonly failing: FailingWorkflowTasks;
    readonly missing: MissingWorkers;
    /** Milliseconds since the epoch. */
    readonly nowMs: number;
  },
): Promise<OpenReading> {
  const scope = await finder.callScope.read(tool, { taskId, execution, meta });
  const described = { taskId, execution, scope, toolName: meta.toolName };
  const shown = await readDeclaredStatus(tool, described, finder);
  const declared = await findQuestions(tool, described, finder);
  const options = {
    showActivityFailures: tool?.showActivityFailures ?? false,
    calls,
    taskId,
    nowMs,
  };
  const status = await readOpenStatus(execution, {
    ...options,
    failed: await failing.find(taskId, execution),
    describeMissingWorker: async () => missing.describe(taskId, execution),
    isUnanswered: shown?.isUnanswered === true || (declared?.unknown.length ?? 0) > 0,
    declared: shown,
    describeWaiting: async () => describeWaiting(calls, execution, options),
  });
  const refreshMs = Math.min(shown?.refreshMs ?? Infinity, declared?.refreshMs ?? Infinity);
  return {
    ...status,
    statusMessage: joinSentences([
      status.statusMessage,
      describeLost(declared?.lost ?? []),
      ...new Set([...(shown?.unreadable ?? []), ...(declared?.unreadable ?? [])]),
    ]),
    isStuck: declared?.lost.some(isFinal) === true ? true : status.isStuck,
    declared,
    watch: (shown ?? declared) && { refreshMs: refreshMs < Infinity ? refreshMs : undefined },
  };
}
