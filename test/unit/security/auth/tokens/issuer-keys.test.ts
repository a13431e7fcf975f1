import type { RequestListener } from 'node:http';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JWSHeaderParameters } from 'jose';

import {
  IssuerKeys,
  type IssuerKeysOptions,
  type PublicKey,
} from '../../../../../src/security/auth/tokens/issuer-keys.js';
import {
  createKey,
  type LocalIssuer,
  startLocalIssuer,
} from '../../../../support/auth/local-issuer.js';
import { eventually } from '../../../../support/eventually.js';
import { withPassingTime } from '../../../../support/passing-time.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN = { alg: 'RS256', kid: 'unknown' };

const letPass = withPassingTime();
let issuer: LocalIssuer;

beforeEach(async () => {
  issuer = await startLocalIssuer('https://mcp.example.com/mcp');
});

afterEach(async () => {
  await issuer.close();
});

function createKeys(options: Partial<IssuerKeysOptions> = {}): IssuerKeys {
  return new IssuerKeys({ issuer: issuer.issuer, ...options });
}

/** The header fields that name the issuer's current key. */
function current(): { alg: string; kid: string } {
  const key = issuer.keys.at(-1);
  return { alg: 'RS256', kid: key?.kid ?? '' };
}

async function find(keys: IssuerKeys, header: JWSHeaderParameters): Promise<PublicKey[]> {
  const found: PublicKey[] = [];
  for await (const key of keys.find(header)) found.push(key);
  return found;
}

async function countFound(keys: IssuerKeys, header = current()): Promise<number> {
  return (await find(keys, header)).length;
}

