import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { INBOX_PATH } from '../../core/question/web-pages.js';
import { createPaths } from '../../inbox/inbox-paths.js';

/** An inbox whose address may be known only at the start. */
export interface ServedInbox {
  /** Its `url` is set as soon as it is known. */
  readonly settings: InboxSettings;
  /**
   * Sets the server's address. Links to questions lead there, unless the settings name a URL.
   *
   * @returns The URL of the inbox; `undefined` without one.
   */
  readonly listensAt: (mcpUrl: string) => string | undefined;
}

/**
 * Creates the inbox's settings from a manifest.
 *
 * @param given `server.inbox`.
 * @param resource The resource of tokens, beside which the inbox is. Absent: the server asks for no tokens.
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

/** The page of a task in an inbox; `undefined` without an inbox, or before its address is known. */
export function toTaskPage(inbox: InboxSettings | undefined, taskId: string): string | undefined {
  if (!inbox?.enabled || inbox.url === undefined) return undefined;
  return createPaths(inbox.url.replace(/\/+$/, '')).task(taskId);
}
