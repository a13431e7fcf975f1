/** How a request's caller gets through the SDK: the verified token is handed to the factory as it is. */
import type { AuthInfo } from '@modelcontextprotocol/server';

import type { HttpExchange } from '../generation.js';

import type { ConnectionInfo } from './binding-options.js';

/** Facts of one HTTP request that its server needs. */
export interface CarriedFacts extends Pick<ConnectionInfo, 'identity' | 'onWaiting'> {
  /** Fires when the client has gone, and says why. */
  readonly gone: HttpExchange['gone'];
}

/** Facts of a request in the form that the SDK hands on: a token that nothing looks at. */
export function toAuthInfo({
  identity,
  gone,
  onWaiting,
}: Pick<HttpExchange, 'identity' | 'gone'> & {
  readonly onWaiting?: (() => void) | undefined;
}): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { identity, gone, onWaiting } };
}

/** The facts that were handed on. */
export function toCarriedFacts(authInfo: AuthInfo | undefined): CarriedFacts {
  const { identity, gone, onWaiting } = (authInfo?.extra ?? {}) as Partial<CarriedFacts>;
  if (!identity || !gone) throw new Error('A request came without an identity.');
  return { identity, gone, ...(onWaiting && { onWaiting }) };
}
