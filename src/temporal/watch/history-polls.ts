import type { Client, WorkflowService } from '@temporalio/client';

import { startDeadline } from '../../core/value/deadline.js';
import { EventType, HistoryEventFilterType } from '../link/proto-enums.js';

/** The service ends a long poll after 20 s; a poll that takes longer than this has lost its connection. */
const POLL_DEADLINE_MS = 30_000;
const PAGE_SIZE = 250;
/** A history that has not been caught up with after this many pages is too long to be read for its news. */
const MAX_PAGES = 8;
/** Of a long history only the close is waited for, and the task is looked at this often besides. */
const LONG_HISTORY_REFRESH_MS = 1_000;

/** The Client's own deadlines are soft: its retries outlive them by up to a second. In milliseconds. */
const DEADLINE_GRACE_MS = 1_000;

type HistoryService = WorkflowService['getWorkflowExecutionHistory'];
type HistoryRequest = Exclude<Parameters<HistoryService>[0], Uint8Array>;
type HistoryResponse = Awaited<ReturnType<HistoryService>>;

/** Events that can change a task's view. Others wake no wait. */
const NEWS: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED,
];
/** Events with which a Workflow moves on: then its own state, and messages to it, may show differently. */
const MOVES: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_SIGNALED,
];
const CLOSE: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW,
];

/** Position of a long poll in the history of one run. */
export interface Position {
  pageToken: Uint8Array | undefined;
  /** Full pages so far: only what lies in the past comes in full pages. */
  pages: number;
}

export interface Polled {
  readonly position: Position;
  /** All events of the Workflow count, not only published state. */
  readonly wakesOnMoves: boolean;
}

/** The result of a poll: an event that counts, other events, or none. */
export type PollEnd = 'news' | 'others' | 'nothing';

/** Long polls on the histories of executions. */
export class HistoryPolls {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs a long poll, and moves the position on. */
  async next(
    taskId: string,
    { position, wakesOnMoves }: Polled,
    stop: AbortSignal,
  ): Promise<PollEnd> {
    const isLong = position.pages >= MAX_PAGES;
    const { history, nextPageToken } = await this.#fetch(
      isLong ? LONG_HISTORY_REFRESH_MS : POLL_DEADLINE_MS,
      stop,
      {
        namespace: this.#client.options.namespace,
        execution: { workflowId: taskId },
        waitNewEvent: true,
        maximumPageSize: PAGE_SIZE,
        historyEventFilterType: isLong
          ? HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT
          : HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT,
        ...(position.pageToken && { nextPageToken: position.pageToken }),
      },
    );
    const events = history?.events ?? [];
    const isRunClosed = events.some(({ eventType }) => CLOSE.includes(eventType));
    // The next run of the chain has a history of its own, and a filter has tokens of its own.
    position.pages = isRunClosed ? 0 : position.pages + (events.length < PAGE_SIZE ? 0 : 1);
    const goesOn = !isRunClosed && !isLong && position.pages < MAX_PAGES;
    position.pageToken = goesOn && nextPageToken.byteLength > 0 ? nextPageToken : undefined;
    const news = wakesOnMoves ? [...NEWS, ...MOVES] : NEWS;
    const isNews = isRunClosed || events.some(({ eventType }) => news.includes(eventType));
    if (isNews) return 'news';
    return events.length === 0 ? 'nothing' : 'others';
  }

  /**
   * Sends a request with its own signal. The Client never removes its listener, so each poll on a watch's signal
   * would leak some 15 KB.
   */
  async #fetch(
    deadlineMs: number,
    stop: AbortSignal,
    request: HistoryRequest,
  ): Promise<HistoryResponse> {
    const { signal, release } = startDeadline(deadlineMs + DEADLINE_GRACE_MS, stop);
    try {
      return await this.#client.withAbortSignal(signal, async () =>
        this.#client.withDeadline(Date.now() + deadlineMs, async () =>
          this.#client.workflowService.getWorkflowExecutionHistory(request),
        ),
      );
    } finally {
      release();
    }
  }
}
