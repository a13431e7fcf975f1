import { createHash, createHmac } from 'node:crypto';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { JobCredentials } from '../../../../../src/jobs/contract/job-access.js';

import {
  createTestSender,
  type SeenRequest,
  startJobService,
  stopJobServices,
} from './loopback-service.js';

afterEach(stopJobServices);

const environment = {
  USER_NAME: 'deploy-bot',
  SECRET: 'pass:word/"of"\\tests',
  ACCESS_KEY_ID: 'AKIDEXAMPLE',
  SESSION: 'session-of-the-tests',
};
const readSecret = (name: string): string | undefined =>
  (environment as Readonly<Record<string, string>>)[name];

const basic: JobCredentials = { kind: 'basic', user: 'USER_NAME', password: 'SECRET' };
const bearer: JobCredentials = { kind: 'bearer', token: 'SECRET' };

describe('credentials', () => {
  it.each<readonly [JobCredentials, Readonly<Record<string, string>>]>([
    [bearer, { authorization: `Bearer ${environment.SECRET}` }],
    [{ kind: 'header', name: 'X-API-Key', value: 'SECRET' }, { 'x-api-key': environment.SECRET }],
    [
      { kind: 'header', name: 'Authorization', value: 'SECRET', prefix: 'Token' },
      { authorization: `Token ${environment.SECRET}` },
    ],
    [basic, { authorization: `Basic ${btoa(`${environment.USER_NAME}:${environment.SECRET}`)}` }],
  ])('are those of %j, whatever headers are declared', async (credentials, expected) => {
    const { origin, seen } = await startJobService((response) => response.end());
    const send = createTestSender({ origin, credentials }, { readSecret });
    await send({ headers: { Authorization: 'Bearer own', 'X-API-KEY': 'own' } });

    expect(seen[0]?.headers).toMatchObject(expected);
  });

  it('in a query leave its other parameters as they are', async () => {
    const { origin, seen } = await startJobService((response) => response.end());
    const credentials: JobCredentials = { kind: 'query', name: 'api key', value: 'SECRET' };
    const send = createTestSender({ origin, credentials }, { readSecret });
    await send({ url: `${origin}/runs` });
    await send({ url: `${origin}/runs?b=%20c&api+key=***&d` });

    const own = 'api+key=pass%3Aword%2F%22of%22%5Ctests';
    expect(seen.map(({ url }) => url)).toStrictEqual([`/runs?${own}`, `/runs?b=%20c&d&${own}`]);
  });

  it('are read anew for each call', async () => {
    const { origin, seen } = await startJobService((response) => response.end());
    let secret = 'first';
    const send = createTestSender({ origin, credentials: bearer }, { readSecret: () => secret });
    await send();
    secret = 'second';
    await send();

    expect(seen.map(({ headers }) => headers.authorization)).toStrictEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });

  it('that the Worker does not have are named', async () => {
    const { origin, seen } = await startJobService((response) => response.end());
    const call = createTestSender({ origin, credentials: bearer })();

    await expect(call).rejects.toMatchObject({
      kind: 'unequipped',
      message: expect.stringContaining('The Worker has no variable SECRET, nor SECRET_FILE,'),
    });
    expect(seen).toHaveLength(0);
  });

  it('that cannot be read now are a call that is unsent', async () => {
    const readBroken = (): string => {
      throw new Error('/run/secrets/token');
    };
    const origin = 'https://ci.example';
    const call = createTestSender({ origin, credentials: bearer }, { readSecret: readBroken })();

    await expect(call).rejects.toMatchObject({
      kind: 'unsent',
      message: expect.not.stringContaining('/run'),
    });
  });
});

