import type { InboxSettings } from './inbox-settings.js';

/** The issuer at which people sign in; `undefined` if it is ambiguous. */
export function signInIssuer(
  { signIn }: InboxSettings,
  issuers: readonly string[],
): string | undefined {
  const [only, ...others] = issuers;
  if (signIn?.issuer !== undefined) return issuers.find((issuer) => issuer === signIn.issuer);
  return others.length === 0 ? only : undefined;
}

/**
 * The reason why people cannot sign in to the inbox of a server with tokens. `undefined` if they can, or if the server
 * has no inbox.
 *
 * @param issuers The issuers of `server.auth`.
 */
export function findSignInProblem(
  inbox: InboxSettings,
  issuers: readonly string[],
): string | undefined {
  if (!inbox.enabled) return undefined;
  if (issuers.length === 0) {
    return 'People sign in to the inbox at an authorization server: name one in server.auth.issuers, or switch the inbox off.';
  }
  if (!inbox.signIn) {
    return 'Missing: how people sign in to the inbox, since the server requires tokens: { clientId: … }.';
  }
  if (signInIssuer(inbox, issuers) !== undefined) return undefined;
  return inbox.signIn.issuer === undefined
    ? 'There are several issuers: name the one at which people sign in (issuer).'
    : `"${inbox.signIn.issuer}" is not one of server.auth.issuers.`;
}
