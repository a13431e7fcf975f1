import type { Logger } from '../../core/logger.js';
import type { AuthSettings, ToPrincipal, VerifyToken } from '../../core/person/auth-settings.js';
import type { Identify } from '../../core/person/caller.js';
import type { CallAccess } from '../../core/person/claims.js';
import type { Gate } from '../../core/person/gate.js';
import type { Manifest } from '../../manifest/manifest.js';
import { toAuthSettings } from '../../manifest/server/auth.js';
import { MCP_PATH } from '../../transport/http/mcp-path.js';
import { loadAuthSettings } from '../config/load-auth-settings.js';

/** Token checks that only a program can set. They work with and without `server.auth`. */
export interface AuthOptions {
  /** Verifies tokens that no configured issuer recognizes. Default: such tokens are refused. */
  readonly verifyToken?: VerifyToken | undefined;
  /** Names the owner of a token. Default: its issuer and the claims of `server.auth.principal`. */
  readonly toPrincipal?: ToPrincipal | undefined;
}

export interface ServerGate {
  readonly gate: Gate;
  readonly settings: AuthSettings;
}

export interface ServerGateOptions {
  readonly auth?: AuthOptions | undefined;
  readonly identify?: Identify | undefined;
  readonly logger?: Logger | undefined;
}

/**
 * @returns `undefined` without settings for tokens.
 * @throws {Error} If the settings do not fit together, or both tokens and `identify` are set.
 */
export async function createServerGate(
  { auth, identify, logger }: ServerGateOptions,
  manifest: Manifest,
): Promise<ServerGate | undefined> {
  const settings =
    loadAuthSettings(manifest.auth) ?? (auth?.verifyToken ? toAuthSettings({}) : undefined);
  if (!settings) {
    if (auth?.toPrincipal) throw new Error('"toPrincipal" needs tokens: configure "server.auth".');
    return undefined;
  }
  if (identify) {
    throw new Error(
      'Both tokens ("server.auth") and "identify" are configured. Use only one of them to identify callers.',
    );
  }
  const { createGate } = await import('../../security/auth/create-gate.js');
  const gate = createGate({
    settings,
    ...auth,
    tools: new Map<string, CallAccess>(
      [...(manifest.actions ?? []), ...manifest.tools].map(([name, { access }]) => [name, access]),
    ),
    path: MCP_PATH,
    name: manifest.server.title ?? manifest.server.name,
    logger,
  });
  return { gate, settings };
}
