import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { INBOX_PATH } from '../../core/question/web-pages.js';
import { createPaths } from '../../inbox/inbox-paths.js';

/** An inbox of which it may show only at the start where people open it. */
export interface ServedInbox {
  /** Its `url` is there as soon as it is known. */
  readonly settings: InboxSettings;
  /**
   * Says where the server listens: where nobody has said otherwise, links to questions lead there from now on.
   *
   * @returns Where people open the inbox; `undefined`: there is none.
   */
  readonly listensAt: (mcpUrl: string) => string | undefined;
}

/**
 * Makes one of what a manifest says.
 *
 * @param given `server.inbox`.
 * @param resource What tokens are for: the inbox is beside it. Absent: none are asked for.
 */
export function createServedInbox(given: InboxSettings, resource: string | undefined): ServedInbox {
  let url = given.url ?? (resource === undefined ? undefined : new URL('inbox', resource).href);
  return {
    settings: {
      ...given,
      get url() {
        return url;
      },
    },
    listensAt: (mcpUrl) => {
      if (!given.enabled) return undefined;
      url ??= new URL(INBOX_PATH, mcpUrl).href;
      return url;
    },
  };
}

/** The page of a task in an inbox; `undefined` where there is none, or its address is not known. */
export function toTaskPage(inbox: InboxSettings | undefined, taskId: string): string | undefined {
  if (!inbox?.enabled || inbox.url === undefined) return undefined;
  return createPaths(inbox.url.replace(/\/+$/, '')).task(taskId);
}
