/** Clients that accept anything, and those that write `null` for what they leave out. */
import { describe, expect, it } from '@jest/globals';

import { envelope, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { initializeParams, parseBody, post } from '../../support/raw-mcp.js';
import { withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();
const GREET = { name: 'greet', arguments: { name: 'Ada' } };
const GREETED = { content: [{ text: 'Hello, Ada!' }] };

describe('a client', () => {
  const ACCEPTED = ['*/*', '', 'application/*, text/*', 'application/json'];

  const typeOf = (accept: string): RegExp =>
    accept === 'application/json'
      ? /^application\/json/
      : /^(?:application\/json|text\/event-stream)/;

  it.each(ACCEPTED)('that accepts "%s" is answered in 2025-11-25', async (accept) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: GREET };
    const response = await post(given().url, body, { headers: { accept } });
    const type = response.headers.get('content-type');

    expect(response.status).toBe(200);
    expect(parseBody(await response.text(), type).at(-1)).toMatchObject({ result: GREETED });
    expect(type).toMatch(typeOf(accept));
  });

  it.each(ACCEPTED)('that accepts "%s" is answered in 2026-07-28', async (accept) => {
    const { status, headers, message } = await given().peer.exchange('tools/call', GREET, {
      headers: { accept },
    });

    expect(status).toBe(200);
    expect(message).toMatchObject({ result: GREETED });
    expect(headers.get('content-type')).toMatch(typeOf(accept));
  });

  const { clientInfo } = initializeParams() as { clientInfo: object };
  it.each([
    ['tools/call', { ...GREET, task: null, _meta: null }],
    ['tools/call', { ...GREET, _meta: { progressToken: null } }],
    ['tools/call', { name: 'return_scalar', arguments: null, task: {} }],
    ['tools/list', { cursor: null }],
    ['tasks/list', { cursor: null, _meta: null }],
    ['tools/list', null],
    ['ping', null],
    [
      'initialize',
      {
        ...initializeParams(),
        capabilities: { elicitation: null, tasks: null },
        clientInfo: { ...clientInfo, title: null },
      },
    ],
  ])('of 2025-11-25 may leave out by null: %s %j', async (method, params) => {
    const { http, connectStdio } = given();

    expect(await http.request(method, params)).not.toHaveProperty('error');
    expect(await (await connectStdio()).request(method, params)).not.toHaveProperty('error');
  });

  it.each([
    ['tools/call', { ...GREET, inputResponses: null, requestState: null }, {}],
    ['tools/call', { ...GREET, _meta: { progressToken: null } }, {}],
    ['tools/list', { cursor: null }, {}],
    ['tools/call', GREET, { elicitation: null, extensions: { [TASKS_EXTENSION]: {} } }],
  ])('of 2026-07-28 may leave out by null: %s %j', async (method, params, capabilities) => {
    const reply = await given().peer.request(method, params, { meta: envelope(capabilities) });

    expect(reply).not.toHaveProperty('error');
  });

  it('is told of a member that is wrong, and not null', async () => {
    const { http } = given();

    expect(await http.request('tools/call', { ...GREET, arguments: 5 })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('"arguments"') },
    });
  });
});
