/** How who sends a request gets through the SDK: what is given as verified token is handed to the factory as it is. */
import type { AuthInfo } from '@modelcontextprotocol/server';

import type { Identity } from '../../core/caller.js';

/** An identity in the form that the SDK hands on. It is a token of nobody's, which nothing looks at. */
export function toAuthInfo(identity: Identity): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { identity } };
}

/** The identity that was handed on. */
export function toIdentity(authInfo: AuthInfo | undefined): Identity {
  const identity = authInfo?.extra?.['identity'] as Identity | undefined;
  if (!identity) throw new Error('A request came without an identity.');
  return identity;
}
