import { ApplicationFailure, activityInfo, heartbeat, sleep } from '@temporalio/activity';

/** Input of {@link renderReport}. */
export interface RenderReportInput {
  /** Title of the report. */
  title: string;
  /** How many pages to render; a positive integer. */
  pages: number;
  /** How long a page takes, in milliseconds. */
  pageMs: number;
  /** Simulation: the first attempt fails instead of rendering this page, counted from 1. */
  failsOnceAtPage?: number;
}

/** Result of {@link renderReport}. */
export interface RenderedReport {
  /** Where the report can be fetched. */
  url: string;
  /** The page that the successful attempt began with, counted from 1; above 1 after a retry. */
  resumedAtPage: number;
}

/**
 * What {@link renderReport} heartbeats: a checkpoint for its own next attempt, and at the same time
 * the progress that whoever describes the Workflow can see.
 */
export interface ReportHeartbeat {
  /** How far the report is. */
  'mcp.progress': {
    /** Pages rendered so far. */
    progress: number;
    /** Pages in all. */
    total: number;
    /** The same for people. */
    message: string;
  };
}

/**
 * Renders a report page by page, heartbeating after each.
 *
 * A retry begins after the last page that a heartbeat has told of; cancellation takes effect
 * between heartbeats.
 *
 * @throws {ApplicationFailure} type `RendererCrashed`, retryable, where the input asks for it.
 */
export async function renderReport(input: RenderReportInput): Promise<RenderedReport> {
  const info = activityInfo();
  const checkpoint = info.heartbeatDetails as ReportHeartbeat | undefined;
  const rendered = checkpoint?.['mcp.progress'].progress ?? 0;

  for (let page = rendered + 1; page <= input.pages; page++) {
    if (info.attempt === 1 && page === input.failsOnceAtPage) {
      throw ApplicationFailure.retryable(`Renderer crashed at page ${page}`, 'RendererCrashed');
    }
    await sleep(input.pageMs);
    heartbeat({
      'mcp.progress': {
        progress: page,
        total: input.pages,
        message: `Rendered page ${page} of ${input.pages}`,
      },
    } satisfies ReportHeartbeat);
  }
  return {
    url: `https://reports.example/${encodeURIComponent(input.title)}.pdf`,
    resumedAtPage: rendered + 1,
  };
}
