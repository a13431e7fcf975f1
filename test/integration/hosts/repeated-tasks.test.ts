import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { HOST_MANIFEST } from '../../support/hosts/with-host-server.js';
import { connectStatelessHttp, type StatelessMcp } from '../../support/raw-mcp-2026.js';
import {
  connectRawStdio,
  initializeParams,
  parseBody,
  post,
  type RawMcp,
  type RawMessage,
  type RawStdio,
} from '../../support/raw-mcp.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  type TestServer,
  type TestServerOptions,
} from '../../support/start-mcp-server.js';

/** Long enough for every test, after which its Workflow ends by itself. */
const SECONDS = 60;

let worker: TestWorker;
let options: TestServerOptions;
let servers: TestServer[];
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'fixtures' });
  options = {
    taskQueue: worker.taskQueue,
    manifest: HOST_MANIFEST,
    environment: { TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}` },
  };
  servers = await Promise.all([startMcpServer(options), startMcpServer(options)]);
});

afterAll(async () => {
  for (const close of open) await close();
  await Promise.all(servers.map(async (server) => server.stop()));
  await worker.stop();
});

interface Made {
  readonly taskId: string;
  readonly statusMessage?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

function toMade({ result, error }: RawMessage): Made {
  if (!result) throw new Error(error?.message);
  const task = (result['task'] ?? result) as { taskId: string; statusMessage?: string };
  return { ...task, meta: (result['_meta'] ?? {}) as Made['meta'] };
}

const callAsTask = async (client: Pick<RawMcp, 'request'>, label: string): Promise<Made> =>
  toMade(
    await client.request('tools/call', {
      name: 'compute',
      arguments: { seconds: SECONDS, label },
      task: {},
    }),
  );

/** A client of 2025-11-25 with a session, on one of the replicas. */
async function openSession(replica = 0): Promise<Pick<RawMcp, 'request'>> {
  const url = servers[replica]?.url ?? '';
  const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: initializeParams() };
  const opened = await post(url, initialize);
  await opened.text();
  const headers = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  let id = 0;
  return {
    async request(method, params) {
      id += 1;
      const response = await post(url, { jsonrpc: '2.0', id, method, params }, { headers });
      const [message] = parseBody(await response.text(), response.headers.get('content-type'));
      if (!message) throw new Error('There is no answer.');
      return message;
    },
  };
}

/** Resolves when a task that is made now, and never read, has so little of its 10 s left that the next call waits for them. */
async function untilSilent(): Promise<void> {
  const enoughMs = Date.now() + 6_000;
  await eventually('a silence', () => Date.now() > enoughMs);
}

/** Polls until its signal fires. */
async function poll(
  client: Pick<RawMcp, 'request'>,
  taskId: string,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  while (!signal.aborted) {
    await client.request('tasks/get', { taskId });
    count += 1;
  }
  return count;
}

describe('a call made as a task, again', () => {
  it('gets the first task, and says so, when nobody has read that for some poll intervals', async () => {
    const label = randomUUID();
    const first = await callAsTask(await openSession(), label);
    await untilSilent();
    const joined = await callAsTask(await openSession(), label);

    expect(joined.taskId).toBe(first.taskId);
    expect(joined.statusMessage).toContain('nothing was started');
    expect(joined.meta).toMatchObject({
      'temporal-mcp-tasks/joined': { taskId: first.taskId },
      'io.modelcontextprotocol/model-immediate-response': expect.stringContaining(first.taskId),
    });
  });

  it('is another one while the first one is polled, in whichever session', async () => {
    const label = randomUUID();
    const client = await openSession();
    const first = await callAsTask(client, label);
    const stop = new AbortController();
    const polling = poll(client, first.taskId, stop.signal);
    const [second, third] = [
      await callAsTask(await openSession(), label),
      await callAsTask(client, label),
    ];
    stop.abort();

    expect(await polling).toBeGreaterThan(0);
    expect([second.taskId, third.taskId]).not.toContain(first.taskId);
  });

  it('is another one in the session of the first one, which may never poll', async () => {
    const label = randomUUID();
    const client = await openSession();
    const made = [await callAsTask(client, label), await callAsTask(client, label)];

    expect(made[1]?.taskId).not.toBe(made[0]?.taskId);
    expect(made[1]?.meta['temporal-mcp-tasks/joined']).toBeUndefined();
  });

  it('gets the first task in the same session, too, once that has stopped to poll', async () => {
    const label = randomUUID();
    const client = await openSession();
    const first = await callAsTask(client, label);
    for (let count = 0; count < 12; count += 1) {
      await client.request('tasks/get', { taskId: first.taskId });
    }

    expect((await callAsTask(client, label)).taskId).toBe(first.taskId);
  });

  it('finds the first task by way of another replica', async () => {
    const label = randomUUID();
    const first = await callAsTask(await openSession(0), label);
    await untilSilent();
    const joined = await callAsTask(await openSession(1), label);

    expect(joined.taskId).toBe(first.taskId);
  });

  it('does so under 2026-07-28', async () => {
    const label = randomUUID();
    const client: StatelessMcp = connectStatelessHttp(
      servers[0]?.url ?? '',
      createWireLog(() => [], []),
    );
    const call = async (): Promise<Made> =>
      toMade(
        await client.request('tools/call', {
          name: 'compute',
          arguments: { seconds: SECONDS, label },
        }),
      );
    const first = await call();
    const joined = await call();

    expect(first.meta['temporal-mcp-tasks/joined']).toBeUndefined();
    expect(joined.taskId).toBe(first.taskId);
    expect(joined.statusMessage).toContain('nothing was started');
    await client.close();
  });
});

describe('a call made as a task over stdio, again', () => {
  const connect = async (): Promise<RawStdio> => {
    const client = await connectRawStdio(options);
    open.push(async () => client.close());
    return client;
  };

  it('gets the first task as soon as the process of the first client has ended, and not before', async () => {
    const label = randomUUID();
    const [one, other] = [await connect(), await connect()];
    const first = await callAsTask(one, label);
    const second = await callAsTask(other, label);
    const exited = once(one.child, 'exit');
    one.child.kill('SIGKILL');
    await exited;
    const third = await callAsTask(await connect(), label);

    expect(second.taskId).not.toBe(first.taskId);
    expect(third.taskId).toBe(first.taskId);
    expect(third.statusMessage).toContain('nothing was started');
  });
});
