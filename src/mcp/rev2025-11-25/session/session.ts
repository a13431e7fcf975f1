import type { Sealer } from '../../../core/sealer.js';
import { limitText } from '../../../core/value/client-limits.js';
import { isRecord } from '../../../core/value/is-record.js';
import { onlyString } from '../../../core/value/only-string.js';
import type { Params } from '../../../core/value/request-params.js';
import { negotiate } from '../wire/capabilities.js';
import { type ClientCapabilities, parseClientCapabilities } from '../wire/client-capabilities.js';

const PURPOSE = 'session';
/** Lifetime of a session. It is long, because the SDK's client does not begin a new session when one expires. */
const LIFETIME_MS = 7 * 24 * 60 * 60_000;

/**
 * Facts about a client. The server does not store them: the client sends them back as its `Mcp-Session-Id`. A session
 * does not authenticate: its owner has to be the owner of the request.
 */
export interface Session {
  /** A random ID, which tells the sessions of an owner apart. */
  readonly id: string;
  readonly owner: string;
  readonly clientCapabilities: ClientCapabilities;
  /** The name that the client gives itself. */
  readonly clientName?: string | undefined;
  /**
   * The revision that was negotiated. Some clients do not name it in their requests. Absent: an older server has made
   * the session of a client that names it.
   */
  readonly protocolVersion?: string | undefined;
}

/**
 * Makes a new session ID.
 *
 * @param params Params of the `initialize` request.
 */
export async function sealSession(sealer: Sealer, owner: string, params: Params): Promise<string> {
  const { capabilities, clientInfo, protocolVersion: requested } = params;
  const protocolVersion = negotiate(String(requested));
  const { name } = isRecord(clientInfo) ? clientInfo : ({} as Params);
  const session: Session = {
    id: crypto.randomUUID(),
    owner,
    clientCapabilities: parseClientCapabilities(capabilities, protocolVersion),
    clientName: typeof name === 'string' ? limitText('clientName', name) : undefined,
    protocolVersion,
  };
  return sealer.seal(PURPOSE, session, { lifetimeMs: LIFETIME_MS });
}

/** Returns the session in an ID; `undefined` if the ID was altered or has expired. */
export async function openSession(
  sealer: Pick<Sealer, 'open'>,
  sessionId: string,
): Promise<Session | undefined> {
  const value = await sealer.open(PURPOSE, sessionId);
  const { id, owner, clientCapabilities, clientName, protocolVersion } = value ?? {};
  if (typeof id !== 'string' || typeof owner !== 'string') return undefined;
  return {
    id,
    owner,
    clientCapabilities: clientCapabilities as ClientCapabilities,
    clientName: onlyString(clientName),
    protocolVersion: onlyString(protocolVersion),
  };
}
