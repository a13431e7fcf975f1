import { describe, expect } from '@jest/globals';

import { verifyRev2025 } from '../../support/conformance/verify-rev2025.js';
import { connectRawStdio, parseBody, post, type RawMessage } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import {
  createTask,
  finish,
  getTask,
  resultOf,
  untilStatus,
} from '../../support/steps/rev2025-task-steps.js';

const { verifiesOverHttp, verifiesOverStdio } = verifyRev2025();

function request(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 'one', method, params };
}

describe('the answer', () => {
  for (const method of ['tasks/get', 'tasks/list', 'tasks/cancel', 'tools/list']) {
    verifiesOverHttp(['T25-130'], `of ${method} is one JSON body`, async ({ mcp, url }) => {
      const taskId = await createTask(mcp, 'wait_for_finish');
      const response = await post(url, request(method, { taskId }));

      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toMatchObject({ id: 'one', result: expect.anything() });
    });
  }

  verifiesOverHttp(['T25-21'], 'of a call with a task is one JSON body', async ({ url }) => {
    const response = await post(url, request('tools/call', { name: 'quick_job', task: {} }));

    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ result: { task: { status: 'working' } } });
  });

  for (const method of ['tasks/result', 'tools/call']) {
    verifiesOverHttp(['T25-132'], `of ${method} comes once, on its own stream`, async (peer) => {
      const taskId = await createTask(peer.mcp, 'quick_job');
      const response = await post(peer.url, request(method, { taskId, name: 'quick_job' }));
      const messages: RawMessage[] = parseBody(
        await response.text(),
        response.headers.get('content-type'),
      );

      const answers = messages.filter((message) => message.id !== undefined);

      expect(answers).toStrictEqual([
        expect.objectContaining({ id: 'one', result: expect.anything() }),
      ]);
    });
  }
});

describe('a GET', () => {
  verifiesOverHttp(['T25-132'], 'without a session opens no stream', async ({ url }) => {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
    await response.body?.cancel();

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
  });
});

describe('a client that goes away', () => {
  verifiesOverHttp(['T25-131'], 'leaves the task as it was', async ({ mcp, temporal }) => {
    const taskId = await createTask(mcp, 'wait_for_finish');
    const drop = new AbortController();
    const dropped = mcp.request('tasks/result', { taskId }, { signal: drop.signal });
    const kept = mcp.request('tasks/result', { taskId });
    await getTask(mcp, taskId);
    drop.abort();

    await expect(dropped).rejects.toThrow('aborted');
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    expect(await resultOf(kept)).toHaveProperty('content', [{ type: 'text', text: 'done' }]);
    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toHaveProperty('content');
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'completed');
  });

  verifiesOverStdio(['T25-131', 'T25-135'], 'leaves its tasks to others', async (peer) => {
    const { mcp, temporal, options } = peer;
    const leaving = await connectRawStdio(options);
    const taskId = await createTask(leaving, 'wait_for_finish');
    void leaving.request('tasks/result', { taskId });
    await getTask(leaving, taskId);
    await leaving.close();

    expect(leaving.child.exitCode).toBe(0);
    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    await untilStatus(mcp, taskId, 'completed');
  });
});

describe('a server that goes away', () => {
  verifiesOverHttp(['T25-135', 'T25-26'], 'leaves its tasks to others', async (peer) => {
    const { mcp, temporal, options } = peer;
    const server = await startMcpServer(options);
    const reply = await post(
      server.url,
      request('tools/call', { name: 'wait_for_finish', task: {} }),
    );
    const { result } = (await reply.json()) as { result: { task: { taskId: string } } };
    const { taskId } = result.task;
    await server.kill();

    expect(await getTask(mcp, taskId)).toHaveProperty('status', 'working');
    await finish(temporal, taskId, 'done');
    expect(await resultOf(mcp.request('tasks/result', { taskId }))).toHaveProperty('content');
  });
});

describe('a POST without a request', () => {
  for (const [what, message] of [
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    [
      'a cancellation',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'unknown' } },
    ],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/unheard-of' }],
    ['a response', { jsonrpc: '2.0', id: 'srv-1', result: { action: 'accept', content: {} } }],
    ['an error', { jsonrpc: '2.0', id: 'srv-1', error: { code: -32603, message: 'No' } }],
  ] as const) {
    verifiesOverHttp(['T25-133'], `is acknowledged with 202 and no body: ${what}`, async (peer) => {
      const response = await post(peer.url, message);

      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
    });
  }
});

describe('MCP-Protocol-Version', () => {
  verifiesOverHttp(['T25-135'], 'of no revision is refused with 400', async ({ url }) => {
    const response = await post(url, request('tasks/list', {}), {
      headers: { 'mcp-protocol-version': '1999-01-01' },
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error');
  });
});

describe('standard output', () => {
  verifiesOverStdio(['T25-132'], 'has each response once, and nothing else', async ({ mcp }) => {
    const taskId = await createTask(mcp, 'failing_job');
    await mcp.request('tasks/result', { taskId }, { id: 'waiting' });
    await mcp.request('tasks/get', { taskId: 'unknown' });
    await mcp.request('unheard-of');
    const messages = mcp
      .output()
      .map((line) => JSON.parse(line) as { jsonrpc?: string; id?: unknown; method?: string });
    const ids = messages.filter(({ method }) => method === undefined).map(({ id }) => id);

    expect(messages.filter(({ jsonrpc }) => jsonrpc !== '2.0')).toStrictEqual([]);
    expect(ids).toContain('waiting');
    expect(new Set(ids).size).toBe(ids.length);
  });
});
