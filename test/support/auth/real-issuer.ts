/**
 * An authorization server by other authors: node-oidc-provider, with its login and consent pages for development. It
 * follows the standards. Faults of an authorization server are in `local-issuer.ts`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

import { jest } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';

import { findQuietPort } from '../find-quiet-port.js';

/** A confidential client that was registered by hand. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The next access tokens. */
export interface TokenForm {
  ttlSeconds: number;
  /** True if a refresh token comes with them. */
  isRenewable: boolean;
}

/** A running authorization server. */
export interface RealIssuer {
  readonly issuer: string;
  readonly tokens: TokenForm;
  /** A client that may get tokens for itself. */
  readonly machine: RegisteredClient;
  /** POSTs a form to one of its endpoints. */
  readonly post: (path: string, form: Readonly<Record<string, string>>) => Promise<Response>;
  readonly close: () => Promise<void>;
}

function register(): RegisteredClient {
  return { clientId: randomUUID(), clientSecret: randomUUID() };
}

function toMetadata({ clientId, clientSecret }: RegisteredClient, grants: readonly string[]) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_types: grants,
    redirect_uris: [],
    response_types: [],
  };
}

async function createJwks(): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] };
}

/**
 * Starts an authorization server whose clients register themselves.
 *
 * @param scopes The scopes that it grants for any resource.
 */
export async function startRealIssuer(scopes: readonly string[]): Promise<RealIssuer> {
  // The provider warns of features for development, and of Node's version.
  for (const method of ['info', 'warn'] as const) jest.spyOn(console, method).mockReturnValue();
  const { default: Provider } = await import('oidc-provider');
  const issuer = `http://127.0.0.1:${await findQuietPort()}`;
  const tokens: TokenForm = { ttlSeconds: 300, isRenewable: false };
  const machine = register();
  const provider = new Provider(issuer, {
    jwks: await createJwks(),
    cookies: { keys: [randomUUID()] },
    scopes: ['offline_access', ...scopes],
    clients: [{ ...toMetadata(machine, ['client_credentials']), scope: scopes.join(' ') }],
    // Clients register with the scopes of the first challenge, but may request other scopes later.
    extraClientMetadata: {
      properties: ['any_scope'],
      validator: (...[, , , metadata]: { scope?: string }[]) => {
        if (metadata) metadata.scope = ['offline_access', ...scopes].join(' ');
      },
    },
    issueRefreshToken: () => tokens.isRenewable,
    rotateRefreshToken: false,
    pkce: { required: () => true },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: scopes.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: tokens.ttlSeconds,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  const server = createServer(provider.callback()).listen(
    Number(new URL(issuer).port),
    '127.0.0.1',
  );
  await once(server, 'listening');
  return {
    issuer,
    tokens,
    machine,
    post: async (path, form) =>
      fetch(new URL(path, issuer), { method: 'POST', body: new URLSearchParams(form) }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
