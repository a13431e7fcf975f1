import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';

import { afterAll, afterEach, describe, expect, it } from '@jest/globals';

import {
  createKey,
  type IssuerKey,
  type LocalIssuer,
  startLocalIssuer,
} from '../../support/auth/local-issuer.js';
import {
  type Answer,
  LIST,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { withPassingTime } from '../../support/passing-time.js';

const MINUTE_MS = 60_000;
/** Time until keys are fetched again beside requests. */
const STALE_MS = 11 * MINUTE_MS;
/** Time for which the outcome of a fetch counts. */
const PAUSE_MS = 31_000;
const AT_ONCE = 10;

const forger = await createKey();
const silentIssuer = await startLocalIssuer('unused');
const absentIssuer = `http://127.0.0.1:${await findQuietPort()}`;
const letPass = withPassingTime();
const there = withProtectedServer({
  auth: ({ issuer }) =>
    `issuers: [{ issuer: "${issuer}" }, { issuer: "${silentIssuer.issuer}", jwksUri: "${silentIssuer.issuer}/jwks" }, { issuer: "${absentIssuer}" }], scopes: [tasks:use]`,
});

/** Requests that an issuer leaves without an answer, until the server gives them up. */
class Silence {
  readonly open = new Set<ServerResponse>();
  givenUp = 0;

  readonly answer: RequestListener = (_request, response) => {
    this.open.add(response);
    response.once('close', () => {
      this.open.delete(response);
      this.givenUp += 1;
    });
  };
}

let silence = new Silence();

afterEach(() => {
  there().issuer.answerAll = undefined;
  for (const response of silence.open) response.destroy();
  silence = new Silence();
});
afterAll(async () => {
  await silentIssuer.close();
});

const send = async (token: string): Promise<Answer> => there().send25(token, LIST);
const statusOf = async (token: string): Promise<number> => (await send(token)).status;
const times = async <Result>(count: number, act: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, act));
/** A token whose key ID is unknown. Anybody can make one. */
const forge = async (): Promise<string> =>
  there().issuer.sign({ header: { kid: randomUUID() }, key: forger });

/** The server has fetched the issuer's keys, longer ago than its patience with them. */
async function withOldKeys(): Promise<LocalIssuer> {
  const { issuer } = there();
  const before = issuer.countKeyRequests();
  await eventually('the keys are new', async () => {
    letPass(STALE_MS);
    await send(await issuer.sign());
    return issuer.countKeyRequests() > before;
  });
  letPass(STALE_MS);
  issuer.requests.length = 0;
  return issuer;
}

const faults: readonly (readonly [string, RequestListener])[] = [
  ['ends connections', (request) => void request.socket.destroy()],
  [
    'ends connections in the middle of an answer',
    (request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{ "keys": [');
      request.socket.end();
    },
  ],
  ['answers with an error', (_request, response) => void response.writeHead(500).end('{}')],
  ['answers with a page', (_request, response) => void response.end('<html></html>')],
  ['answers with JSON that is cut', (_request, response) => void response.end('{ "keys": [{')],
  [
    'answers with 10 MiB',
    (_request, response) =>
      void response.end(`{"keys": [], "x": "${'x'.repeat(10 * 1024 * 1024)}"}`),
  ],
  [
    'sends requests elsewhere',
    (_request, response) => void response.writeHead(302, { location: silentIssuer.issuer }).end(),
  ],
];

describe('while the issuer is not there', () => {
  verifies(
    ['A-048', 'A-049'],
    'nobody is told that a token is bad who may have a good one',
    async () => {
      const { issuer, send25, send26 } = there();
      const token = await issuer.sign();
      issuer.answerAll = (_request, response) => void response.writeHead(500).end();

      for (const { status, headers, message } of [
        await send25(token, LIST),
        await send26(token, 'tools/list'),
      ]) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('5');
        expect(headers.has('www-authenticate')).toBe(false);
        expect(message).toMatchObject({ error: 'temporarily_unavailable' });
      }
      expect(issuer.requests).toHaveLength(2);

      issuer.answerAll = undefined;
      letPass(PAUSE_MS);

      expect(await statusOf(token)).toBe(200);
    },
  );

  verifies(['A-048', 'A-049'], 'keys that are known go on to count', async () => {
    const issuer = await withOldKeys();
    const token = await issuer.sign();
    issuer.answerAll = (request) => void request.socket.destroy();

    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(await issuer.sign({ claims: { exp: 1 } }))).toBe(401);
    expect(await statusOf(`${token.slice(0, -4)}AAAA`)).toBe(401);

    letPass(23 * 60 * MINUTE_MS);

    expect(await statusOf(await issuer.sign())).toBe(200);

    letPass(60 * MINUTE_MS);

    expect(await statusOf(await issuer.sign())).toBe(503);
  });
});