const broken: readonly (readonly [string, RequestListener])[] = [
  ['an error', (_request, response) => void response.writeHead(500).end('{}')],
  ['a page', (_request, response) => void response.end('<html></html>')],
  ['no key set', (_request, response) => void response.end('{"keys": 1}')],
  ['a list', (_request, response) => void response.end('[]')],
  [
    '10 MiB',
    (_request, response) =>
      void response.end(`{"keys": [], "x": "${'x'.repeat(10 * 1024 * 1024)}"}`),
  ],
  [
    'a redirect',
    (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  ],
  ['without an end', (_request, response) => void response.writeHead(200).write('{ "keys": [')],
  ['nothing at all', (request) => void request.socket.destroy()],
];

describe('IssuerKeys', () => {
  it('finds out where the keys are, and fetches them once for many callers', async () => {
    const keys = createKeys();

    expect(await Promise.all([1, 2, 3].map(async () => countFound(keys)))).toStrictEqual([1, 1, 1]);
    expect(issuer.requests).toStrictEqual(['/.well-known/oauth-authorization-server', '/jwks']);
  });

  it('asks nobody where they are when it is told', async () => {
    const keys = createKeys({ jwksUri: `${issuer.issuer}/jwks` });

    expect(await countFound(keys)).toBe(1);
    expect(issuer.requests).toStrictEqual(['/jwks']);
  });

  it('takes no metadata of another issuer', async () => {
    const keys = createKeys({ issuer: `${issuer.issuer}/tenant` });

    await expect(find(keys, current())).rejects.toThrow('No metadata');
  });

  it('takes no keys from a machine without TLS', async () => {
    const jwks_uri = 'http://keys.invalid/jwks';
    issuer.answerAll = (_request, response) =>
      void response.end(JSON.stringify({ issuer: issuer.issuer, jwks_uri }));

    await expect(find(createKeys(), current())).rejects.toThrow('No metadata');
  });

  it('fetches again for a key that is unknown, once in half a minute for everybody', async () => {
    const keys = createKeys();
    await countFound(keys);
    issuer.keys.push(await createKey());
    letPass(20_000);

    expect(await countFound(keys)).toBe(0);
    expect(issuer.countKeyRequests()).toBe(1);

    letPass(10_000);
    await Promise.all(Array.from({ length: 1_000 }, async () => countFound(keys, UNKNOWN)));

    expect(await countFound(keys)).toBe(1);
    expect(issuer.countKeyRequests()).toBe(2);
  });

  it('finds no key that is withdrawn, after ten minutes', async () => {
    const keys = createKeys();
    await countFound(keys);
    const old = current();
    issuer.keys.splice(0, 1, await createKey());

    expect(await countFound(keys, old)).toBe(1);

    letPass(11 * MINUTE_MS);

    await eventually('the key is unknown', async () => (await countFound(keys, old)) === 0);

    expect(issuer.countKeyRequests()).toBe(2);
  });

  it('finds no key that was withdrawn while nobody asked for an hour', async () => {
    const keys = createKeys();
    await countFound(keys);
    const old = current();
    issuer.keys.splice(0, 1, await createKey());
    letPass(HOUR_MS + MINUTE_MS);

    expect(await Promise.all([1, 2].map(async () => countFound(keys, old)))).toStrictEqual([0, 0]);
  });

  it('finds a new key without an ID', async () => {
    issuer.keys.splice(0, 1, await createKey('RS256', null));
    const keys = createKeys();
    await find(keys, { alg: 'RS256' });
    issuer.keys.push(await createKey('RS256', null));
    letPass(MINUTE_MS);

    expect(await find(keys, { alg: 'RS256' })).toHaveLength(3);
  });

  it('goes where the metadata leads once the keys have moved', async () => {
    const keys = createKeys();
    await countFound(keys);
    issuer.keys.splice(0, 1, await createKey());
    issuer.answerInstead = (_request, response) => void response.writeHead(404).end();
    issuer.keysPath = '/moved';
    letPass(MINUTE_MS);

    expect(await countFound(keys)).toBe(1);
  });

  it('still fetches keys while the metadata is away', async () => {
    const keys = createKeys();
    await countFound(keys);
    issuer.answerAll = (_request, response) => void response.writeHead(500).end();
    letPass(MINUTE_MS);

    await expect(find(keys, UNKNOWN)).rejects.toHaveProperty('name', 'VerifierUnavailable');

    issuer.keys.splice(0, 1, await createKey());
    issuer.answerAll = ({ url }, response) => {
      const { publicJwk } = issuer.keys[0] ?? {};
      response.writeHead(url === '/jwks' ? 200 : 500).end(JSON.stringify({ keys: [publicJwk] }));
    };
    letPass(MINUTE_MS);

    expect(await countFound(keys)).toBe(1);
  });

  it('tries every key that fits where a token names none', async () => {
    issuer.keys.splice(0, 1, await createKey('RS256', null), await createKey('RS256', null));
    const keys = createKeys();

    expect(await find(keys, { alg: 'RS256' })).toHaveLength(2);
  });

  it('tries ten keys at most', async () => {
    const { publicJwk } = await createKey('RS256', null);
    issuer.answerInstead = (_request, response) =>
      void response.end(JSON.stringify({ keys: Array.from({ length: 12 }, () => publicJwk) }));

    expect(await find(createKeys(), { alg: 'RS256' })).toHaveLength(10);
  });

  it('gives out no secret key, and none for another algorithm', async () => {
    const [key] = issuer.keys;
    issuer.answerInstead = (_request, response) => {
      const secret = { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' };
      response.end(JSON.stringify({ keys: [secret, key?.publicJwk] }));
    };
    const keys = createKeys();

    expect(await find(keys, { alg: 'HS256', kid: 'secret' })).toStrictEqual([]);
    expect(await find(keys, { ...current(), alg: 'PS256' })).toStrictEqual([]);
  });

  it.each(broken)('cannot tell when the answer is %s', async (_what, answer) => {
    const keys = createKeys();
    issuer.answerInstead = answer;

    await expect(find(keys, current())).rejects.toHaveProperty('name', 'VerifierUnavailable');

    issuer.answerInstead = undefined;

    await eventually('the keys are fetched again', async () => {
      letPass(MINUTE_MS);
      return find(keys, current()).catch(() => undefined);
    });

    expect(await countFound(keys)).toBe(1);
  });

  it.each(broken)(
    'goes on with the keys that it has when the answer is %s, for a day',
    async (_what, answer) => {
      const keys = createKeys();
      await countFound(keys);
      issuer.answerInstead = answer;
      letPass(23 * HOUR_MS);

      expect(await countFound(keys)).toBe(1);
      await expect(find(keys, UNKNOWN)).rejects.toHaveProperty('name', 'VerifierUnavailable');

      letPass(2 * HOUR_MS);

      await expect(find(keys, current())).rejects.toHaveProperty('name', 'VerifierUnavailable');
    },
  );
});
