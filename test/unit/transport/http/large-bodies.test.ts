import { type ClientRequest, request as sendRequest } from 'node:http';

import { afterEach, describe, expect, it } from '@jest/globals';

import { createTestGate, withApps } from '../../../support/serve-app.js';

const serve = withApps();
const open: ClientRequest[] = [];
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

/** Of many members, which take longest to parse. */
function largeBody(levels = 0): string {
  const members = Array.from({ length: 9_000 }, (_, index) => `"k${index}":1`).join();
  return `{"jsonrpc":"2.0","id":1,"method":"a","params":${'{"a":'.repeat(levels)}{${members}}${'}'.repeat(levels)}}`;
}

describe('large bodies', () => {
  it.each([
    ['members', `{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['items', `[${'1,'.repeat(10_000)}1]`],
  ])('are refused unparsed for too many %s', async (_what, params) => {
    // No JSON: who parses it says so.
    const body = `{"jsonrpc":"2.0","id":1,"method":"a","params":${params}`;
    const { url } = await serve({ gate: createTestGate() });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };

    const response = await fetch(url, { method: 'POST', headers, body });

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: {
        code: -32600,
        message: expect.stringMatching(
          /more than 10000 members .*as one text\. The operator can raise server\.limits\.members/,
        ),
      },
    });
  });

  it.each([20_000, false] as const)(
    'have as many members as the limit lets them: %s',
    async (members) => {
      const { url } = await serve({ gate: createTestGate(), limits: { members } });
      const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };
      const params = JSON.stringify({ list: Array.from({ length: 15_000 }, () => 1) });
      const body = `{"jsonrpc":"2.0","id":1,"method":"a","params":${params}}`;

      const response = await fetch(url, { method: 'POST', headers, body });

      expect(response.status).toBe(203);
    },
  );

  it.each([
    ['too deep', largeBody(100), -32600],
    ['no JSON', `${largeBody()}}`, -32700],
  ])('are refused as small ones are: %s', async (_what, body, code) => {
    const { url } = await serve({ gate: createTestGate() });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };

    const response = await fetch(url, { method: 'POST', headers, body });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('that never end hold up no small ones, and none of other owners', async () => {
    const { url, send } = await serve({ gate: createTestGate() });
    for (let count = 0; count < 40; count += 1) {
      const request = sendRequest(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer good-ada',
          'content-length': 1_000_000,
        },
      });
      request.on('error', () => undefined);
      request.write('{');
      open.push(request);
    }
    const post = async (token: string, body: string) =>
      (await send({ headers: { authorization: `Bearer ${token}` }, body })).status;

    expect(await post('good-ada', '{"jsonrpc":"2.0","id":1,"method":"a"}')).toBe(203);
    expect(await post('good-eve', largeBody())).toBe(203);
  });
});
