/** `server.inbox`: pages for people. */
import * as z from 'zod';

import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { findSignInProblem } from '../../core/question/inbox-sign-in.js';
import { isSecureUrl } from '../../core/value/secure-url.js';
import { scopes } from '../../definition/claims.js';
import { plain, key } from '../../definition/keys.js';
import type { LocatedProblem } from '../manifest-error.js';

import type { AuthSource } from './auth.js';

/** Returns true for a URL that links can extend: it has no query and no fragment. */
function isBase(url: string): boolean {
  return URL.canParse(url) && !/[?#]/.test(url);
}

const url = z
  .string()
  .refine(
    (address) => isSecureUrl(address) && isBase(address),
    'Must be a URL with https and without a query; http is for this machine only: https://mcp.example.com/inbox.',
  );

/** The address of Temporal's Web UI. `http` is allowed, since the UI is mostly inside a private network. */
const webUi = z
  .string()
  .refine((address) => isBase(address) && /^https?:$/.test(new URL(address).protocol), {
    error: 'Must be an http or https URL without query and fragment.',
  });

const signIn = z.strictObject({
  issuer: key(plain, 'One of server.auth.issuers. Default: the issuer, if there is only one.'),
  clientId: plain.describe('The client that the inbox is registered as.'),
  clientSecret: key(
    plain,
    "The client's secret: ${NAME}, which may be in a file. Default: a public client.",
  ),
  scopes: key(
    scopes,
    'Scopes that the inbox asks for. Default: server.auth.scopes, and openid where the issuer knows it.',
  ),
});

export const inboxSchema = z.strictObject({
  enabled: key(z.boolean(), 'false: this server has no inbox. Default: true.'),
  url: key(
    url,
    'The URL for people: https://tasks.example.com/inbox. Default: /inbox beside server.auth.resource.',
  ),
  signIn: key(
    signIn,
    'How people sign in. Required with server.auth; without it, only this machine can open the inbox.',
  ),
  temporalUi: key(webUi, 'The address of Temporal’s Web UI, for links to it. Default: none.'),
});

/** @param resource The resource of `server.auth`. By default, the inbox is beside it. */
export function toInboxSettings(
  { enabled = true, url: ownUrl, ...others }: z.output<typeof inboxSchema>,
  resource: string | undefined,
): InboxSettings {
  const address = ownUrl ?? (resource === undefined ? undefined : new URL('inbox', resource).href);
  return {
    ...others,
    enabled,
    url: address === undefined ? undefined : address.replace(/\/+$/, ''),
  };
}

/** Checks of `server.inbox` beyond the schema: sign-in has to be possible where it is required. */
export function checkInbox(
  {
    inbox,
    auth,
  }: {
    readonly inbox?: z.output<typeof inboxSchema> | undefined;
    readonly auth?: AuthSource | undefined;
  } = {},
  path: readonly PropertyKey[],
): LocatedProblem[] {
  // Without `server.auth`, the environment may have settings of tokens. The server checks them at its start.
  if (!inbox || !auth) return [];
  const { issuers = [] } = auth;
  const message = findSignInProblem(
    toInboxSettings(inbox, undefined),
    issuers.map(({ issuer }) => issuer),
  );
  return message === undefined ? [] : [{ path: [...path, 'signIn'], message }];
}
