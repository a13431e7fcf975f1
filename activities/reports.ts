import { ApplicationFailure, activityInfo, heartbeat, sleep } from '@temporalio/activity';

/** Input of {@link renderChapter}. */
export interface RenderChapterInput {
  /** Title of the report. */
  title: string;
  /** The first page to render, counted from 1. */
  firstPage: number;
  /** The last page to render, inclusive. */
  lastPage: number;
  /** Duration of a page, in milliseconds. */
  pageMs: number;
  /** Simulation: the first attempt fails instead of rendering this page, counted from 1. */
  failsOnceAtPage?: number | undefined;
}

/** Result of {@link renderChapter}. */
export interface RenderedChapter {
  /** First page of the last attempt, counted from 1. Absent if the first attempt rendered every page. */
  resumedAtPage?: number;
}

/** Heartbeat details of {@link renderChapter}: a checkpoint for its next attempt. */
export interface ChapterHeartbeat {
  /** The last rendered page, counted from 1. */
  renderedPage: number;
}

/**
 * Renders some pages of a report, heartbeating after each.
 *
 * Idempotent: rendering a page again replaces it. A retry begins after the last page that a heartbeat reported.
 * A cancellation takes effect between heartbeats.
 *
 * @throws {ApplicationFailure} type `RendererCrashed`, retryable, if the input asks for it.
 */
export async function renderChapter(input: RenderChapterInput): Promise<RenderedChapter> {
  const info = activityInfo();
  const { attempt } = info;
  const checkpoint = info.heartbeatDetails as ChapterHeartbeat | undefined;
  const firstPage = checkpoint ? checkpoint.renderedPage + 1 : input.firstPage;

  for (let page = firstPage; page <= input.lastPage; page++) {
    if (attempt === 1 && page === input.failsOnceAtPage) {
      throw ApplicationFailure.retryable(`Renderer crashed at page ${page}`, 'RendererCrashed');
    }
    await sleep(input.pageMs);
    heartbeat({ renderedPage: page } satisfies ChapterHeartbeat);
  }
  return attempt === 1 ? {} : { resumedAtPage: firstPage };
}

/** Publishes a report and returns its address. Idempotent: each title has one address. */
export function publishReport({ title }: { title: string }): Promise<string> {
  return Promise.resolve(`https://reports.example/${encodeURIComponent(title)}.pdf`);
}
