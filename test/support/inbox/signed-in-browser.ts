/** Browsers of signed-in people, with cookies and forms only. Their sessions are sealed as the server does it. */
import { randomUUID } from 'node:crypto';

import { SealedCookie } from '../../../src/inbox/session/cookies.js';
import { createSealer } from '../../../src/security/sealing/create-sealer.js';

import { findToken } from './with-inboxes.js';

/** A page, read to its end. */
export interface SeenPage {
  readonly status: number;
  readonly body: string;
  /** The target of a redirect. */
  readonly location: string | null;
}

export interface SignedInBrowser {
  readonly open: (address: string) => Promise<SeenPage>;
  /** Sends the form of a page, with the token from the time when it was opened. */
  readonly send: (address: string, form: Readonly<Record<string, string>>) => Promise<SeenPage>;
  /** The same browser with another token of its person. */
  readonly withToken: (token: string) => Promise<SignedInBrowser>;
}

/** The hidden field of the form that answers the question on a page. */
export function formOf(page: SeenPage): { readonly token: string } {
  return { token: findToken(page.body) };
}

/**
 * Opens a browser for the inbox of a server.
 *
 * @param server.secret The server's secret.
 */
export async function signedInBrowser(
  server: { readonly url: string; readonly secret: Uint8Array },
  token: string,
  id: string = randomUUID(),
): Promise<SignedInBrowser> {
  const { origin } = new URL(server.url);
  const session = { id, token };
  const sealed = await createSealer(server.secret).seal('inbox session', session, {
    lifetimeMs: 600_000,
  });
  const inbox = new URL('/inbox', server.url);
  const set = await new SealedCookie('mcp-inbox', () => inbox).set(new Request(inbox), sealed);
  const cookie = (set ?? []).map((line) => line.split(';')[0]).join('; ');
  const visit = async (address: string, init: RequestInit = {}): Promise<SeenPage> => {
    const headers = { cookie, origin, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(address, { redirect: 'manual', ...init, headers });
    const { status } = response;
    return { status, body: await response.text(), location: response.headers.get('location') };
  };
  return {
    open: async (address) => visit(address),
    send: async (address, form) =>
      visit(address, { method: 'POST', body: new URLSearchParams(form) }),
    withToken: async (other) => signedInBrowser(server, other, id),
  };
}
