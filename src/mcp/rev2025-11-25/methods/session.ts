import type { Sealer } from '../../../core/sealer.js';
import { cutText } from '../../../core/value/cut-text.js';
import { isRecord } from '../../../core/value/is-record.js';
import type { Params } from '../../../core/value/request-params.js';
import { type ClientCapabilities, parseClientCapabilities } from '../wire/client-capabilities.js';

const PURPOSE = 'session';
/** Session IDs travel in a header. */
const MAX_NAME_LENGTH = 64;
/** The SDK's client does not begin a new session by itself when one has run out, so they last. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/**
 * Facts about a client that the server does not store: the client carries them, as its `Mcp-Session-Id`. A session
 * does not authenticate: its owner has to be the owner of the request.
 */
export interface Session {
  /** Random: tells the sessions of an owner apart. */
  readonly id: string;
  readonly owner: string;
  readonly clientCapabilities: ClientCapabilities;
  /** The name that the client gives itself. */
  readonly clientName?: string;
  /** The version that it gives itself. */
  readonly clientVersion?: string;
}

/**
 * A new session ID.
 *
 * @param params Of the `initialize` request.
 */
export async function sealSession(sealer: Sealer, owner: string, params: Params): Promise<string> {
  const { capabilities, clientInfo } = params;
  const { name, version } = isRecord(clientInfo) ? clientInfo : ({} as Params);
  const session: Session = {
    id: crypto.randomUUID(),
    owner,
    clientCapabilities: parseClientCapabilities(capabilities),
    ...(typeof name === 'string' && { clientName: cutText(name, MAX_NAME_LENGTH) }),
    ...(typeof version === 'string' && { clientVersion: cutText(version, MAX_NAME_LENGTH) }),
  };
  return sealer.seal(PURPOSE, session, { lifetimeMs: LIFETIME_MS });
}

/** The session in an ID, or `undefined` when it was altered, has run out, or is another owner's. */
export async function openSession(
  sealer: Pick<Sealer, 'open'>,
  owner: string,
  sessionId: string,
): Promise<Session | undefined> {
  const value = await sealer.open(PURPOSE, sessionId);
  const id = value?.['id'];
  if (value?.['owner'] !== owner || typeof id !== 'string') return undefined;
  const { clientCapabilities, clientName, clientVersion } = value;
  return {
    id,
    owner,
    clientCapabilities: clientCapabilities as ClientCapabilities,
    ...(typeof clientName === 'string' && { clientName }),
    ...(typeof clientVersion === 'string' && { clientVersion }),
  };
}
