import { describe, expect, it } from '@jest/globals';

import { createTestGate, withApps } from '../../../support/serve-app.js';

const serve = withApps();

/** Of many members, which take longest to parse. */
function largeBody(levels = 0): string {
  const members = Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join();
  return `{"jsonrpc":"2.0","id":1,"method":"a","params":${'{"a":'.repeat(levels)}{${members}}${'}'.repeat(levels)}}`;
}

describe('large bodies', () => {
  it.each([
    ['names', `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['empty objects', `[${'{},'.repeat(300_000)}{}]`],
  ])('are refused unparsed for too many %s', async (_what, params) => {
    // No JSON: who parses it says so.
    const body = `{"jsonrpc":"2.0","id":1,"method":"a","params":${params}`;
    const { url } = await serve({ gate: createTestGate() });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer good-ada' };

    const response = await fetch(url, { method: 'POST', headers, body });

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('more than 250000 names') },
    });
  });

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
});
