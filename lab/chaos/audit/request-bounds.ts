import type { Evidence, Excuse, OverdueRequest } from './evidence.js';

function isExcused(request: OverdueRequest, excuses: readonly Excuse[]): boolean {
  return excuses.some(
    ({ replica, startedMs, endedMs }) =>
      (request.replica === undefined || request.replica === replica) &&
      startedMs < request.endedMs &&
      request.startedMs < endedMs,
  );
}

/** Finds requests without an answer within their bound. Requests at a frozen or delayed replica are excused. */
export function findOverdueRequests({ journal, excuses }: Evidence): string[] {
  return journal.overdue
    .filter((request) => !isExcused(request, excuses))
    .map(
      ({ method, replica, startedMs, endedMs }) =>
        `${method} at replica ${replica ?? '?'} had no answer after ${endedMs - startedMs} ms, sent at ${new Date(startedMs).toISOString()}`,
    );
}
