import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import { openTask } from 'temporal-mcp-tasks/workflow';

import type * as activities from '../activities/index.js';

const { renderChapter, publishReport } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 hour',
  // Far shorter than the Activity, so that the loss of its Worker is noticed in seconds.
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 5 },
});

/** However long the report is, since each chapter costs history, which is limited. */
const MAX_CHAPTERS = 20;

/** Input of {@link generateReport}. */
export interface GenerateReportInput {
  /** Title of the report. */
  title: string;
  /** How many pages it has; a positive integer. Default: 10. */
  pages?: number;
  /** How long a page takes, in milliseconds. Default: 200. */
  pageMs?: number;
  /** Simulation: the renderer crashes once, at this page, counted from 1. Never if absent. */
  failsOnceAtPage?: number;
}

/** Result of {@link generateReport}. */
export interface GeneratedReport {
  /** Title of the report. */
  title: string;
  /** How many pages it has. */
  pages: number;
  /** Where it can be fetched. */
  url: string;
  /** The page that rendering was last resumed at, counted from 1; 1 if nothing went wrong. */
  resumedAtPage: number;
}

/**
 * Renders a long report chapter by chapter, and tells how far it is.
 *
 * An Activity knows its own chapter only; how far the report is, its Workflow has to say. (A single Activity that
 * does it all can say it by heartbeat, with `mcp.progress`, and that costs no history.)
 *
 * @returns The report's address.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `RendererCrashed`, or by a
 * `TimeoutFailure`, when five attempts were not enough.
 * @throws {CancelledFailure} when cancelled; the renderer has stopped by then.
 */
export async function generateReport(input: GenerateReportInput): Promise<GeneratedReport> {
  const { title, pages = 10, pageMs = 200, failsOnceAtPage } = input;
  const task = openTask();
  const chapterPages = Math.ceil(pages / MAX_CHAPTERS);
  let resumedAtPage = 1;

  for (let firstPage = 1; firstPage <= pages; firstPage += chapterPages) {
    const lastPage = Math.min(firstPage + chapterPages - 1, pages);
    const chapter = await renderChapter({
      ...{ title, firstPage, lastPage, pageMs },
      ...(failsOnceAtPage !== undefined && { failsOnceAtPage }),
    });
    resumedAtPage = chapter.resumedAtPage ?? resumedAtPage;
    // Shown once a second at most, and ever more rarely, so it may be reported as often as one likes.
    task.reportProgress({
      progress: lastPage,
      total: pages,
      message: `Rendered page ${lastPage} of ${pages}`,
    });
  }
  return { title, pages, url: await publishReport({ title }), resumedAtPage };
}
