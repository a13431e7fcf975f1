/** The end of input is not the end of output: `printf … | temporal-mcp-tasks serve --stdio`. */
import { describe, expect, it } from '@jest/globals';

import { openStdio } from '../../../lab/wire/stdio.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { initializeParams } from '../../support/raw-mcp.js';
import { serverCommand } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

const WORK = { name: 'wait_for_finish', arguments: {} };
const IS_HANDLE = { structuredContent: { taskId: expect.any(String), status: 'working' } };

/** Writes requests, ends the input at once, and returns the answers by the place of their request. */
async function answersTo(requests: readonly (readonly [string, object])[]) {
  const { sendLine, listen, close } = openStdio(serverCommand('--stdio', given().options));
  const answers = new Map<unknown, unknown>();
  listen(({ id, result, error }) => answers.set(id, result ?? error));
  requests.forEach(([method, params], id) => {
    sendLine(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  });
  await close();
  return answers;
}

describe('a client over stdio that ends its input after its last request', () => {
  it('gets the answer of each request, and a handle for work that still runs', async () => {
    const answers = await answersTo([
      ['initialize', initializeParams()],
      ['tools/list', {}],
      ['tools/call', { name: 'greet', arguments: { name: 'Ada' } }],
      ['tools/call', WORK],
      ['tools/call', { ...WORK, task: {} }],
      ['tasks/list', {}],
    ]);

    expect(answers.get(1)).toHaveProperty('tools');
    expect(answers.get(2)).toHaveProperty('content.0.text', 'Hello, Ada!');
    expect(answers.get(3)).toMatchObject(IS_HANDLE);
    expect(answers.get(4)).toHaveProperty('task.taskId');
    expect(answers.get(5)).toHaveProperty('tasks');
  });

  it('gets them under 2026-07-28, too', async () => {
    const _meta = envelope({});
    const answers = await answersTo([
      ['tools/list', { _meta }],
      ['tools/call', { name: 'greet', arguments: { name: 'Ada' }, _meta }],
      ['tools/call', { ...WORK, _meta }],
      ['subscriptions/listen', { notifications: { toolsListChanged: true }, _meta }],
    ]);

    expect(answers.get(0)).toHaveProperty('tools');
    expect(answers.get(1)).toHaveProperty('content.0.text', 'Hello, Ada!');
    expect(answers.get(2)).toMatchObject(IS_HANDLE);
    expect(answers.has(3)).toBe(true);
  });

  it('reads that a call did not start whose question it can no longer answer', async () => {
    const answers = await answersTo([
      ['initialize', initializeParams(undefined, { elicitation: {} })],
      ['tools/call', { name: 'greet_if_confirmed', arguments: { name: 'Ada' } }],
    ]);

    expect(JSON.stringify(answers.get(1))).toContain('The call did not start');
  });
});
