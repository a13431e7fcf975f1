import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp, readEvents } from '../../support/raw-mcp-2026.js';
import { post, type RawMessage } from '../../support/raw-mcp.js';
import { startMcpServer, TEST_MANIFEST, type TestServer } from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { accept } from '../../support/steps/rev2026-task-steps.js';
import { refusalOf, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

/** A stream of 2025-11-25 on which the client is asked something, with a session that says that it can be. */
const callAskingTool = async (
  params: object,
): Promise<{ messages: RawMessage[]; answer: (result: object) => Promise<number> }> => {
  const { url } = given();
  const initialized = await post(url, {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'raw', version: '0' },
    },
  });
  const session = { 'mcp-session-id': initialized.headers.get('mcp-session-id') ?? '' };
  const response = await post(
    url,
    { jsonrpc: '2.0', id: 'call', method: 'tools/call', params },
    { headers: session },
  );
  const messages: RawMessage[] = [];
  void readEvents(response, (message) => messages.push(message));
  const question = await eventually('the question', () =>
    messages.find(({ method }) => method === 'elicitation/create'),
  );
  return {
    messages,
    answer: async (result) => {
      const body = { jsonrpc: '2.0', id: question.id, result };
      return (await post(url, body, { headers: session })).status;
    },
  };
};

const replyIn = async (messages: readonly RawMessage[]): Promise<RawMessage> =>
  eventually('the reply', () => messages.find(({ id }) => id === 'call'));

describe('a confirmation under 2025-11-25', () => {
  const params = { name: 'greet_if_confirmed', arguments: { name: 'Ada' } };

  it.each([
    ['a plain call', {}, { content: [{ text: 'Hello, Ada!' }] }],
    ['a task', { task: {} }, { task: { status: 'working' } }],
  ])('is asked on the stream of %s, before it starts', async (_what, more, result) => {
    const { messages, answer } = await callAskingTool({ ...params, ...more });
    expect(messages).toMatchObject([{ params: { message: 'Greet Ada?' } }]);
    expect(await answer(accept({ confirm: true }))).toBe(202);

    expect((await replyIn(messages)).result).toMatchObject(result);
  });

  it('starts nothing when it is declined', async () => {
    const { messages, answer } = await callAskingTool(params);
    await answer({ action: 'decline' });

    expect((await replyIn(messages)).result).toMatchObject({ isError: true });
  });

  it('starts nothing for a client that cannot be asked', async () => {
    const { result } = await given().http.request('tools/call', params);

    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result)).toContain("can't be asked");
  });

  it('is not taken for an answer that nobody waits for', async () => {
    const forged = { jsonrpc: '2.0', id: 'mcp-start.x', result: accept({ confirm: true }) };

    expect((await post(given().url, forged)).status).toBe(400);
  });
});

describe('a manifest that names its generations', () => {
  const serve = async (generation: string): Promise<TestServer> => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-tasks-'));
    const manifest = join(folder, 'manifest.yaml');
    await copyFile(TEST_MANIFEST, manifest);
    const settings = await readFile(join(dirname(TEST_MANIFEST), 'test.server.yaml'), 'utf8');
    const named = `${settings}generations: [${generation}]\n`;
    await writeFile(join(folder, 'test.server.yaml'), named);
    return startMcpServer({ ...given().options, manifest });
  };
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '0' },
    },
  };

  it('serves 2026-07-28 alone where it says so', async () => {
    const server = await serve('2026-07-28');
    try {
      const peer = connectStatelessHttp(server.url, given().log);
      expect(await resultOf(peer.request('tools/list'))).toHaveProperty('tools');
      const refused = await post(server.url, initialize);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { code: -32022 } });
    } finally {
      await server.stop();
    }
  });

  it('serves 2025-11-25 alone where it says so, without loading the other', async () => {
    const server = await serve('2025-11-25');
    try {
      expect((await post(server.url, initialize)).status).toBe(200);
      const peer = connectStatelessHttp(server.url, given().log);
      const refused = peer.exchange('server/discover', {}, {});
      expect(await refusalOf(refused)).toStrictEqual({ status: 400, code: -32000 });
    } finally {
      await server.stop();
    }
  });
});

describe('all that was said to the client of 2026-07-28', () => {
  expectEveryMessageToFit(given);
});
