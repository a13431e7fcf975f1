/** Tokens of a login, with a service that is a real socket. */
import { afterEach, describe, expect, it } from '@jest/globals';

import type { JobCredentials } from '../../../../../src/jobs/contract/job-access.js';
import { toExpression } from '../../../../../src/manifest/compile/compile-expression.js';
import { findQuietPort } from '../../../../support/find-quiet-port.js';

import {
  type Answer,
  createTestSender,
  type JobService,
  startJobService,
  stopJobServices,
} from './loopback-service.js';

afterEach(stopJobServices);

const environment: Readonly<Record<string, string>> = { USER: 'agent', PASSWORD: 'correct-horse' };

/** A service with logins at `/login`, whose tokens are numbered. */
async function startService(answer: Answer, login?: Answer): Promise<JobService> {
  let tokens = 0;
  return startJobService((response, request) => {
    if (request.url !== '/login') answer(response, request);
    else if (login) login(response, request);
    else {
      tokens += 1;
      response.writeHead(201).end(JSON.stringify({ data: { token: `token-number-${tokens}` } }));
    }
  });
}

function createClient(origin: string, url = `${origin}/login`) {
  const json = { user: 'USER', by: [{ password: 'PASSWORD' }], grant: { value: { type: ['x'] } } };
  const token = toExpression('$body.data.token');
  const credentials: JobCredentials = { kind: 'login', login: { url, json, token } };
  return createTestSender({ origin, credentials }, { readSecret: (name) => environment[name] });
}

const tokensOf = ({ seen }: JobService): unknown[] =>
  seen.filter(({ url }) => url !== '/login').map(({ headers }) => headers.authorization);

describe('a token of a login', () => {
  it('is asked for by the values of variables, and held for further calls', async () => {
    const service = await startService((response) => response.end());
    const send = createClient(service.origin);
    await Promise.all([send(), send()]);
    await send();

    const [login, ...others] = service.seen.filter(({ url }) => url === '/login');
    expect(others).toHaveLength(0);
    expect(login).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(login?.body ?? '')).toStrictEqual({
      user: 'agent',
      by: [{ password: 'correct-horse' }],
      grant: { type: ['x'] },
    });
    expect(tokensOf(service)).toStrictEqual(Array(3).fill('Bearer token-number-1'));
  });

  it.each([401, 403])(
    'is renewed once by a reply %i, and the call is made again',
    async (status) => {
      const service = await startService((response, { headers }) => {
        response.writeHead(headers.authorization?.endsWith('1') === true ? status : 200).end();
      });

      expect(await createClient(service.origin)()).toMatchObject({ status: 200 });
      expect(tokensOf(service)).toStrictEqual(['Bearer token-number-1', 'Bearer token-number-2']);
    },
  );

  it('is masked in replies, as the password is', async () => {
    const service = await startService((response) => response.end('token-number-1 correct-horse'));

    expect((await createClient(service.origin)()).body).toBe('*** ***');
  });

  it.each<readonly [string, Answer, object]>([
    [
      'that is refused',
      (response, { body }) => response.writeHead(401).end(body),
      {
        kind: 'unequipped',
        message: expect.stringMatching(/ refused the login of this job \(status 401\)\.$/),
      },
    ],
    [
      'without a token in the reply',
      (response, { body }) => response.end(body),
      {
        kind: 'unsent',
        message: expect.stringMatching(
          / gave no token \(status 200\): "\$body\.data\.token" has no value\.$/,
        ),
      },
    ],
    [
      'that breaks off',
      (response) => response.destroy(),
      { kind: 'unsent', message: expect.stringMatching(/ has sent no complete reply/) },
    ],
  ])('%s, is a call that was not sent', async (_what, login, error) => {
    const service = await startService((response) => response.end(), login);

    await expect(createClient(service.origin)()).rejects.toMatchObject(error);
    expect(tokensOf(service)).toHaveLength(0);
  });

  it('is not asked for at an address that cannot be reached', async () => {
    const service = await startService((response) => response.end());
    const call = createClient(service.origin, `http://127.0.0.1:${await findQuietPort()}/login`)();

    await expect(call).rejects.toMatchObject({ kind: 'unsent' });
    expect(service.seen).toHaveLength(0);
  });
});
