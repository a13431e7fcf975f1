/** Where redirects are followed to, and what goes with the request. */
import https from 'node:https';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

import type { ServiceAccess } from '../../../../../src/jobs/contract/job-access.js';
import type { Network } from '../../../../../src/transport/outgoing/allowed-address.js';
import { makeAuthority, makeCertificate } from '../../../../support/make-certificate.js';

import {
  type Answer,
  createTestSender,
  startJobService,
  stopJobServices,
} from './loopback-service.js';

const redirectTo =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();

const bearer: Pick<ServiceAccess, 'credentials'> = {
  credentials: { kind: 'bearer', token: 'TOKEN' },
};
const readSecret = (): string => 'token-of-the-tests';

afterEach(stopJobServices);

describe('a redirect', () => {
  it.each([
    ['without leave', { followsRedirects: false }],
    ['of a POST', { followsRedirects: true, method: 'POST' }],
  ])('%s is returned', async (_how, request) => {
    const { origin, seen } = await startJobService(redirectTo('/next'));
    const reply = await createTestSender({ origin })(request);

    expect(reply).toMatchObject({ status: 302, headers: { location: `${origin}/next` } });
    expect(seen).toHaveLength(1);
  });

  it('inside the origin is followed with credentials, and addresses are those after it', async () => {
    const { origin, seen } = await startJobService((response, { url }) => {
      if (url === '/') response.writeHead(307, { location: '/moved/a' }).end();
      else response.writeHead(200, { location: 'b' }).end('"done"');
    });
    const send = createTestSender({ origin, ...bearer }, { readSecret });
    const reply = await send({ followsRedirects: true, headers: { 'x-own': '1' } });

    expect(reply).toMatchObject({ body: 'done', headers: { location: `${origin}/moved/b` } });
    expect(seen.map(({ headers }) => [headers.authorization, headers['x-own']])).toStrictEqual([
      ['Bearer token-of-the-tests', '1'],
      ['Bearer token-of-the-tests', '1'],
    ]);
  });

  it('to a further origin is followed with harmless headers only, also when it leads back', async () => {
    const own = await startJobService((response, { url }) => {
      if (url === '/') response.writeHead(302, { location: `${archive.origin}/log?sig=1` }).end();
      else response.end('"back"');
    });
    const archive = await startJobService(redirectTo(`${own.origin}/back`), { host: '127.0.0.2' });
    const access = { origin: own.origin, otherOrigins: [archive.origin], ...bearer };
    const headers = { accept: 'text/plain', cookie: 'a=1', 'x-api-key': 'key' };
    const send = createTestSender(access, { readSecret });

    expect(await send({ followsRedirects: true, headers })).toMatchObject({ body: 'back' });
    for (const { headers: sent } of [...archive.seen, ...own.seen.slice(1)]) {
      expect(Object.keys(sent).sort()).toStrictEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ]);
      expect(sent.accept).toBe('text/plain');
    }
    expect([own.seen.length, archive.seen.length]).toStrictEqual([2, 1]);
  });

  it('to an undeclared host is forbidden, and names it', async () => {
    const elsewhere = await startJobService((response) => response.end());
    const { origin } = await startJobService(redirectTo(`${elsewhere.origin}/secret-path`));

    await expect(createTestSender({ origin })({ followsRedirects: true })).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringMatching(
        new RegExp(`^This job may not call ${new URL(elsewhere.origin).host}\\.(?!.*secret-path)`),
      ),
    });
    expect(elsewhere.seen).toHaveLength(0);
  });

  it('after five others is forbidden', async () => {
    const { origin, seen } = await startJobService(redirectTo('/'));

    await expect(createTestSender({ origin })({ followsRedirects: true })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(seen).toHaveLength(6);
  });
});

describe('a redirect of a service over https', () => {
  const authority = makeAuthority('An authority of the tests');
  const certificate = makeCertificate('outside.example', { by: authority });
  /** 127.0.0.2 stands for the Internet. */
  const network: Network = {
    resolve: (hostname, _options, callback) => {
      const address = hostname === 'outside.example' ? '127.0.0.2' : '127.0.0.1';
      callback(null, [{ address, family: 4 }]);
    },
    isPublic: (address) => address === '127.0.0.2',
  };
  const { globalAgent } = https;

  beforeAll(() => {
    class TrustingAgent extends https.Agent {
      constructor(options?: https.AgentOptions) {
        super({ ...options, ca: authority.cert });
      }
    }
    // Node.js makes the agents of single requests like this one.
    https.globalAgent = new TrustingAgent();
  });
  afterAll(() => {
    https.globalAgent = globalAgent;
  });

  async function follow(location: string, access: Partial<ServiceAccess>) {
    const service = await startJobService(redirectTo(location), {
      host: '127.0.0.2',
      certificate,
    });
    const origin = `https://outside.example:${service.port}`;
    const call = createTestSender({ origin, ...access }, { network })({ followsRedirects: true });
    const [outcome] = await Promise.allSettled([call]);
    return { outcome, visits: service.seen.length };
  }

  it('to http: is forbidden, also to a declared origin', async () => {
    const plain = await startJobService((response) => response.end());
    const { outcome, visits } = await follow(plain.origin, { otherOrigins: [plain.origin] });

    expect(outcome).toMatchObject({
      reason: { kind: 'forbidden', message: expect.stringContaining('http:') },
    });
    expect([visits, plain.seen.length]).toStrictEqual([1, 0]);
  });

  it('to a private address behind a declared name is not followed', async () => {
    const inside = await startJobService((response) => response.end(), { certificate });
    const origin = `https://inside.example:${inside.port}`;
    const { outcome, visits } = await follow(origin, {
      otherOrigins: [origin],
      internalAddresses: false,
    });

    expect(outcome).toMatchObject({
      reason: {
        kind: 'forbidden',
        message: expect.stringMatching(/^inside\.example:\d+ .*internalAddresses/),
      },
    });
    expect([visits, inside.seen.length]).toStrictEqual([1, 0]);
  });
});
