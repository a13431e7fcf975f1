/** Reads a page of a task's history, for its owner. */
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { toCallArguments } from '../../core/mapping/call-arguments.js';
import type { Sealer } from '../../core/sealer.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import type { TaskHistory } from '../../core/task/task-history.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { inTime } from '../../core/value/in-time.js';
import { readDecisions } from '../decisions/read-decisions.js';
import type { HistoryEvent } from '../declared/fetch-newest-events.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { describeExecution } from '../describe/find-execution.js';
import { readArgumentsIn, readStartArguments } from '../describe/start-arguments.js';
import { fetchFittingPage } from '../link/fitting-page.js';
import { invalidCursor } from '../link/invalid-cursor.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { readActivityHistory } from './read-activity-history.js';
import { toEntry } from './to-entry.js';
import { toPending } from './to-pending.js';

const PAGE_SIZE = 500;
/** Limit of each call, in milliseconds: the rest of a task's page does not wait longer. */
const CALL_DEADLINE_MS = 2_000;
/** Limit of the reading as a whole, in milliseconds: codecs and stores may be slow. */
const DEADLINE_MS = 5_000;
const PURPOSE = 'task history';
/** Temporal's token of the first events. */
const START = new Uint8Array();

export interface HistoryQuery {
  readonly owner: string;
  readonly taskId: string;
  /** The run that the task's owner sees now. Empty: the latest. */
  readonly runId: string;
  /** Absent: the tool is no longer listed. */
  readonly tool: ToolDefinition | undefined;
  /** Absent: the first page. */
  readonly cursor: string | undefined;
}

/** A place in a chain of runs. */
interface Place {
  readonly runId: string;
  /** Temporal's page token. Empty: the first event of the run. */
  readonly token: Uint8Array;
  /** Events of Temporal's page that earlier pages have shown: a page of Temporal may have more than was asked for. */
  readonly skipped: number;
}

/** Reads histories page by page. A cursor is sealed, since Temporal's tokens name a history without a check. */
export class HistoryReader {
  readonly #calls: TemporalCalls;
  readonly #sealer: Sealer;

  constructor(calls: TemporalCalls, sealer: Sealer) {
    this.#calls = calls;
    this.#sealer = sealer;
  }

  /**
   * Reads up to 500 events, oldest first.
   *
   * @throws {TaskError} `invalidCursor` for a cursor of another task or owner; `unavailable` if it takes too long.
   */
  async read(query: HistoryQuery): Promise<TaskHistory> {
    return inTime(this.#read(query), DEADLINE_MS, () => {
      throw new TaskError(TaskErrorCode.unavailable, 'The history cannot be read in time.');
    });
  }

  async #read(query: HistoryQuery): Promise<TaskHistory> {
    const { taskId, runId, cursor, tool } = query;
    if (kindOfTaskId(taskId) === 'activity') {
      return readActivityHistory(this.#calls, { taskId, runId, tool });
    }
    const isFirst = cursor === undefined;
    const place = isFirst ? { runId, token: START, skipped: 0 } : await this.#open(query, cursor);
    const [execution, { events, next }] = await Promise.all([
      describeExecution(this.#calls, taskId, runId),
      this.#fetchPage(taskId, place),
    ]);
    const showFailures = tool?.showActivityFailures ?? false;
    const context = { calls: this.#calls, taskId, showFailures };
    const entries = await Promise.all(events.map(async (event) => toEntry(event, context)));
    const before = runBefore(events);
    const pageRunId = place.runId === '' ? execution.runId : place.runId;
    const isCurrent = execution.isOpen && pageRunId === execution.runId;
    const seal = async (at: Place): Promise<string> => this.#seal(query, at);
    return {
      entries: entries.filter((entry) => entry !== undefined),
      pending: isCurrent ? await toPending(execution, events, context) : [],
      decisions: await readDecisions({ payloads: this.#calls.payloads, taskId }, events),
      events: { here: events.length, all: execution.historyLength },
      workflowArguments: isFirst ? await this.#readArguments(query, execution, events) : undefined,
      nextCursor: next && (await seal({ ...next, runId: pageRunId })),
      earlierCursor:
        before === undefined ? undefined : await seal({ runId: before, token: START, skipped: 0 }),
      isWhole: isFirst && !next && before === undefined,
    };
  }

  async #fetchPage(
    taskId: string,
    { runId, token, skipped }: Place,
  ): Promise<{
    readonly events: readonly HistoryEvent[];
    readonly next: Omit<Place, 'runId'> | undefined;
  }> {
    const { history, nextPageToken } = await fetchFittingPage(PAGE_SIZE, async (maximumPageSize) =>
      this.#calls.run(
        async ({ workflowService, options }) =>
          workflowService.getWorkflowExecutionHistory({
            namespace: options.namespace,
            execution: { workflowId: taskId, runId },
            maximumPageSize,
            nextPageToken: token,
          }),
        { deadlineMs: CALL_DEADLINE_MS },
      ),
    );
    const rest = (history?.events ?? []).slice(skipped);
    const events = rest.slice(0, PAGE_SIZE);
    if (rest.length > PAGE_SIZE) return { events, next: { token, skipped: skipped + PAGE_SIZE } };
    const hasMore = nextPageToken.byteLength > 0;
    return { events, next: hasMore ? { token: nextPageToken, skipped: 0 } : undefined };
  }

  /** The arguments of the first run. Those of this package's own Workflows hold more than the call's. */
  async #readArguments(
    { taskId, tool }: HistoryQuery,
    execution: DescribedExecution,
    [first]: readonly HistoryEvent[],
  ): Promise<readonly unknown[] | undefined> {
    const values =
      execution.firstRunId === execution.runId
        ? await readArgumentsIn(this.#calls, taskId, first)
        : await readStartArguments(this.#calls, taskId, execution);
    return values && tool?.work ? [toCallArguments(tool.start.arguments, values)] : values;
  }

  async #seal({ owner, taskId }: HistoryQuery, { runId, token, skipped }: Place): Promise<string> {
    const position = Buffer.from(token).toString('base64');
    const { namespace } = this.#calls.client.options;
    return this.#sealer.seal(PURPOSE, { owner, taskId, runId, position, skipped, namespace });
  }

  async #open({ owner, taskId }: HistoryQuery, cursor: string): Promise<Place> {
    const opened = (await this.#sealer.open(PURPOSE, cursor)) ?? {};
    const { runId, position, skipped } = opened;
    const { namespace } = this.#calls.client.options;
    const named = { owner, taskId, namespace };
    const isTheirs = Object.entries(named).every(([name, value]) => opened[name] === value);
    const isPlace =
      typeof runId === 'string' && typeof position === 'string' && typeof skipped === 'number';
    if (!isTheirs || !isPlace) throw invalidCursor();
    return { runId, token: Uint8Array.from(Buffer.from(position, 'base64')), skipped };
  }
}

/** Returns the run that continued as the one whose first event is among these. */
function runBefore([first]: readonly HistoryEvent[]): string | undefined {
  const runId = first?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? '';
  return runId === '' ? undefined : runId;
}
