import { ApplicationFailure, activityInfo, heartbeat, sleep } from '@temporalio/activity';

/** Input of {@link renderChapter}. */
export interface RenderChapterInput {
  /** Title of the report. */
  title: string;
  /** The first page to render, counted from 1. */
  firstPage: number;
  /** The last one. */
  lastPage: number;
  /** How long a page takes, in milliseconds. */
  pageMs: number;
  /** Simulation: the first attempt fails instead of rendering this page, counted from 1. */
  failsOnceAtPage?: number;
}

/** Result of {@link renderChapter}. */
export interface RenderedChapter {
  /** The page that a retry began with, counted from 1; absent if the first attempt did it all. */
  resumedAtPage?: number;
}

/** What {@link renderChapter} heartbeats: a checkpoint for its own next attempt. */
export interface ChapterHeartbeat {
  /** The last page that is rendered, counted from 1. */
  renderedPage: number;
}

/**
 * Renders some pages of a report, heartbeating after each.
 *
 * Idempotent: rendering a page again replaces it. A retry begins after the last page that a heartbeat has told of;
 * cancellation takes effect between heartbeats.
 *
 * @throws {ApplicationFailure} type `RendererCrashed`, retryable, where the input asks for it.
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

/** Puts a report where it can be fetched, and returns the address. Idempotent: a title has one address. */
export function publishReport({ title }: { title: string }): Promise<string> {
  return Promise.resolve(`https://reports.example/${encodeURIComponent(title)}.pdf`);
}