describe('valid tokens are taken at once', () => {
  verifies(['A-048'], 'while the issuer is silent, and while forged ones come in', async () => {
    const issuer = await withOldKeys();
    issuer.answerAll = silence.answer;
    const valid = await issuer.sign();

    expect(new Set(await times(AT_ONCE, async () => statusOf(valid)))).toStrictEqual(
      new Set([200]),
    );
    const forged = times(AT_ONCE, async () => send(await forge()));
    await eventually('the issuer is asked', () => silence.open.size > 0);
    for (let sent = 0; sent < 3; sent += 1) expect(await statusOf(valid)).toBe(200);

    // So no valid token has waited until the server gave a request up.
    expect(silence.givenUp).toBe(0);
    expect(issuer.requests).toStrictEqual(['/jwks']);

    for (const { status, headers } of await forged) {
      expect([status, headers.get('retry-after')]).toStrictEqual([503, '5']);
    }
    await eventually('all fetches have ended', () => silence.givenUp === 3);
    expect(await times(AT_ONCE, async () => statusOf(await forge()))).toContain(503);
    expect(await statusOf(valid)).toBe(200);
    expect(issuer.requests).toHaveLength(3);

    letPass(PAUSE_MS);
    expect(await statusOf(valid)).toBe(200);
    await eventually('the issuer is asked again', () => silence.open.size > 0);
    expect([issuer.requests.length, silence.givenUp]).toStrictEqual([4, 3]);
  });

  verifies(['A-048'], 'while the issuer is slow; forged ones are refused by its keys', async () => {
    const issuer = await withOldKeys();
    issuer.answerAll = silence.answer;
    const valid = await issuer.sign();
    const forged = times(AT_ONCE, async () => statusOf(await forge()));
    await eventually('the issuer is asked', () => silence.open.size > 0);

    expect(await times(AT_ONCE, async () => statusOf(valid))).not.toContain(503);
    expect([silence.open.size, silence.givenUp]).toStrictEqual([1, 0]);

    issuer.answerAll = undefined;
    const keys = issuer.keys.map(({ publicJwk }) => publicJwk);
    for (const response of silence.open) response.end(JSON.stringify({ keys }));

    expect(new Set(await forged)).toStrictEqual(new Set([401]));
    expect(await times(AT_ONCE, async () => statusOf(await forge()))).not.toContain(503);
    expect(issuer.requests).toStrictEqual(['/jwks']);
  });

  it.each(faults)('while the issuer %s', async (_what, answer) => {
    const issuer = await withOldKeys();
    issuer.answerAll = answer;
    const valid = await issuer.sign();

    for (let round = 0; round < 3; round += 1) {
      expect(new Set(await times(5, async () => statusOf(await forge())))).toStrictEqual(
        new Set([503]),
      );
      expect(new Set(await times(5, async () => statusOf(valid)))).toStrictEqual(new Set([200]));
    }
    // Once the keys, and once both documents that may say where they are.
    expect(issuer.requests).toHaveLength(3);
  });

  verifies(['A-043', 'A-048'], 'while other issuers are silent or absent', async () => {
    const issuer = await withOldKeys();
    silentIssuer.answerAll = silence.answer;
    const claims = { aud: there().resource };
    const waiting = times(5, async () => statusOf(await silentIssuer.sign({ claims })));
    await eventually('the other issuer is asked', () => silence.open.size > 0);

    expect(await statusOf(await issuer.sign())).toBe(200);
    expect(await statusOf(await issuer.sign({ claims: { iss: absentIssuer } }))).toBe(503);
    expect(await statusOf(await issuer.sign())).toBe(200);
    expect(silence.givenUp).toBe(0);
    expect(new Set(await waiting)).toStrictEqual(new Set([503]));

    silentIssuer.answerAll = undefined;
    letPass(PAUSE_MS);

    expect(await statusOf(await silentIssuer.sign({ claims }))).toBe(200);
    expect(silentIssuer.requests).toStrictEqual(['/jwks', '/jwks']);
  });
});

describe('a new key', () => {
  /** The issuer signs with a new key from now on. */
  async function rotate(issuer: LocalIssuer): Promise<{ readonly old: IssuerKey }> {
    const [old] = issuer.keys.splice(0, 1, await createKey());
    if (!old) throw new Error('The issuer had no key.');
    return { old };
  }

  verifies(['A-048'], 'is taken as soon as the issuer tells it, once for everybody', async () => {
    const issuer = await withOldKeys();
    const { old } = await rotate(issuer);
    const token = await issuer.sign();

    expect(new Set(await times(AT_ONCE, async () => statusOf(token)))).toStrictEqual(
      new Set([200]),
    );
    expect(await statusOf(await issuer.sign({ key: old }))).toBe(401);
    expect(issuer.requests).toStrictEqual(['/jwks']);
  });

  verifies(['A-048', 'A-049'], 'waits for the end of an outage', async () => {
    const issuer = await withOldKeys();
    const { old } = await rotate(issuer);
    issuer.answerAll = silence.answer;

    expect(await statusOf(await issuer.sign())).toBe(503);
    expect(await statusOf(await issuer.sign({ key: old }))).toBe(200);

    await eventually('the fetch has ended', () => silence.givenUp === 3);
    issuer.answerAll = undefined;

    expect(await statusOf(await issuer.sign())).toBe(503);

    letPass(PAUSE_MS);

    expect(await statusOf(await issuer.sign())).toBe(200);
    expect(await statusOf(await issuer.sign({ key: old }))).toBe(401);
  });

  verifies(['A-048', 'A-049'], 'is taken in an outage that has an end within 5 s', async () => {
    const issuer = await withOldKeys();
    await rotate(issuer);
    issuer.answerAll = silence.answer;
    const token = issuer.sign().then(statusOf);
    await eventually('the issuer is asked', () => silence.open.size > 0);
    issuer.answerAll = undefined;
    for (const response of silence.open) response.destroy();

    expect(await token).toBe(200);
  });
});
