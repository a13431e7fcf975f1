/** The clients of both official SDKs, which get a token by what the server tells them, and nothing else. */
import { afterEach, describe, expect } from '@jest/globals';
import {
  Client as ClientV2,
  ClientCredentialsProvider as CredentialsV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as CredentialsV1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import { CLIENT_ID, CLIENT_SECRET } from '../../support/auth/local-issuer.js';
import { withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const there = withProtectedServer({
  worker: true,
  tools:
    'write_tool: { workflow: quickJob, task: forbidden, becomesTask: never, scopes: [orders:write] }',
});

const info = { name: 'official-client', version: '1.0.0' };
const REDIRECT = 'http://127.0.0.1:1/callback';
const CALL = { name: 'write_tool', arguments: {} };

/** A person with a browser, who agrees to everything. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { redirect_uris: [REDIRECT], client_name: 'some client' };
  readonly asked: URL[] = [];
  code = '';
  #tokens: OAuthTokens | undefined;
  #verifier = '';
  #discovered: unknown;

  clientInformation(): { client_id: string; client_secret: string; issuer?: string } {
    return { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  }
  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  /** What SDK 2 remembers of the authorization server between the two halves of a login. */
  saveDiscoveryState(state: unknown): void {
    this.#discovered = state;
  }
  discoveryState(): never {
    return this.#discovered as never;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    const { headers } = await fetch(url, { redirect: 'manual' });
    this.code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
  }
}

interface Connected {
  readonly names: () => Promise<readonly string[]>;
  readonly call: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const open: Connected[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(async ({ close }) => close()));
});

/** Connects, and once more when the person has logged in meanwhile. */
async function connectV1(
  authProvider: OAuthClientProvider,
): Promise<Connected & { transport: HttpV1 }> {
  let transport = new HttpV1(new URL(there().url), { authProvider });
  let client = new ClientV1(info);
  if (authProvider instanceof Person) {
    await expect(client.connect(transport as Transport)).rejects.toThrow('Unauthorized');
    await transport.finishAuth(authProvider.code);
    client = new ClientV1(info);
    transport = new HttpV1(new URL(there().url), { authProvider });
  }
  await client.connect(transport);
  const connected = {
    transport,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async () => client.callTool(CALL),
    close: async () => client.close(),
  };
  open.push(connected);
  return connected;
}

async function connectV2(
  authProvider: OAuthClientProvider | CredentialsV2,
  revision: '2025-11-25' | '2026-07-28',
): Promise<Connected & { transport: HttpV2 }> {
  const options =
    revision === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } as const } : {};
  const create = (): { client: ClientV2; transport: HttpV2 } => ({
    client: new ClientV2(info, options),
    transport: new HttpV2(new URL(there().url), { authProvider: authProvider as never }),
  });
  let { client, transport } = create();
  if (authProvider instanceof Person) {
    await expect(client.connect(transport)).rejects.toThrow(/unauthorized/i);
    await transport.finishAuth(authProvider.code);
    ({ client, transport } = create());
  }
  await client.connect(transport);
  const connected = {
    transport,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async () => client.callTool(CALL),
    close: async () => client.close(),
  };
  open.push(connected);
  return connected;
}

type Connect = (provider: 'person' | 'machine') => Promise<{
  readonly connected: Connected & {
    readonly transport: { finishAuth: (code: string) => Promise<void> };
  };
  readonly person: Person;
}>;

const expecting = (): { clientId: string; clientSecret: string; expectedIssuer: string } => ({
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  expectedIssuer: there().issuer.issuer,
});

const CLIENTS: readonly (readonly [string, Connect])[] = [
  [
    'SDK 1',
    async (provider) => {
      const person = new Person();
      const auth = provider === 'person' ? person : new CredentialsV1(expecting());
      return { connected: await connectV1(auth), person };
    },
  ],
  ...(['2025-11-25', '2026-07-28'] as const).map(
    (revision) =>
      [
        `SDK 2 in ${revision}`,
        async (provider: 'person' | 'machine') => {
          const person = new Person();
          const auth = provider === 'person' ? person : new CredentialsV2(expecting());
          return { connected: await connectV2(auth, revision), person };
        },
      ] as const,
  ),
];

describe.each(CLIENTS)('the official client of %s', (_name, connect) => {
  verifies(
    ['A-011', 'A-013', 'A-016', 'A-022'],
    'logs in a person by what the 401 says',
    async () => {
      const { connected, person } = await connect('person');
      const [url] = person.asked;

      expect(url?.searchParams.get('resource')).toBe(there().resource);
      expect(url?.searchParams.get('scope')).toBe('tasks:use');
      expect(there().issuer.tokenRequests.at(-1)?.get('resource')).toBe(there().resource);
      expect(await connected.names()).toContain('write_tool');
    },
  );

  verifies(['A-055', 'A-056', 'A-057'], 'steps up by one challenge', async () => {
    const { connected, person } = await connect('person');

    await expect(connected.call()).rejects.toThrow(/./);
    expect(person.asked).toHaveLength(2);
    expect(person.asked[1]?.searchParams.get('scope')?.split(' ').sort()).toStrictEqual([
      'orders:write',
      'tasks:use',
    ]);

    await connected.transport.finishAuth(person.code);

    expect(JSON.stringify(await connected.call())).toContain('Done');
  });

  verifies(['A-090'], 'gets a token of its own where there is no person', async () => {
    const { connected } = await connect('machine');

    expect(await connected.names()).toContain('write_tool');
  });
});
