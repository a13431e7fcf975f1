import type { Client } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

import { isTaskError, TaskErrorCode } from '../core/errors.js';

import { countPollers } from './count-pollers.js';
import { type DescribedExecution, describeExecution } from './describe-execution.js';
import { explainError, type Finding } from './finding.js';
import { EventType } from './proto-enums.js';
import { TemporalCalls } from './temporal-calls.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Failure = temporal.api.failure.v1.IFailure;

const CALL_DEADLINE_MS = 5_000;
/** The failure stands at the end of a history, with at most a few Signals behind it. */
const EVENTS_LOOKED_AT = 50;
/** Lines of a stack trace that say where it was. */
const STACK_LINES = 3;

/** A failure in full, with its causes: for an operator, and not for a client. */
function describeFailure(failure: Failure): string {
  const type = failure.applicationFailureInfo?.type;
  const stack = (failure.stackTrace ?? '').split('\n').slice(0, STACK_LINES).join('\n');
  const text = `${type ? `${type}: ` : ''}${failure.message ?? ''}${stack === '' ? '' : `\n${stack}`}`;
  return failure.cause ? `${text}\ncaused by ${describeFailure(failure.cause)}` : text;
}

function describeEvent({
  workflowTaskFailedEventAttributes: failed,
  workflowTaskTimedOutEventAttributes: timedOut,
}: HistoryEvent): string | undefined {
  if (timedOut) return 'A Worker took the Workflow Task, and did not finish it in time.';
  if (!failed?.failure) return undefined;
  const by = failed.identity ? ` on the Worker ${failed.identity}` : '';
  return `The code of the Workflow failed${by}: ${describeFailure(failed.failure)}`;
}

/** Why the last Workflow Task failed, by the history: an attempt that is made again leaves nothing there. */
async function findFailedWorkflowTask(
  calls: TemporalCalls,
  workflowId: string,
  runId: string,
): Promise<string | undefined> {
  const { history } = await calls.run(async (client) =>
    client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: EVENTS_LOOKED_AT,
    }),
  );
  const kinds: unknown[] = [
    EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
    EventType.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
  ];
  const event = (history?.events ?? []).find(({ eventType }) => kinds.includes(eventType));
  return event && describeEvent(event);
}

async function inspectWorkflowTask(
  calls: TemporalCalls,
  workflowId: string,
  { raw, runId }: DescribedExecution,
): Promise<Finding[]> {
  const { attempt } = raw.pendingWorkflowTask ?? {};
  if ((attempt ?? 0) <= 1) return [];
  const cause =
    (await findFailedWorkflowTask(calls, workflowId, runId)) ??
    'Its history does not say why: see the log of the Worker.';
  return [{ level: 'problem', message: `Its Workflow Task fails (attempt ${attempt}). ${cause}` }];
}

function inspectActivities({ raw }: DescribedExecution): Finding[] {
  return (raw.pendingActivities ?? []).flatMap(
    ({ activityType, attempt, lastFailure }): Finding[] =>
      lastFailure
        ? [
            {
              level: 'warning',
              message: `Its Activity ${activityType?.name ?? ''} has failed (attempt ${attempt ?? 1}). ${describeFailure(lastFailure)}`,
            },
          ]
        : [],
  );
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
    ...inspectActivities(execution),
  ];
}

/**
 * Says what keeps a task from going on, in full: the failures of its code and of its Activities, with their messages and
 * the first lines of their stacks. It is for operators; clients are told that something fails, and not what.
 *
 * @param taskId The Workflow ID, of a task or of any other execution.
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
