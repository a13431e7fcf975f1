import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import { openTask } from 'temporal-mcp-tasks-workflow';

import type * as activities from '../activities/index.js';

const { renderChapter, publishReport } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 hour',
  // Far shorter than the Activity, so that Temporal notices a lost Worker within seconds.
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 5 },
});

/** A limit for reports of any length: each chapter adds events to the history, which is limited. */
const MAX_CHAPTERS = 20;

/** Input of {@link generateReport}. */
export interface GenerateReportInput {
  /** Title of the report. */
  title: string;
  /** Number of pages; a positive integer. Default: 10. */
  pages?: number;
  /** Duration of a page, in milliseconds. Default: 200. */
  pageMs?: number;
  /** Simulation: the renderer crashes once at this page, counted from 1. Absent: no crash. */
  failsOnceAtPage?: number | undefined;
}

/** Result of {@link generateReport}. */
export interface GeneratedReport {
  /** Title of the report. */
  title: string;
  pages: number;
  /** Address of the published report. */
  url: string;
  /** The page at which rendering last resumed, counted from 1. It is 1 after a run without crashes. */
  resumedAtPage: number;
}

/**
 * Renders a long report chapter by chapter, and reports its progress.
 *
 * An Activity knows its own chapter only, so the Workflow reports the progress of the whole report. (A single
 * Activity can report progress by heartbeats with `mcp.progress`. They add no events to the history.)
 *
 * @returns The report's address.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `RendererCrashed`, or by a
 * `TimeoutFailure`, after five failed attempts.
 * @throws {CancelledFailure} if cancelled, once the renderer has stopped.
 */
export async function generateReport(input: GenerateReportInput): Promise<GeneratedReport> {
  const { title, pages = 10, pageMs = 200, failsOnceAtPage } = input;
  const task = openTask();
  const chapterPages = Math.ceil(pages / MAX_CHAPTERS);
  let resumedAtPage = 1;

  for (let firstPage = 1; firstPage <= pages; firstPage += chapterPages) {
    const lastPage = Math.min(firstPage + chapterPages - 1, pages);
    const chapter = await renderChapter({
      title,
      firstPage,
      lastPage,
      pageMs,
      failsOnceAtPage,
    });
    resumedAtPage = chapter.resumedAtPage ?? resumedAtPage;
    // The helper publishes it once a second at most, and less often as the run gets older. So report it freely.
    task.reportProgress({
      progress: lastPage,
      total: pages,
      message: `Rendered page ${lastPage} of ${pages}`,
    });
  }
  return { title, pages, url: await publishReport({ title }), resumedAtPage };
}
