/** Hosts that cannot be installed here: what they were seen to send (docs/hosts.md), sent again by hand. */
import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { connectAskedHttp, questionsIn } from '../../support/asked-client.js';
import { eventually } from '../../support/eventually.js';
import { withHostServer } from '../../support/hosts/with-host-server.js';
import { connectStatelessHttp, envelope, type StatelessHttp } from '../../support/raw-mcp-2026.js';
import { parseBody, post, type RawMessage } from '../../support/raw-mcp.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

const given = withHostServer();

/** The messages are checked by the suites of conformance. */
const unchecked = { openConnection: () => () => undefined, count: () => 0, problems: () => [] };

let temporal: Client;

beforeAll(async () => {
  temporal = new Client({ connection: await Connection.connect({ address: temporalAddress() }) });
});

afterAll(async () => {
  await temporal.connection.close();
});

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const textOf = ({ result }: RawMessage): string =>
  ((result?.['content'] ?? []) as { text?: string }[]).map(({ text }) => text).join('');

/** Revision 2026-07-28, with the extension and forms; whatever becomes a task is polled and followed. */
function openClaudeCode(capabilities?: object): StatelessHttp {
  const host = connectStatelessHttp(given().url, unchecked);
  closers.push(async () => host.close());
  return {
    ...host,
    request: async (method, params, options) =>
      host.request(method, params, {
        ...options,
        meta: {
          ...envelope(capabilities),
          'io.modelcontextprotocol/clientInfo': { name: 'claude-code', version: '2.1.330' },
        },
      }),
  };
}

/** Revision 2025-06-18 with a standing stream; declares forms and web pages, and declines all of them by itself. */
async function openCodex() {
  const facts = { protocolVersion: '2025-06-18', clientName: 'codex-mcp-client' };
  const host = await connectAskedHttp([given().url], facts);
  closers.push(async () => host.close());
  const standing = await host.listen();
  const declined = new Set<unknown>();
  const decline = setInterval(() => {
    for (const { id } of questionsIn(host.received)) {
      if (declined.has(id)) continue;
      declined.add(id);
      void host.send({ id, result: { action: 'decline' } });
    }
  }, 20);
  closers.push(async () => {
    clearInterval(decline);
    return Promise.resolve();
  });
  return { host, standing };
}

describe('Claude Code, interactive', () => {
  it('is asked by its polls, while another host that declines everything is not', async () => {
    const { host: codex } = await openCodex();
    const claude = openClaudeCode();
    const filename = `${randomUUID()}.txt`;
    const created = await claude.request('tools/call', {
      name: 'confirm_delete',
      arguments: { filename },
    });
    const { taskId, pollIntervalMs } = created.result as { taskId: string; pollIntervalMs: number };
    expect(pollIntervalMs).toBeGreaterThan(0);
    const asked = await eventually('the question', async () => {
      const { result } = await claude.request('tasks/get', { taskId });
      return result?.['status'] === 'input_required' ? result : undefined;
    });
    const [key = ''] = Object.keys(asked['inputRequests'] as object);
    await claude.request('tasks/update', {
      taskId,
      inputResponses: { [key]: { action: 'accept', content: { confirm: true } } },
    });
    const ended = await eventually('the end', async () => {
      const { result } = await claude.request('tasks/get', { taskId });
      return result?.['status'] === 'completed' ? result : undefined;
    });

    expect(JSON.stringify(ended['result'])).toContain(`Deleted ${filename}.`);
    expect(questionsIn(codex.received)).toStrictEqual([]);
  });

  it('may cancel a task twice', async () => {
    const claude = openClaudeCode();
    const { result } = await claude.request('tools/call', {
      name: 'confirm_delete',
      arguments: { filename: `${randomUUID()}.txt` },
    });
    const { taskId } = result as { taskId: string };

    const replies = await Promise.all(
      [1, 2].map(async () => claude.request('tasks/cancel', { taskId })),
    );

    expect(replies.map(({ error }) => error)).toStrictEqual([undefined, undefined]);
    await eventually('the end', async () => {
      const reading = await claude.request('tasks/get', { taskId });
      return reading.result?.['status'] === 'cancelled';
    });
  });
});

