import type { temporal } from '@temporalio/proto';

import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import { fetchFittingPage } from '../link/fitting-page.js';
import type { CallLimits, TemporalCalls } from '../link/temporal-calls.js';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Returns the event's place in the history of its run, from 1. */
export function toEventId({ eventId }: HistoryEvent): number {
  return Number(eventId ?? 0);
}

interface Run {
  readonly taskId: string;
  /** '': the current run. */
  readonly runId: string;
}

export interface PageLimits extends CallLimits {
  readonly pageSize: number;
}

export interface FetchLimits extends PageLimits {
  /** Returns true for the first event that is not needed. It is not returned. */
  readonly isEnough: (event: HistoryEvent) => boolean;
  /** Maximum number of pages. Older events count as missing. */
  readonly maxPages: number;
}

/** Pages of a run's history, newest first. Each one is a call. A Standalone Activity has no history. */
export async function* newestPages(
  calls: TemporalCalls,
  { taskId, runId }: Run,
  { pageSize, ...limits }: PageLimits,
): AsyncGenerator<readonly HistoryEvent[], void, undefined> {
  if (kindOfTaskId(taskId) === 'activity') return;
  let nextPageToken: Uint8Array | undefined;
  for (;;) {
    const response = await fetchFittingPage(pageSize, async (maximumPageSize) =>
      calls.run(
        async ({ workflowService, options }) =>
          workflowService.getWorkflowExecutionHistoryReverse({
            namespace: options.namespace,
            execution: { workflowId: taskId, runId },
            maximumPageSize,
            nextPageToken: nextPageToken ?? null,
          }),
        limits,
      ),
    );
    const events = response.history?.events ?? [];
    // Some services would start again with the newest events after the first event.
    const first = events.findIndex((event) => toEventId(event) === 1);
    yield first < 0 ? events : events.slice(0, first + 1);
    ({ nextPageToken } = response);
    if (first >= 0 || nextPageToken.byteLength === 0) return;
  }
}

/** Newest first. */
export async function fetchNewestEvents(
  calls: TemporalCalls,
  run: Run,
  { isEnough, maxPages, ...limits }: FetchLimits,
): Promise<readonly HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let pages = 0;
  for await (const page of newestPages(calls, run, limits)) {
    const end = page.findIndex(isEnough);
    events.push(...(end < 0 ? page : page.slice(0, end)));
    pages += 1;
    if (end >= 0 || pages === maxPages) return events;
  }
  return events;
}
