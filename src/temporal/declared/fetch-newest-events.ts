import type { temporal } from '@temporalio/proto';

import { fetchFittingPage } from '../link/fitting-page.js';
import type { CallLimits, TemporalCalls } from '../link/temporal-calls.js';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/** Returns the event's place in the history of its run, from 1. */
export function toEventId({ eventId }: HistoryEvent): number {
  return Number(eventId ?? 0);
}

export interface FetchLimits extends CallLimits {
  /** Returns true for the first event that is not needed. It is not returned. */
  readonly isEnough: (event: HistoryEvent) => boolean;
  readonly pageSize: number;
  /** Maximum number of pages. Older events count as missing. */
  readonly maxPages: number;
}

/** Newest first. */
export async function fetchNewestEvents(
  calls: TemporalCalls,
  { taskId, runId }: { readonly taskId: string; readonly runId: string },
  { isEnough, pageSize, maxPages, ...limits }: FetchLimits,
): Promise<readonly HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  let nextPageToken: Uint8Array | undefined;
  for (let page = 0; page < maxPages; page += 1) {
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
    for (const event of response.history?.events ?? []) {
      if (isEnough(event)) return events;
      events.push(event);
      // Some services would start again with the newest events after the first event.
      if (toEventId(event) === 1) return events;
    }
    ({ nextPageToken } = response);
    if (nextPageToken.byteLength === 0) return events;
  }
  return events;
}
