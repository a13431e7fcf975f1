/** Reads a page of a task's history, for its owner. */
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { toCallArguments } from '../../core/mapping/call-arguments.js';
import type { Sealer } from '../../core/sealer.js';
import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import type { TaskHistory } from '../../core/task/task-history.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';
import { inTime } from '../../core/value/in-time.js';
import { readDecisions } from '../decisions/read-decisions.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { describeExecution } from '../describe/find-execution.js';
import { readArgumentsIn, readStartArguments } from '../describe/start-arguments.js';
import { Cursors, toPageToken, toTokenText } from '../link/cursors.js';
import { fetchHistoryPage, type HistoryEvent, runBefore } from '../link/history-page.js';
import type { TemporalCalls } from '../link/temporal-calls.js';

import { readActivityHistory } from './read-activity-history.js';
import { toEntry } from './to-entry.js';
import { toPending } from './to-pending.js';

const PAGE_SIZE = 500;
/** Limit of each call, in milliseconds: the rest of a task's page does not wait longer. */
const CALL_DEADLINE_MS = 2_000;
/** Limit of the reading as a whole, in milliseconds: codecs and stores may be slow. */
const DEADLINE_MS = 5_000;

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
  /** Temporal's page token. Absent: the first event of the run. */
  readonly token?: string | undefined;
  /** Events of Temporal's page that earlier pages have shown: a page of Temporal may have more than was asked for. */
  readonly skipped: number;
}

/** Reads histories page by page. */
export class HistoryReader {
  readonly #calls: TemporalCalls;
  readonly #cursors: Cursors<Place>;

  constructor(calls: TemporalCalls, sealer: Sealer) {
    this.#calls = calls;
    this.#cursors = new Cursors(sealer, 'a task’s history', calls.client.options.namespace);
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
    const { owner, taskId, runId, cursor, tool } = query;
    if (kindOfTaskId(taskId) === 'activity') {
      return readActivityHistory(this.#calls, { taskId, runId, tool });
    }
    const isFirst = cursor === undefined;
    const place = isFirst
      ? { runId, skipped: 0 }
      : await this.#cursors.open({ owner, taskId }, cursor);
    const [execution, { events, next }] = await Promise.all([
      describeExecution(this.#calls, taskId, runId),
      this.#fetchPage(taskId, place),
    ]);
    const showFailures = tool?.showActivityFailures ?? false;
    const context = { calls: this.#calls, taskId, showFailures };
    const entries = await Promise.all(events.map(async (event) => toEntry(event, context)));
    const before = runBefore(events[0]);
    const pageRunId = place.runId === '' ? execution.runId : place.runId;
    const isCurrent = execution.isOpen && pageRunId === execution.runId;
    const seal = async (at: Place): Promise<string> => this.#cursors.seal({ owner, taskId }, at);
    return {
      entries: entries.filter((entry) => entry !== undefined),
      pending: isCurrent ? await toPending(execution, events, context) : [],
      decisions: await readDecisions({ payloads: this.#calls.payloads, taskId }, events),
      events: { here: events.length, all: execution.historyLength },
      workflowArguments: isFirst ? await this.#readArguments(query, execution, events) : undefined,
      nextCursor: next && (await seal({ ...next, runId: pageRunId })),
      earlierCursor: before === undefined ? undefined : await seal({ runId: before, skipped: 0 }),
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
    const { events: all, nextToken } = await fetchHistoryPage(
      this.#calls,
      { taskId, runId },
      {
        pageSize: PAGE_SIZE,
        token: token === undefined ? undefined : toPageToken(token),
        deadlineMs: CALL_DEADLINE_MS,
      },
    );
    const rest = all.slice(skipped);
    const events = rest.slice(0, PAGE_SIZE);
    if (rest.length > PAGE_SIZE) return { events, next: { token, skipped: skipped + PAGE_SIZE } };
    return { events, next: nextToken && { token: toTokenText(nextToken), skipped: 0 } };
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
}
