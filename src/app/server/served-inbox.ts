import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { INBOX_PATH } from '../../core/question/web-pages.js';
import { createPaths } from '../../inbox/html/inbox-paths.js';

/** An inbox whose address may be known only after the server listens. */
export interface ServedInbox {
  /** The settings. Their `url` is set when the address is known. */
  readonly settings: InboxSettings;
  /**
   * Sets the server's address. Links to questions lead to it unless the settings have a URL.
   *
   * @returns The URL of the inbox; `undefined` if the inbox is off.
   */
  readonly listensAt: (mcpUrl: string) => string | undefined;
}

/**
 * @param given `server.inbox`.
 * @param resource The resource of tokens; the inbox is next to its path. Absent: the server does not ask for tokens.
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

/** Returns the page of a task in an inbox; `undefined` if the inbox is off or its address is not known yet. */
export function toTaskPage(inbox: InboxSettings | undefined, taskId: string): string | undefined {
  if (!inbox?.enabled || inbox.url === undefined) return undefined;
  return createPaths(inbox.url.replace(/\/+$/, '')).task(taskId);
}
