import type { RequestListener } from 'node:http';

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import {
  IssuerKeys,
  type IssuerKeysOptions,
} from '../../../../../src/security/auth/tokens/issuer-keys.js';
import {
  createKey,
  type LocalIssuer,
  startLocalIssuer,
} from '../../../../support/auth/local-issuer.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNKNOWN = { alg: 'RS256', kid: 'unknown' };

let issuer: LocalIssuer;
let nowMs: number;

beforeEach(async () => {
  issuer = await startLocalIssuer('https://mcp.example.com/mcp');
  nowMs = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});

afterEach(async () => {
  jest.restoreAllMocks();
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

async function countFound(keys: IssuerKeys, header = current()): Promise<number> {
  return (await keys.find(header)).length;
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

    await expect(keys.find(current())).rejects.toThrow('No metadata');
  });

  it('fetches again for a key that is unknown, once in half a minute for everybody', async () => {
    const keys = createKeys();
    await countFound(keys);
    issuer.keys.push(await createKey());
    nowMs += 29_000;

    expect(await countFound(keys)).toBe(0);
    expect(issuer.countKeyRequests()).toBe(1);

    nowMs += 1_000;
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

    nowMs += 11 * MINUTE_MS;

    expect(await countFound(keys, old)).toBe(0);
  });

  it('tries every key that fits where a token names none', async () => {
    issuer.keys.splice(0, 1, await createKey('RS256', null), await createKey('RS256', null));
    const keys = createKeys();

    expect(await keys.find({ alg: 'RS256' })).toHaveLength(2);
  });

  it('gives out no secret key, and none for another algorithm', async () => {
    const [key] = issuer.keys;
    issuer.answerInstead = (_request, response) => {
      const secret = { kty: 'oct', k: 'c2VjcmV0', kid: 'secret', alg: 'HS256' };
      response.end(JSON.stringify({ keys: [secret, key?.publicJwk] }));
    };
    const keys = createKeys();

    expect(await keys.find({ alg: 'HS256', kid: 'secret' })).toStrictEqual([]);
    expect(await keys.find({ ...current(), alg: 'PS256' })).toStrictEqual([]);
  });

  it.each(broken)('cannot tell when the answer is %s', async (_what, answer) => {
    const keys = createKeys();
    issuer.answerInstead = answer;

    await expect(keys.find(current())).rejects.toHaveProperty('name', 'VerifierUnavailable');

    issuer.answerInstead = undefined;

    expect(await countFound(keys)).toBe(1);
  });

  it.each(broken)(
    'goes on with the keys that it has when the answer is %s, for a day',
    async (_what, answer) => {
      const keys = createKeys();
      await countFound(keys);
      issuer.answerInstead = answer;
      nowMs += 23 * HOUR_MS;

      expect(await countFound(keys)).toBe(1);
      await expect(keys.find(UNKNOWN)).rejects.toHaveProperty('name', 'VerifierUnavailable');

      nowMs += 2 * HOUR_MS;

      await expect(keys.find(current())).rejects.toHaveProperty('name', 'VerifierUnavailable');
    },
  );
});