describe('Claude Code in print mode', () => {
  const capabilities = { elicitation: {} };
  const call = (label: string) => ({ name: 'compute_by_host', arguments: { seconds: 2, label } });

  it('has a byte long before it gives up, and its work goes on when it does', async () => {
    const claude = openClaudeCode(capabilities);
    const label = randomUUID();
    const gone = new AbortController();
    const startedMs = Date.now();
    const response = await fetch(given().url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'compute_by_host',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { ...call(label), _meta: envelope(capabilities) },
      }),
      signal: gone.signal,
    });
    const firstByteMs = Date.now() - startedMs;
    gone.abort();
    const again = await claude.request('tools/call', call(label));

    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(firstByteMs).toBeLessThan(4_000);
    expect(textOf(again)).toContain(`Computed ${label} in 2 s`);
    expect(JSON.stringify(again.result)).toContain('Nothing was done twice');
  });
});

describe('Codex CLI', () => {
  it('declines by itself what it is asked on its own call, and the Workflow learns of it', async () => {
    const { host } = await openCodex();
    const filename = `${randomUUID()}.txt`;
    const call = host.open('tools/call', { name: 'confirm_delete', arguments: { filename } });

    expect(textOf(await call.reply)).toContain(`Did not delete ${filename}`);
    expect(questionsIn(call.received)).toHaveLength(1);
  });

  it('gives up a call after its own time-out, and gets the result of the same execution', async () => {
    const { host } = await openCodex();
    const label = randomUUID();
    const params = { name: 'compute_by_host', arguments: { seconds: 7, label } };
    const { taskQueue } = given().options;
    const query = `TaskQueue = '${taskQueue}' AND StartTime >= '${new Date().toISOString()}'`;
    const givenUp = host.open('tools/call', params);
    const workflowId = await eventually('the execution', async () => {
      for await (const found of temporal.workflow.list({ query })) return found.workflowId;
      return undefined;
    });
    const reason = 'MCP request cancelled by caller';
    const cancellation = { requestId: givenUp.id, reason };
    await host.send({ method: 'notifications/cancelled', params: cancellation });

    const again = await host.request('tools/call', params);
    const { taskId } = (again.result?.['structuredContent'] ?? {}) as { taskId?: string };
    const read = { name: 'task_result', arguments: { task_id: taskId } };
    const result = await host.request('tools/call', read);

    expect(textOf(again)).toContain('already running');
    expect(taskId).toBe(workflowId);
    expect(textOf(result)).toContain(`Computed ${label} in 7 s`);
  });

  it('is told nothing of tasks, of which its revision knows none', async () => {
    const { host, standing } = await openCodex();
    const reply = await host.request('tools/call', {
      name: 'compute',
      arguments: { seconds: 2, label: randomUUID() },
    });

    expect(textOf(reply)).toContain('is still running');
    expect(standing.received.map(({ method }) => method)).toStrictEqual([]);
  });
});

describe('opencode', () => {
  it('is told of progress, which resets its time-out, until its call ends', async () => {
    const host = await connectAskedHttp([given().url], { capabilities: {} });
    closers.push(async () => host.close());
    const progressToken = randomUUID();
    const label = randomUUID();
    const call = host.open('tools/call', {
      name: 'compute_by_host',
      arguments: { seconds: 13, label },
      _meta: { progressToken },
    });
    const reply = await call.reply;

    const progress = call.received.filter(({ method }) => method === 'notifications/progress');
    const values = progress.map(({ params }) => Number(params?.['progress']));
    expect(textOf(reply)).toContain(`Computed ${label} in 13 s`);
    expect(values.length).toBeGreaterThan(0);
    expect(values).toStrictEqual([...new Set(values)].sort((one, other) => one - other));
  });
});

describe('Gemini CLI', () => {
  it('is served although it names no revision after the first message', async () => {
    const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
    const opened = await post(
      given().url,
      message('initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'gemini-cli-mcp-client', version: '0.61.0' },
      }),
    );
    await opened.text();
    const response = await fetch(given().url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      },
      body: JSON.stringify(message('tools/call', { name: 'greet', arguments: { name: 'Ada' } })),
    });
    const [reply] = parseBody(await response.text(), response.headers.get('content-type'));

    expect(reply && textOf(reply)).toBe('Hello, Ada!');
  });
});
