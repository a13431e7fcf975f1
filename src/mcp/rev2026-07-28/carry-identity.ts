/** How who sends a request gets through the SDK: what is given as verified token is handed to the factory as it is. */
import type { AuthInfo } from '@modelcontextprotocol/server';

import type { Identity } from '../../core/caller.js';
import type { HttpExchange } from '../generation.js';

/** An identity, and the signal of its request, in the form that the SDK hands on. It is a token of nobody's, which nothing looks at. */
export function toAuthInfo({ identity, gone }: Pick<HttpExchange, 'identity' | 'gone'>): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { identity, gone } };
}

/** The identity that was handed on. */
export function toIdentity(authInfo: AuthInfo | undefined): Identity {
  const identity = authInfo?.extra?.['identity'] as Identity | undefined;
  if (!identity) throw new Error('A request came without an identity.');
  return identity;
}

/** The signal that was handed on, which fires when the client has gone, and says why. */
export function toGone(authInfo: AuthInfo | undefined): AbortSignal | undefined {
  return authInfo?.extra?.['gone'] as AbortSignal | undefined;
}
