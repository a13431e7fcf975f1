import type { Client } from '@temporalio/client';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import { type DescribedExecution, describeExecution } from '../read/describe-execution.js';
import { describeFailure, findFailedWorkflowTask } from '../read/failed-workflow-task.js';
import { openFailure } from '../read/open-failure.js';

import { countPollers } from './count-pollers.js';
import { explainError, type Finding } from './finding.js';
import { inspectLostAnswers } from './inspect-lost-answers.js';

const CALL_DEADLINE_MS = 5_000;
async function inspectWorkflowTask(
  calls: TemporalCalls,
  workflowId: string,
  { raw, runId }: DescribedExecution,
): Promise<Finding[]> {
  const { attempt } = raw.pendingWorkflowTask ?? {};
  if ((attempt ?? 0) <= 1) return [];
  const cause =
    (await findFailedWorkflowTask(calls, { workflowId, runId })) ??
    'Its history does not say why: see the log of the Worker.';
  return [{ level: 'problem', message: `Its Workflow Task fails (attempt ${attempt}). ${cause}` }];
}

async function inspectActivities(
  calls: TemporalCalls,
  taskId: string,
  { raw }: DescribedExecution,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { activityType, attempt, lastFailure } of raw.pendingActivities ?? []) {
    if (!lastFailure) continue;
    const failure = await openFailure(calls, lastFailure, taskId);
    const message = `Its Activity ${activityType?.name ?? ''} has failed (attempt ${attempt ?? 1}). ${describeFailure(failure)}`;
    findings.push({ level: 'warning', message });
  }
  return findings;
}

async function inspectTaskQueueOf(
  calls: TemporalCalls,
  { raw, workflowType }: DescribedExecution,
): Promise<Finding[]> {
  const name = raw.executionConfig?.taskQueue?.name;
  if (name == null || name === '') return [];
  const pollers = await countPollers(calls, name);
  return pollers > 0
    ? [{ level: 'ok', message: `Task Queue ${name} is polled by ${pollers} worker(s).` }]
    : [
        {
          level: 'problem',
          message: `Nobody polls Task Queue ${name}: run a Worker with ${workflowType}.`,
        },
      ];
}

async function inspectFound(
  calls: TemporalCalls,
  taskId: string,
  execution: DescribedExecution,
): Promise<Finding[]> {
  const { meta, workflowType, isOpen, isPaused, startedAt, closedAt } = execution;
  const tool = meta ? `tool ${meta.toolName}, ` : 'no task of this server, ';
  const since = isOpen ? `open since ${startedAt}` : `closed at ${closedAt ?? 'an unknown time'}`;
  const findings: Finding[] = [
    { level: 'ok', message: `${taskId}: ${tool}Workflow Type ${workflowType}, ${since}.` },
  ];
  if (!isOpen) return findings;
  if (isPaused) findings.push({ level: 'warning', message: 'It is paused by an operator.' });
  return [
    ...findings,
    ...(await inspectTaskQueueOf(calls, execution)),
    ...(await inspectWorkflowTask(calls, taskId, execution)),
    ...(await inspectActivities(calls, taskId, execution)),
    ...(await inspectLostAnswers(calls, { workflowId: taskId, runId: execution.runId })),
  ];
}

/**
 * Reports in full why a task does not go on: the failures of its code and of its Activities, with their messages and
 * the first lines of their stacks. It is for operators. Clients learn only that something fails.
 *
 * @param taskId The Workflow ID of a task or of any other execution.
 */
export async function inspectTask(client: Client, taskId: string): Promise<Finding[]> {
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS);
  try {
    return await inspectFound(calls, taskId, await describeExecution(calls, taskId));
  } catch (error) {
    const isUnknown = isTaskError(error) && error.code === TaskErrorCode.taskNotFound;
    const message = isUnknown
      ? `There is no execution with the ID ${taskId} in namespace ${client.options.namespace}.`
      : `Temporal cannot be asked: ${explainError(error)}`;
    return [{ level: 'problem', message }];
  }
}
