import type {
  HistoryEntry,
  HistoryFact,
  TaskHistory,
  WorkEnd,
} from '../../core/task/task-history.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { toLine } from '../../core/value/quote.js';
import { describeExecution } from '../describe/find-execution.js';
import { readStartArguments } from '../describe/start-arguments.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { MAX_NAME } from './to-entry.js';
import { toPending } from './to-pending.js';

const ENDS: ReadonlyMap<unknown, WorkEnd> = new Map([
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED, 'done'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_CANCELED, 'cancelled'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TERMINATED, 'terminated'],
  [WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_TIMED_OUT, 'timedOut'],
]);

/** Place of the entry with which the Activity began. */
const BEGUN = 2;

/** A Standalone Activity has no history: its state tells the start, the attempt and the end. */
export async function readActivityHistory(
  calls: TemporalCalls,
  {
    taskId,
    runId,
    tool,
  }: {
    readonly taskId: string;
    readonly runId: string;
    readonly tool: ToolDefinition | undefined;
  },
): Promise<TaskHistory> {
  const execution = await describeExecution(calls, taskId, runId);
  const { startedAt, closedAt, workflowType, raw } = execution;
  const how = ENDS.get(raw.workflowExecutionInfo?.status) ?? 'failed';
  const name = toLine(workflowType, MAX_NAME);
  const ofStart: HistoryFact[] = [
    { kind: 'started', how: 'first' },
    { kind: 'begun', work: 'activity', name },
  ];
  const ofEnd: HistoryFact[] = closedAt
    ? [
        { kind: 'over', of: BEGUN, how },
        { kind: 'ended', how },
      ]
    : [];
  const entries: readonly HistoryEntry[] = [
    ...ofStart.map((fact, at) => ({ ...fact, id: at + 1, at: startedAt })),
    ...ofEnd.map((fact, at) => ({ ...fact, id: BEGUN + at + 1, at: closedAt ?? startedAt })),
  ];
  const showFailures = tool?.showActivityFailures ?? false;
  const pending = await toPending(execution, [], { calls, taskId, showFailures });
  return {
    entries,
    pending: pending.map((work) => ({ ...work, of: BEGUN })),
    decisions: [],
    events: { here: entries.length, all: entries.length },
    workflowArguments: await readStartArguments(calls, taskId, execution),
    isWhole: true,
  };
}
