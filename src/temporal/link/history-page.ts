import type { temporal } from '@temporalio/proto';

import { fetchFittingPage } from './fitting-page.js';
import { HistoryEventFilterType } from './proto-enums.js';
import type { CallLimits, TemporalCalls } from './temporal-calls.js';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Returns the event's place in the history of its run, from 1. */
export function toEventId({ eventId }: HistoryEvent): number {
  return Number(eventId ?? 0);
}

/** Returns the run that continued as the one whose first event this is. `undefined`: none, or it is another event. */
export function runBefore(first: HistoryEvent | undefined): string | undefined {
  const runId = first?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? '';
  return runId === '' ? undefined : runId;
}

/** One run of a task's execution. */
export interface TaskRun {
  readonly taskId: string;
  /** Absent or '': the latest run. */
  readonly runId?: string | undefined;
}

export interface HistoryPageRequest extends CallLimits {
  /** Events; fewer if so many are larger than a message may be. */
  readonly pageSize: number;
  /** Temporal's token of the page. Absent: the first page. */
  readonly token?: Uint8Array | undefined;
  /** Default: oldest first. */
  readonly isNewestFirst?: boolean | undefined;
  /** The close event alone. Default: all events. */
  readonly isCloseOnly?: boolean | undefined;
  /** Waits for news after the last event. Default: false. */
  readonly waits?: boolean | undefined;
}

export interface HistoryPage {
  readonly events: readonly HistoryEvent[];
  /** Absent: there is no further page. */
  readonly nextToken: Uint8Array | undefined;
  /** It has as many events as were asked for. */
  readonly isFull: boolean;
}

/** Fetches a page of a run's history: every reader of histories does so here. @param calls Sends the call. */
export async function fetchHistoryPage(
  calls: Pick<TemporalCalls, 'run'>,
  { taskId, runId = '' }: TaskRun,
  {
    pageSize,
    token,
    isNewestFirst = false,
    isCloseOnly = false,
    waits,
    ...limits
  }: HistoryPageRequest,
): Promise<HistoryPage> {
  let askedFor = pageSize;
  const { history, nextPageToken } = await fetchFittingPage(pageSize, async (maximumPageSize) => {
    askedFor = maximumPageSize;
    return calls.run(async ({ workflowService, options: { namespace } }) => {
      const execution = { workflowId: taskId, runId };
      const page = { namespace, execution, maximumPageSize, nextPageToken: token ?? null };
      if (isNewestFirst) return workflowService.getWorkflowExecutionHistoryReverse(page);
      const historyEventFilterType = isCloseOnly
        ? HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT
        : HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT;
      return workflowService.getWorkflowExecutionHistory({
        ...page,
        historyEventFilterType,
        waitNewEvent: waits ?? false,
      });
    }, limits);
  });
  const events = history?.events ?? [];
  return {
    events,
    nextToken: nextPageToken.byteLength > 0 ? nextPageToken : undefined,
    isFull: events.length >= askedFor,
  };
}
