import { kindOfTaskId } from '../../core/task/own-workflow-id.js';
import {
  fetchHistoryPage,
  type HistoryEvent,
  type TaskRun,
  toEventId,
} from '../link/history-page.js';
import type { CallLimits, TemporalCalls } from '../link/temporal-calls.js';

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
  run: TaskRun,
  limits: PageLimits,
): AsyncGenerator<readonly HistoryEvent[], void, undefined> {
  if (kindOfTaskId(run.taskId) === 'activity') return;
  let token: Uint8Array | undefined;
  for (;;) {
    const request = { ...limits, token, isNewestFirst: true };
    const { events, nextToken } = await fetchHistoryPage(calls, run, request);
    // Some services would start again with the newest events after the first event.
    const first = events.findIndex((event) => toEventId(event) === 1);
    yield first < 0 ? events : events.slice(0, first + 1);
    if (first >= 0 || !nextToken) return;
    token = nextToken;
  }
}

/** Newest first. */
export async function fetchNewestEvents(
  calls: TemporalCalls,
  run: TaskRun,
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
