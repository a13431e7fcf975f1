import type { Sealer } from '../../core/sealer.js';
import type { Owner } from '../../core/tasks.js';

import { type ClientCapabilities, parseClientCapabilities } from './client-capabilities.js';

const PURPOSE = 'session';
/** The SDK's client does not begin a new session by itself when one has run out, so they last. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/**
 * What a server has to know of a client that it does not keep: carried by the client itself, as its
 * `Mcp-Session-Id`. It authenticates nobody: the owner in it has to be the one that the request proves to be.
 */
export interface Session {
  readonly owner: Owner;
  readonly clientCapabilities: ClientCapabilities;
}

/**
 * A new session ID.
 *
 * @param clientCapabilities As they stand in the `initialize` request.
 */
export async function sealSession(
  sealer: Sealer,
  owner: Owner,
  clientCapabilities: unknown,
): Promise<string> {
  const session: Session = {
    owner,
    clientCapabilities: parseClientCapabilities(clientCapabilities),
  };
  return sealer.seal(PURPOSE, session, { lifetimeMs: LIFETIME_MS });
}

/** The session in an ID, or `undefined` when it was altered, has run out, or is another owner's. */
export async function openSession(
  sealer: Sealer,
  owner: Owner,
  sessionId: string,
): Promise<Session | undefined> {
  const value = await sealer.open(PURPOSE, sessionId);
  if (value?.['owner'] !== owner) return undefined;
  return { owner, clientCapabilities: value['clientCapabilities'] as ClientCapabilities };
}
