import type { temporal } from '@temporalio/proto';

import { isTaskError, TaskErrorCode } from '../../core/errors.js';
import type { SeenMessage, WorkflowRecord } from '../../core/survey/workflow-record.js';
import { ANY_TASK_ID_PREFIX } from '../../core/task/task-id.js';
import { ContinueAsNewInitiator } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import type { FoundExecution } from './find-executions.js';
import { addPayloads } from './payload-values.js';
import { EVENTS_READ } from './survey-calls.js';

type HistoryEvent = temporal.api.history.v1.IHistoryEvent;
type Started = temporal.api.history.v1.IWorkflowExecutionStartedEventAttributes;

interface Run {
  readonly workflowId: string;
  readonly runId: string;
}

async function readStart(
  calls: TemporalCalls,
  { workflowId, runId }: Run,
  maximumPageSize = EVENTS_READ,
): Promise<HistoryEvent[]> {
  const { history } = await calls.run(async (client) =>
    client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize,
    }),
  );
  return history?.events ?? [];
}

/** Reads the last events of a history, oldest first. */
async function readEnd(calls: TemporalCalls, { workflowId, runId }: Run): Promise<HistoryEvent[]> {
  const { history } = await calls.run(async (client) =>
    client.workflowService.getWorkflowExecutionHistoryReverse({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: EVENTS_READ,
    }),
  );
  return [...(history?.events ?? [])].reverse();
}

/** Reads the beginning and the end of a history: all of it, if it is short. */
async function readEvents(
  calls: TemporalCalls,
  execution: FoundExecution,
): Promise<ReadonlyMap<string, HistoryEvent>> {
  const start = await readStart(calls, execution);
  const end = start.length < EVENTS_READ ? [] : await readEnd(calls, execution);
  return new Map([...start, ...end].map((event) => [String(event.eventId), event]));
}

/** Returns true if a Worker has taken the execution and could not run it: its start may be wrong. */
function cannotRun(events: readonly HistoryEvent[]): boolean {
  return (
    events.some((event) => event.workflowTaskFailedEventAttributes) &&
    !events.some((event) => event.workflowTaskCompletedEventAttributes)
  );
}

/** Reads an execution's arguments, messages and result into the record of its Workflow Type. */
class ExecutionReader {
  readonly #calls: TemporalCalls;
  readonly #record: WorkflowRecord;
  /** Accepted Updates, by the ID of the event. */
  readonly #accepted = new Map<string, SeenMessage>();

  constructor(calls: TemporalCalls, record: WorkflowRecord) {
    this.#calls = calls;
    this.#record = record;
  }

  async read(execution: FoundExecution): Promise<void> {
    const events = await readEvents(this.#calls, execution);
    for (const event of events.values()) this.#readRun(event);
    if (execution.hasEndedBadly || cannotRun([...events.values()])) return;
    for (const [eventId, event] of events) await this.#readEvent(eventId, event, execution);
  }

  #readRun({ workflowTaskCompletedEventAttributes: ran }: HistoryEvent): void {
    const sdk = ran?.sdkMetadata?.sdkName;
    if (ran) this.#record.hasRun = true;
    if (sdk != null && sdk !== '') this.#record.sdks.add(sdk);
  }

  async #readEvent(eventId: string, event: HistoryEvent, execution: FoundExecution): Promise<void> {
    const { workflowId } = execution;
    const started = event.workflowExecutionStartedEventAttributes;
    const completed = event.workflowExecutionCompletedEventAttributes;
    const signaled = event.workflowExecutionSignaledEventAttributes;
    const accepted = event.workflowExecutionUpdateAcceptedEventAttributes;
    const updated = event.workflowExecutionUpdateCompletedEventAttributes;
    if (started) await this.#readStarted(started, execution);
    if (completed) await this.#add(this.#record.results, workflowId, completed.result);
    if (signaled) {
      const message = this.#record.message('signal', signaled.signalName ?? '');
      if (message) await this.#add(message.sent, workflowId, signaled.input);
    }
    const update = accepted?.acceptedRequest?.input;
    if (update) {
      const message = this.#record.message('update', update.name ?? '');
      if (message) {
        this.#accepted.set(eventId, message);
        await this.#add(message.sent, workflowId, update.args);
      }
    }
    const message = updated && this.#accepted.get(String(updated.acceptedEventId));
    if (message && updated.outcome?.success) {
      await this.#add(message.results, workflowId, updated.outcome.success);
    }
  }

  async #add(
    to: SeenMessage['sent'],
    workflowId: string,
    seen: temporal.api.common.v1.IPayloads | null | undefined,
  ): Promise<readonly unknown[] | undefined> {
    const payloads = seen?.payloads ?? [];
    return addPayloads(to, this.#calls.payloads, { workflowId, payloads });
  }

  async #readStarted(started: Started, execution: FoundExecution): Promise<void> {
    const { workflowId, isChild, isScheduled } = execution;
    if ((started.cronSchedule ?? '') !== '') this.#record.crons += 1;
    const first = await this.#findFirst(started, execution);
    const given = first && (await this.#add(this.#record.starts, workflowId, first.input));
    const isChosen = !isChild && !isScheduled && !workflowId.startsWith(ANY_TASK_ID_PREFIX);
    if (given && isChosen) this.#record.ids.add(workflowId, given);
  }

  /** Finds the first run's start event. A continue-as-new has other arguments, which only the Workflow chooses. */
  async #findFirst(started: Started, execution: FoundExecution): Promise<Started | undefined> {
    const { continuedExecutionRunId, firstExecutionRunId, initiator } = started;
    const isHandedOn =
      (continuedExecutionRunId ?? '') !== '' &&
      initiator === ContinueAsNewInitiator.CONTINUE_AS_NEW_INITIATOR_WORKFLOW;
    if (!isHandedOn) return started;
    if ((firstExecutionRunId ?? '') === '') return undefined;
    const { workflowId } = execution;
    const first = { workflowId, runId: firstExecutionRunId ?? '' };
    const [event] = await unlessGone(async () => readStart(this.#calls, first, 1), []);
    return event?.workflowExecutionStartedEventAttributes ?? undefined;
  }
}

/** Treats an execution that Temporal has deleted meanwhile as absent. */
async function unlessGone<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isTaskError(error) && error.code === TaskErrorCode.taskNotFound) return otherwise;
    throw error;
  }
}

/** Reads one execution into the record of its Workflow Type. */
export async function readExecution(
  calls: TemporalCalls,
  execution: FoundExecution,
  record: WorkflowRecord,
): Promise<void> {
  record.addExecution(execution);
  await unlessGone(async () => new ExecutionReader(calls, record).read(execution), undefined);
}
