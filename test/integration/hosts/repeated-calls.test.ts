import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { HOST_MANIFEST } from '../../support/hosts/with-host-server.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';

const CALLS = 100;

let worker: TestWorker;
let servers: TestServer[];
let replicas: RawMcp[];
let connection: Connection;

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'fixtures' });
  const options = {
    taskQueue: worker.taskQueue,
    manifest: HOST_MANIFEST,
    environment: { TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}` },
  };
  servers = await Promise.all([startMcpServer(options), startMcpServer(options)]);
  replicas = servers.map(({ url }) => connectRawHttp(url));
  connection = await Connection.connect({ address: temporalAddress() });
});

afterAll(async () => {
  await Promise.all(servers.map(async (server) => server.stop()));
  await connection.close();
  await worker.stop();
});

interface Reply {
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: object;
  };
  readonly error?: { readonly message?: string };
}

const call = async (
  replica: number,
  name: string,
  input: { readonly seconds: number; readonly label: string },
): Promise<Reply> =>
  (await replicas[replica % replicas.length]?.request('tools/call', {
    name,
    arguments: input,
  })) as Reply;

const textOf = ({ result }: Reply): string => result?.content?.map(({ text }) => text).join() ?? '';

/** All that a model may be shown. */
const shownOf = (reply: Reply): string =>
  `${textOf(reply)} ${JSON.stringify(reply.result?.structuredContent ?? {})}`;

/** Counts the executions on the Task Queue from now on. A look waits until visibility shows at least the expected number. */
function countStarts(): (expected: number) => Promise<number> {
  const query = `TaskQueue = '${worker.taskQueue}' AND StartTime >= '${new Date().toISOString()}'`;
  const { workflow } = new Client({ connection });
  return async (expected) =>
    eventually('the executions are visible', async () => {
      const { count } = await workflow.count(query);
      return count >= expected ? count : undefined;
    });
}

describe('a call that is made again', () => {
  it('is one execution by the key of its tool, of a hundred at once over two replicas', async () => {
    const starts = countStarts();
    const input = { seconds: 0, label: randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: CALLS }, async (_each, index) => call(index, 'compute_once', input)),
    );

    expect(replies.filter(({ error }) => error !== undefined)).toStrictEqual([]);

    // On a busy machine, some calls join for 4 s and get a handle.
    const ended = replies.map(textOf).filter((text) => !text.includes('is still running'));
    const texts = new Set(ended);
    expect(texts.size).toBe(1);
    expect([...texts][0]).toContain(input.label);
    expect(await starts(1)).toBe(1);
  });

  it('is one execution however many replies are lost on their way', async () => {
    const starts = countStarts();
    const input = { seconds: 0, label: randomUUID() };
    const lost = Array.from({ length: 30 }, async (_each, index) => {
      const signal = AbortSignal.timeout(index * 5);
      const params = { name: 'compute_once', arguments: input };
      await replicas[index % 2]?.request('tools/call', params, { signal }).catch(() => undefined);
    });
    await Promise.all(lost);

    expect(textOf(await call(0, 'compute_once', input))).toContain(input.label);
    expect(textOf(await call(1, 'compute_once', input))).toContain(input.label);
    expect(await starts(1)).toBe(1);
  });

  it('is refused with other arguments under the same key', async () => {
    const label = randomUUID();
    await call(0, 'compute_once', { seconds: 0, label });
    const { error } = await call(1, 'compute_once', { seconds: 0.01, label });

    expect(error?.message).toContain('with other arguments');
  });

  it('is one execution while that runs, without a key, of a hundred at once over two replicas', async () => {
    // Longer than a busy machine takes for a hundred calls: one that came after the end would be new work.
    const input = { seconds: 20, label: randomUUID() };
    const starts = countStarts();
    const replies = await Promise.all(
      Array.from({ length: CALLS }, async (_each, index) => call(index, 'compute', input)),
    );

    const texts = replies.map(shownOf);
    expect(texts.filter((text) => !text.includes('already running'))).toHaveLength(1);
    expect(await starts(1)).toBe(1);
  });

  it('is a new one for a replica that knows nothing of it, once it has ended', async () => {
    const input = { seconds: 0, label: randomUUID() };
    const starts = countStarts();

    const replies: string[] = [];
    for (const replica of [0, 0, 1, 0, 1, 1]) {
      replies.push(shownOf(await call(replica, 'compute_by_host', input)));
    }
    expect(replies.filter((text) => text.includes('Nothing was done twice'))).toStrictEqual([]);

    expect(await starts(6)).toBe(6);
  });

  it('joins the one that is not collected, says so, and is a new one after that', async () => {
    const input = { seconds: 1.5, label: randomUUID() };
    const starts = countStarts();

    expect(shownOf(await call(0, 'compute', input))).toContain('is still running');
    expect(await starts(1)).toBe(1);
    const joined = await eventually('the result, collected', async () => {
      const text = shownOf(await call(0, 'compute', input));
      return text.includes('already running') ? undefined : text;
    });
    expect(joined).toContain('Nothing was done twice');
    expect(await starts(1)).toBe(1);

    expect(shownOf(await call(0, 'compute', input))).toContain('is still running');
    expect(await starts(2)).toBe(2);
  });

  it('is answered soon, and lets its host read as long as the first one, unless the answer to that was missed', async () => {
    const answered = { seconds: 60, label: randomUUID() };
    const missed = { seconds: 60, label: randomUUID() };
    const unknown = {
      name: 'compute_under_own_id',
      arguments: { seconds: 60, label: randomUUID() },
    };
    const params = { name: 'compute_by_host', arguments: missed };
    const leaving = new AbortController();
    const starts = countStarts();
    const first = replicas[0]?.request('tools/call', params, { signal: leaving.signal });
    await starts(1);
    leaving.abort();
    await first?.catch(() => undefined);
    await call(0, 'compute', answered);
    await replicas[0]?.request('tools/call', { ...unknown, task: {} });

    const again = await Promise.all([
      call(0, 'compute', answered),
      call(0, 'compute_by_host', missed),
      call(1, unknown.name, unknown.arguments),
    ]);

    expect(again.map(textOf)).toStrictEqual([
      expect.stringContaining('That call waits up to 45 seconds'),
      expect.stringContaining('That call waits up to 4 seconds'),
      expect.stringContaining('That call waits up to 45 seconds'),
    ]);
  });

  it.each([
    ['is a task of its own where it is made as a task', 'compute', () => ({}), 2],
    [
      'is one task where it is made as a task of a tool with a key, whatever keys its client has',
      'compute_once',
      () => ({ 'temporal-mcp-tasks/idempotency-key': randomUUID() }),
      1,
    ],
  ])('%s', async (_what, name, toMeta, expected) => {
    const input = { seconds: 60, label: randomUUID() };
    const taskIds = await Promise.all(
      replicas.map(async (replica) => {
        const params = { name, arguments: input, task: {}, _meta: toMeta() };
        const { result } = await replica.request('tools/call', params);
        return (result?.['task'] as { readonly taskId: string }).taskId;
      }),
    );

    expect(new Set(taskIds).size).toBe(expected);
  });
});
