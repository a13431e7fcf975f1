import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';

import type * as activities from '../activities/index.js';

const { renderReport } = proxyActivities<typeof activities>({
  startToCloseTimeout: '1 hour',
  // Far shorter than the Activity, so that the loss of its Worker is noticed in seconds.
  heartbeatTimeout: '10 seconds',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: '500 milliseconds', maximumAttempts: 5 },
});

/** Input of {@link generateReport}. */
export interface GenerateReportInput {
  /** Title of the report. */
  title: string;
  /** How many pages it has; a positive integer. @defaultValue 10 */
  pages?: number;
  /** How long a page takes, in milliseconds. @defaultValue 200 */
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
 * Renders a long report in one Activity that heartbeats how far it is.
 *
 * The Workflow has nothing to do with the progress: the heartbeat is visible to whoever describes
 * the Workflow, costs no history, and is where a retry of the Activity resumes.
 *
 * @returns The report's address.
 * @throws {ActivityFailure} caused by an `ApplicationFailure` of type `RendererCrashed`, or by a
 * `TimeoutFailure`, when five attempts were not enough.
 * @throws {CancelledFailure} when cancelled; the renderer has stopped by then.
 */
export async function generateReport(input: GenerateReportInput): Promise<GeneratedReport> {
  const { title, pages = 10, pageMs = 200, failsOnceAtPage } = input;
  const rendered = await renderReport({
    title,
    pages,
    pageMs,
    ...(failsOnceAtPage !== undefined && { failsOnceAtPage }),
  });
  return { title, pages, ...rendered };
}
