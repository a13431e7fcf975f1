/** The frame and headers of all pages. */
import { h, type Html, toDocument } from './html.js';
import type { InboxPaths } from './inbox-paths.js';
import { showTabs, type Tabs } from './tabs.js';

export interface Page {
  /** HTTP status. Default: 200. */
  readonly status?: number | undefined;
  readonly title: string;
  /** A line above the title. Default: none. */
  readonly above?: string | undefined;
  /** The page shows an error, and its title in the browser says so. Default: false. */
  readonly isError?: boolean | undefined;
  readonly body: Html;
  /** The lists of the inbox, on their pages. Default: none. */
  readonly tabs?: Tabs | undefined;
  /** The page has a wide list, or more than one column where there is room. Default: false. */
  readonly isWide?: boolean | undefined;
  /** Browsers read the page again from time to time: it changes by itself, and has no form. Default: false. */
  readonly reloads?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cookies?: readonly string[] | undefined;
}

/** The content that all pages of a visitor share. */
export interface Frame {
  readonly paths: InboxPaths;
  /** The name of the server. */
  readonly name: string;
  /** The signed-in visitor. Absent: not signed in, or no sign-in here. */
  readonly visitor?: { readonly name: string; readonly signOutToken: string } | undefined;
}

/**
 * Pages load nothing from other origins, and neither contain frames nor appear in frames. Links do not send the page's
 * address to other origins. Browsers still send the origin of forms, so that the inbox recognizes its own forms.
 */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
} as const;

function showVisitor({ paths, visitor }: Frame): Html {
  if (!visitor) return undefined;
  return h(
    'form',
    { method: 'post', action: paths.signOut, class: 'visitor' },
    h('input', { type: 'hidden', name: 'token', value: visitor.signOutToken }),
    h('span', { dir: 'auto' }, visitor.name),
    h('button', { type: 'submit', class: 'plain' }, 'Sign out'),
  );
}

function toBody({ title, above, body, reloads, tabs, isWide }: Page, frame: Frame): Html {
  const { paths, name } = frame;
  return h(
    'body',
    { 'data-reloads': reloads, class: isWide && 'wide' },
    h('a', { class: 'skip', href: '#main' }, 'Skip to content'),
    h(
      'header',
      {},
      h('a', { href: paths.home(), class: 'home' }, `Inbox – ${name}`),
      tabs && showTabs(paths, tabs),
      showVisitor(frame),
    ),
    h(
      'main',
      { id: 'main', tabindex: '-1' },
      above !== undefined && h('p', { class: 'above', dir: 'auto' }, above),
      h('h1', { id: 'title', dir: 'auto' }, title),
      body,
    ),
  );
}

/** Writes a page. */
export function toResponse(page: Page, frame: Frame): Response {
  const { paths, name } = frame;
  const { status = 200, headers = {}, cookies = [] } = page;
  const title = page.isError === true ? `Error: ${page.title}` : page.title;
  const document = toDocument(
    h(
      'html',
      { lang: 'en' },
      h(
        'head',
        {},
        h('meta', { charset: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('title', {}, `${title} – ${name}`),
        h('link', { rel: 'icon', href: paths.asset('icon.svg'), type: 'image/svg+xml' }),
        h('link', { rel: 'stylesheet', href: paths.asset('style.css') }),
        h('script', { type: 'module', src: paths.asset('page.js') }),
      ),
      toBody(page, frame),
    ),
  );
  const all = new Headers({
    ...PAGE_HEADERS,
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
  });
  for (const cookie of cookies) all.append('Set-Cookie', cookie);
  return new Response(document, { status, headers: all });
}

/** The browser gets the new address, whatever the method of its request. */
function seeOther(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ ...PAGE_HEADERS, Location: location });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(undefined, { status: 303, headers });
}

/** Redirects a browser within the inbox. An address outside leads to the first page. */
export function redirect(paths: InboxPaths, to: string, cookies: readonly string[] = []): Response {
  return seeOther(paths.within(to), cookies);
}

/** Sends a browser to the authorization server. No other redirect leaves the inbox. */
export function redirectToIssuer(address: URL, cookies: readonly string[]): Response {
  return seeOther(address.href, cookies);
}