describe('a secret that a service sends back', () => {
  const { SECRET, USER_NAME } = environment;
  const pair = btoa(`${USER_NAME}:${SECRET}`);

  it.each([
    [
      'JSON',
      JSON.stringify({ [SECRET]: [SECRET, { of: `x${pair}x` }] }),
      { '***': ['***', { of: 'x***x' }] },
    ],
    ['a text', `you sent ${pair} (${SECRET})`, 'you sent *** (***)'],
    ['an address', encodeURIComponent(SECRET), '***'],
  ])('is masked in %s', async (_what, content, body) => {
    const { origin } = await startJobService((response) => {
      response.writeHead(200, {
        'x-echo': `Basic ${pair}`,
        location: `/${encodeURIComponent(SECRET)}`,
      });
      response.end(content);
    });
    const reply = await createTestSender({ origin, credentials: basic }, { readSecret })();

    expect(reply).toMatchObject({
      body,
      headers: { 'x-echo': 'Basic ***', location: `${origin}/***` },
    });
  });

  it('is masked in a number, and other values stay', async () => {
    const { origin } = await startJobService((response) =>
      response.end('{"a":12345678,"b":123456789,"c":"deploy-bot","d":null,"e":true}'),
    );
    const credentials: JobCredentials = { ...basic, password: 'PIN' };
    const send = createTestSender(
      { origin, credentials },
      { readSecret: (name) => (name === 'PIN' ? '12345678' : 'deploy-bot') },
    );

    expect((await send()).body).toStrictEqual({
      a: '***',
      b: 123456789,
      c: 'deploy-bot',
      d: null,
      e: true,
    });
  });

  it.each([
    ['Token dbt-secret-token', 'bad dbt-secret-token', 'bad ***'],
    ['Token token="dbt-secret-token", id=7', 'bad dbt-secret-token of 7', 'bad *** of 7'],
    ['a secret/of words', 'bad?k=a+secret%2Fof+words', 'bad?k=***'],
    ['dbt-secret-token', `bad ${btoa('dbt-secret-token')}`, 'bad ***'],
    ['Token dbt-secret-token', `bad ${btoa('dbt-secret-token').replace(/=+$/, '')}.`, 'bad ***.'],
  ])('is masked in parts and in forms: %s', async (secret, answer, masked) => {
    const { origin } = await startJobService((response) => response.end(answer));
    const credentials: JobCredentials = { kind: 'header', name: 'Authorization', value: 'AUTH' };
    const send = createTestSender({ origin, credentials }, { readSecret: () => secret });

    expect((await send()).body).toBe(masked);
  });

  it('stays if it is short, since it may be there by chance', async () => {
    const { origin } = await startJobService((response) => response.end('"1234567"'));
    const send = createTestSender({ origin, credentials: bearer }, { readSecret: () => '1234567' });

    expect((await send()).body).toBe('1234567');
  });
});

/** The signature of a request by AWS's description of Signature Version 4, with the time that the request names. */
function signatureOf(
  { method, url, headers, body }: SeenRequest,
  names: string,
  secret: string,
): string {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (key: string | Buffer, text: string): Buffer =>
    createHmac('sha256', key).update(text).digest();
  const [path = '', query = ''] = url.split('?');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/eu-central-1/states/aws4_request`;
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    hash(body),
  ].join('\n');
  const key = [time.slice(0, 8), 'eu-central-1', 'states', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secret}`,
  );
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(canonical)].join('\n');
  return hmac(key, text).toString('hex');
}

describe('AWS Signature Version 4', () => {
  const credentials: JobCredentials = {
    kind: 'sigv4',
    service: 'states',
    region: 'eu-central-1',
    accessKeyId: 'ACCESS_KEY_ID',
    secretAccessKey: 'SECRET',
    sessionToken: 'SESSION',
  };
  const startExecution = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': 'AWSStepFunctions.StartExecution',
    },
  };

  it.each([
    ['a text', '{"name":"ö"}'],
    ['bytes', Buffer.from('{"name":"ö"}')],
  ])('covers the body, target and host of %s', async (_what, body) => {
    const { origin, seen } = await startJobService((response) => response.end('{}'));
    const send = createTestSender({ origin, credentials }, { readSecret });
    await send({ ...startExecution, url: `${origin}/?b=2&a=1`, body });
    const [request] = seen;
    if (!request) throw new Error('No request has come');
    const { authorization = '', 'x-amz-security-token': token } = request.headers;
    const [, names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/states\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        authorization,
      ) ?? [];

    expect(request.body).toBe('{"name":"ö"}');
    expect(request.headers['content-type']).toBe('application/x-amz-json-1.0');
    expect(names.split(';')).toEqual(
      expect.arrayContaining(['host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']),
    );
    expect(token).toBe(environment.SESSION);
    expect(signature).toBe(signatureOf(request, names, environment.SECRET));
  });

  it('has no session token without such a variable', async () => {
    const { origin, seen } = await startJobService((response) => response.end('{}'));
    const readAll = (name: string): string | undefined =>
      name === 'SESSION' ? undefined : readSecret(name);
    await createTestSender({ origin, credentials }, { readSecret: readAll })(startExecution);

    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).not.toHaveProperty('x-amz-security-token');
  });
});
