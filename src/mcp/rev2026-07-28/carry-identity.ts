/** How a request's caller gets through the SDK: the verified token is handed to the factory as it is. */
import type { AuthInfo } from '@modelcontextprotocol/server';

import type { Identity } from '../../core/caller.js';

import type { ConnectionInfo } from './binding-options.js';

/** Facts of one HTTP request that its server needs. */
export type CarriedFacts = Pick<ConnectionInfo, 'identity' | 'onWaiting'>;

/** Facts of a request in the form that the SDK hands on: a token that nothing looks at. */
export function toAuthInfo(identity: Identity, onWaiting?: () => void): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { identity, onWaiting } };
}

/** The facts that were handed on. */
export function toCarriedFacts(authInfo: AuthInfo | undefined): CarriedFacts {
  const { identity, onWaiting } = (authInfo?.extra ?? {}) as Partial<CarriedFacts>;
  if (!identity) throw new Error('A request came without an identity.');
  return { identity, ...(onWaiting && { onWaiting }) };
}
