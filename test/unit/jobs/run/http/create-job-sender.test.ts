import { afterEach, describe, expect, it } from '@jest/globals';

import { createJobSender } from '../../../../../src/jobs/run/http/create-job-sender.js';
import { eventually } from '../../../../support/eventually.js';

import { createTestSender, startJobService, stopJobServices } from './loopback-service.js';

afterEach(stopJobServices);

describe('a call of a job', () => {
  it('sends the request as it is, with headers of its own', async () => {
    const { origin, seen } = await startJobService((response) => response.end());
    const body = Buffer.from('{"a":"ö"}');
    await createTestSender({ origin })({
      method: 'DELETE',
      url: `${origin}/a%2Fb?c=%20d`,
      headers: { Accept: 'text/plain', 'X-Own': '1', 'Content-Type': 'application/json' },
      body,
    });

    expect(seen).toMatchObject([
      {
        method: 'DELETE',
        url: '/a%2Fb?c=%20d',
        body: body.toString(),
        headers: {
          accept: 'text/plain',
          'user-agent': 'temporal-mcp-tasks',
          'x-own': '1',
          'content-type': 'application/json',
          'content-length': String(body.byteLength),
        },
      },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('sends no user and no password that an address has', async () => {
    const { port, origin, seen } = await startJobService((response) => response.end());
    await createTestSender({ origin })({ url: `http://ann:secret@127.0.0.1:${port}/` });

    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['JSON with all digits', '{"id":12345678901234567890}', { id: 12345678901234567890n }, false],
    ['JSON after a mark of its encoding', '\uFEFF[1]', [1], false],
    ['a text', '<html>Busy</html>', '<html>Busy</html>', true],
    ['JSON that is too deep', '['.repeat(50_000), '['.repeat(50_000), true],
    [
      'deep JSON',
      `${'['.repeat(500)}${']'.repeat(500)}`,
      `${'['.repeat(500)}${']'.repeat(500)}`,
      true,
    ],
    ['nothing', '', null, false],
    ['blanks', ' \r\n', null, false],
  ])('returns %s', async (_what, content, body, isText) => {
    const { origin } = await startJobService((response) => response.end(content));

    expect(await createTestSender({ origin })()).toMatchObject({ status: 200, body, isText });
  });

  it('returns headers by lower-case names, without cookies, and addresses of jobs as absolute ones', async () => {
    const { origin } = await startJobService((response) => {
      response.writeHead(202, [
        ...['Location', '../jobs/7?a=%20'],
        ...['Operation-Location', "https://Other.example/op?x=%27'"],
        ...['Azure-AsyncOperation', '//elsewhere.example/op'],
        ...['Set-Cookie', 'session=1'],
        ...['X-Tag', 'a', 'X-Tag', 'b'],
      ]);
      response.end();
    });
    const { status, headers } = await createTestSender({ origin })({ url: `${origin}/all/new` });

    expect(status).toBe(202);
    expect(headers).toMatchObject({
      location: `${origin}/jobs/7?a=%20`,
      'operation-location': "https://Other.example/op?x=%27'",
      'azure-asyncoperation': 'http://elsewhere.example/op',
      'x-tag': 'a, b',
    });
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it('reads no more of a reply than it may, and closes the connection', async () => {
    let written = 0;
    let isClosed = false;
    const { origin } = await startJobService((response) => {
      response.on('close', () => {
        isClosed = true;
      });
      const more = (): void => {
        do written += 65_536;
        while (written < 1e9 && response.write('x'.repeat(65_536)));
        response.once('drain', more);
      };
      more();
    });
    const reply = await createTestSender({ origin }, { maxReplyBytes: 1_000 })();
    await eventually('the connection to be closed', () => isClosed);

    expect(reply).toMatchObject({ status: 200, body: null, isText: false, isTooLarge: true });
    expect(written).toBeLessThan(50e6);
  });

  it('takes the end of a reply that is too large, if it is asked for that', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`).join('\n');
    const { origin } = await startJobService((response) => response.end(lines));
    const send = createTestSender({ origin }, { maxReplyBytes: 1_000 });
    const [end, whole] = await Promise.all([
      send({ tailBytes: 21 }),
      createTestSender({ origin })({ tailBytes: 21 }),
    ]);

    expect(end).toMatchObject({ body: 'line 49998\nline 49999'.slice(-21), isTooLarge: false });
    expect(whole.body).toBe(lines);
  });

  it('takes a reply of exactly the limit', async () => {
    const { origin } = await startJobService((response) => response.end('x'.repeat(1_000)));
    const reply = await createTestSender({ origin }, { maxReplyBytes: 1_000 })();

    expect(reply).toMatchObject({ body: 'x'.repeat(1_000), isTooLarge: false });
  });

  it.each([
    ['to no address', 'ci.example/jobs', /no valid address/],
    [
      'to another host',
      'https://other.example/',
      /^This job may not call other\.example\. .* "hosts"/,
    ],
    ['to another port', 'https://ci.example:444/', /^This job may not call ci\.example:444/],
    ['to a file', 'file:///etc/passwd', /^This job may not call file:/],
    ['over http: without private networks', 'http://plain.example/', /http:.*internalAddresses/],
  ])('%s is forbidden', async (_how, url, message) => {
    const access = {
      origin: 'https://ci.example',
      credentials: { kind: 'none' as const },
      otherOrigins: ['http://plain.example'],
      internalAddresses: false,
    };
    const send = createJobSender({ accessOf: () => access, readSecret: () => undefined });

    await expect(send({ tool: 'deploy', method: 'GET', url, headers: {} })).rejects.toMatchObject({
      name: 'JobCallError',
      kind: 'forbidden',
      message: expect.stringMatching(message),
    });
  });

  it('of a tool that this Worker lacks is unsent, since another Worker may have it', async () => {
    const send = createJobSender({ accessOf: () => undefined, readSecret: () => undefined });
    const call = send({ tool: 'deploy', method: 'GET', url: 'https://ci.example/', headers: {} });

    await expect(call).rejects.toMatchObject({
      kind: 'unsent',
      message: 'The manifest of the Worker has no tool "deploy" with a job.',
    });
  });

  it('with characters that HTTP does not allow is forbidden, without a word of them', async () => {
    const { origin, seen } = await startJobService((response) => response.end());
    const call = createTestSender({ origin })({ headers: { 'x-name': 'a\r\nx-evil: 1' } });

    await expect(call).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.not.stringContaining('evil'),
    });
    expect(seen).toHaveLength(0);
  });
});
