import { setTimeout as sleep } from 'node:timers/promises';

import type { Client } from '@temporalio/client';

import { fetchHistoryPage } from '../link/history-page.js';
import { longPoll } from '../link/long-poll.js';
import { EventType } from '../link/proto-enums.js';

/**
 * Deadline of a long poll, in milliseconds. The service ends a poll after 20 s, so a longer one has lost its
 * connection.
 */
const POLL_DEADLINE_MS = 30_000;
const PAGE_SIZE = 250;
/** Maximum number of full pages to catch up with a history. Of a longer history, only the close is awaited. */
const MAX_PAGES = 8;
/**
 * Time limit of a poll on a long history, in milliseconds. It waits only for the close, and the task is read after
 * each.
 */
const LONG_HISTORY_REFRESH_MS = 1_000;

/**
 * Time that a Worker needs for a Workflow Task, in milliseconds. An earlier poll would bring only its start, which is
 * never news.
 */
const WORKFLOW_TASK_MS = 10;

/** Events that can change a task's view. Other events do not wake a wait. */
const NEWS: readonly unknown[] = [
  EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED,
  EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED,
];
/** Events after which a Workflow's own state, and the messages to it, may show differently. */
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

/** Returns true for the last event of a run. */
export function isClosing({ eventType }: { readonly eventType?: unknown }): boolean {
  return CLOSE.includes(eventType);
}

/** Position of a long poll in the history of one run. */
export interface PollPosition {
  pageToken: Uint8Array | undefined;
  /** Number of full pages so far. Only past events come in full pages. */
  pages: number;
}

export interface Polled {
  readonly position: PollPosition;
  /** True if all events of the Workflow count, and not only published state. */
  readonly wakesOnMoves: boolean;
}

/** The result of a poll: events that count, other events only, or no events. */
export type PollEnd = 'news' | 'others' | 'nothing';

/** Long polls on the histories of executions. */
export class HistoryPolls {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs a long poll, and advances the position. */
  async next(
    taskId: string,
    { position, wakesOnMoves }: Polled,
    stop: AbortSignal,
  ): Promise<PollEnd> {
    const isLong = position.pages >= MAX_PAGES;
    const deadlineMs = isLong ? LONG_HISTORY_REFRESH_MS : POLL_DEADLINE_MS;
    const { events, nextToken, isFull } = await fetchHistoryPage(
      {
        run: async (call) =>
          longPoll(this.#client, { deadlineMs, stop }, async () => call(this.#client)),
      },
      { taskId },
      { pageSize: PAGE_SIZE, token: position.pageToken, isCloseOnly: isLong, waits: true },
    );
    const isRunClosed = events.some(isClosing);
    // The chain's next run has its own history, and a token is valid for one filter only.
    position.pages = isRunClosed ? 0 : position.pages + (isFull ? 1 : 0);
    const goesOn = !isRunClosed && !isLong && position.pages < MAX_PAGES;
    position.pageToken = goesOn ? nextToken : undefined;
    const news = wakesOnMoves ? [...NEWS, ...MOVES] : NEWS;
    const isNews = isRunClosed || events.some(({ eventType }) => news.includes(eventType));
    if (isNews) return 'news';
    if (events.at(-1)?.eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED) {
      await sleep(WORKFLOW_TASK_MS, undefined, { signal: stop });
    }
    return events.length === 0 ? 'nothing' : 'others';
  }
}
