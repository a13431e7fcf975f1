import { createLogger } from '../../app/config/create-logger.js';
import { loadAuthModule } from '../../app/config/load-auth-module.js';
import { loadAuthSettings } from '../../app/config/load-auth-settings.js';
import { loadCodecKeys } from '../../app/config/load-codec-keys.js';
import type { Logger } from '../../core/logger.js';
import type { AuthSettings } from '../../core/person/auth-settings.js';
import type { Gate } from '../../core/person/gate.js';
import { createGate } from '../../security/auth/create-gate.js';
import { createEncryptingCodec } from '../../security/codec/encrypting-codec.js';
import { createJsonCodec } from '../../security/codec/json-codec.js';
import { LOOPBACK_HOSTS } from '../../transport/http/loopback-hosts.js';
import { createCodecApp } from '../../transport/http/pages/create-codec-app.js';
import { startHttpServer } from '../../transport/http/start-http-server.js';
import { loadTools } from '../load-tools.js';
import { untilStopped } from '../until-stopped.js';

export interface CodecServerFlags {
  readonly manifest?: readonly string[];
  readonly port: number;
  readonly host: string;
  readonly allowedHosts?: string[];
  readonly allowedOrigins?: string[];
  readonly namespaces?: string[];
  readonly scope: string;
}

/** The gate of the MCP server, with a scope of its own: a decoder reads all owners' payloads. */
async function toGate(
  settings: AuthSettings,
  { scope, logger }: { readonly scope: string; readonly logger: Logger },
): Promise<Gate> {
  const { modulePath } = settings;
  return createGate({
    settings: { ...settings, scopes: [...new Set([...settings.scopes, scope])] },
    ...(modulePath !== undefined && (await loadAuthModule(modulePath))),
    tools: new Map(),
    path: '/',
    name: 'codec-server',
    logger,
  });
}

/**
 * Decodes encrypted payloads for Temporal's Web UI and CLI, until it is stopped.
 *
 * @throws {Error} When there are no keys, or other machines could reach this server without a token.
 */
export async function serveCodec(flags: CodecServerFlags): Promise<void> {
  const logger = createLogger();
  const manifest = flags.manifest && (await loadTools(flags.manifest));
  const keys = loadCodecKeys(manifest?.codecKeys);
  if (keys.length === 0) {
    throw new Error(
      'There are no codec keys: set TEMPORAL_MCP_TASKS_CODEC_KEYS, or name a manifest with "server.codec".',
    );
  }
  const settings = loadAuthSettings(manifest?.auth);
  if (!settings && !LOOPBACK_HOSTS.includes(flags.host)) {
    throw new Error(
      `Everybody who reaches ${flags.host} could decrypt all payloads. Listen on loopback, or configure whose tokens are taken: TEMPORAL_MCP_TASKS_ISSUER, or "server.auth" of a manifest (docs/secrets.md).`,
    );
  }
  const app = createCodecApp({
    codec: createJsonCodec(createEncryptingCodec(keys)),
    gate: settings && (await toGate(settings, { scope: flags.scope, logger })),
    allowedHosts: flags.allowedHosts,
    allowedOrigins: flags.allowedOrigins,
    namespaces: flags.namespaces,
    logger,
  });
  const server = await startHttpServer(app, flags);
  const { origin } = new URL(server.url);
  logger.info(
    { url: origin, keyIds: keys.map(({ id }) => id), asksForTokens: settings !== undefined },
    'Codec server is listening',
  );
  await untilStopped([server.close]);
}
