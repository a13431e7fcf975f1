/**
 * The keys of an authorization server, with real sockets and signatures. A test controls its answers, also invalid
 * ones. For logins there is `real-issuer.ts`.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** A key pair of an issuer. */
export interface IssuerKey {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

type Claims = Readonly<Record<string, unknown>>;

/** Changes to a valid token. A member that is `undefined` is removed. */
export interface TokenChanges {
  readonly claims?: Claims;
  readonly header?: Claims;
  /** Signs in place of the current key. */
  readonly key?: IssuerKey;
}

export interface LocalIssuer {
  readonly issuer: string;
  /** The keys that it publishes; the last one signs. */
  readonly keys: IssuerKey[];
  /** Path of its key set, which its metadata names. */
  keysPath: string;
  /** Paths of all requests so far. */
  readonly requests: string[];
  /** Answers in place of the key set. */
  answerInstead: RequestListener | undefined;
  /** Answers every request. */
  answerAll: RequestListener | undefined;
  /** Signs a valid token with changes. */
  sign(changes?: TokenChanges): Promise<string>;
  countKeyRequests(): number;
  close(): Promise<void>;
}

/** The scope of its tokens, unless a test changes it. */
const DEFAULT_SCOPE = 'tasks:use';

/** The time after so many seconds, in seconds since the epoch. */
export function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

/** @param kid The key's ID; `null` for none. */
export async function createKey(
  alg = 'RS256',
  kid: string | null = randomUUID(),
): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const named = kid === null ? {} : { kid };
  const publicJwk = { ...(await exportJWK(publicKey)), alg, use: 'sig', ...named };
  return { alg, kid: named.kid, privateKey, publicJwk };
}

export async function signWith(
  { alg, kid, privateKey }: IssuerKey,
  claims: Claims,
  header: Claims = {},
): Promise<string> {
  const protectedHeader = JSON.parse(JSON.stringify({ alg, kid, typ: 'at+jwt', ...header })) as {
    alg: string;
  };
  return new SignJWT({ ...claims }).setProtectedHeader(protectedHeader).sign(privateKey);
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** @param audience The `aud` of its tokens. */
export async function startLocalIssuer(audience: string): Promise<LocalIssuer> {
  const server = createServer((request, response) => {
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const self: LocalIssuer = {
    issuer: origin,
    keys: [await createKey()],
    keysPath: '/jwks',
    requests: [],
    answerInstead: undefined,
    answerAll: undefined,
    async sign({ claims = {}, header = {}, key = self.keys.at(-1) } = {}) {
      if (!key) throw new Error('The issuer has no key.');
      const good = {
        iss: origin,
        aud: audience,
        sub: 'ada',
        exp: inSeconds(300),
        iat: inSeconds(0),
        scope: DEFAULT_SCOPE,
      };
      return signWith(key, JSON.parse(JSON.stringify({ ...good, ...claims })) as Claims, header);
    },
    countKeyRequests: () => self.requests.filter((path) => path === '/jwks').length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', origin);
    self.requests.push(pathname);
    const answer = self.answerAll ?? (pathname === '/jwks' ? self.answerInstead : undefined);
    if (answer) {
      answer(request, response);
      return;
    }
    switch (pathname) {
      case '/.well-known/oauth-authorization-server':
        sendJson(response, {
          issuer: origin,
          jwks_uri: `${origin}${self.keysPath}`,
          authorization_endpoint: `${origin}/authorize`,
        });
        return;
      case self.keysPath:
        sendJson(response, { keys: self.keys.map(({ publicJwk }) => publicJwk) });
        return;
      default:
        sendJson(response, { error: 'not_found' }, 404);
    }
  };
  return self;
}
