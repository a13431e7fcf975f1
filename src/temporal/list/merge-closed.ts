import type { ClosedPage } from '../../core/task/tasks.js';

/** Joins closed executions of several searches, up to the instant up to which every page is complete. */
export function mergeClosed(pages: readonly ClosedPage[]): ClosedPage {
  const untilMs = Math.min(...pages.map((page) => page.untilMs));
  const since = pages.flatMap(({ keptSinceMs }) => keptSinceMs ?? []);
  return {
    executions: pages
      .flatMap(({ executions }) => executions)
      .filter(({ closedAtMs }) => closedAtMs < untilMs)
      .sort((a, b) => a.closedAtMs - b.closedAtMs),
    untilMs,
    ...(since.length > 0 && { keptSinceMs: Math.max(...since) }),
  };
}
