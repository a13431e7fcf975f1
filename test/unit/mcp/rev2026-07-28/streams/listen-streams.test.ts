import { beforeEach, describe, expect, it } from '@jest/globals';

import { TaskError, TaskErrorCode } from '../../../../../src/core/errors.js';
import { NOT_ASKABLE } from '../../../../../src/core/question/askable.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { toFrame } from '../../../../../src/mcp/event-frame.js';
import {
  FrameReader,
  parseFrame,
} from '../../../../../src/mcp/rev2026-07-28/streams/event-stream.js';
import { ListenStreams } from '../../../../../src/mcp/rev2026-07-28/streams/listen-streams.js';
import type { TaskSubscription } from '../../../../../src/mcp/rev2026-07-28/streams/task-subscription.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';

const { tools } = parseManifest('tools: { a: { workflow: doIt, taskQueue: q } }');
const [tool] = [...tools.values()];
const meta = { _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } };
const acknowledged = (notifications: object): object => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, ...meta },
});
const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: meta };
const ended = { jsonrpc: '2.0', id: 7, result: { resultType: 'complete', ...meta } };
const subscription: TaskSubscription = {
  id: 7,
  caller: { owner: 'ada', session: undefined, askable: NOT_ASKABLE, usesTasks: true },
  taskIds: ['task-1'],
};

/** A stream as the SDK opens it, in pieces that end anywhere. */
function opened(...messages: readonly object[]): Response {
  const bytes = new TextEncoder().encode(messages.map(toFrame).join(''));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < bytes.length; start += 10) {
        controller.enqueue(bytes.slice(start, start + 10));
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

let tasks: FakeTasks;
const MAX_STREAMS = 8;
let streams: ListenStreams;

beforeEach(async () => {
  tasks = new FakeTasks();
  if (!tool) throw new Error('There is no tool.');
  await tasks.create({ tool, workflowArguments: [], owner: 'ada', protocolVersion: 'test' });
  streams = new ListenStreams(
    { tasks, serverInfo: { name: 'test', version: '1.0.0' } },
    MAX_STREAMS,
  );
});

async function join(
  response: Response,
  clientGone = new AbortController().signal,
): Promise<() => Promise<unknown>> {
  const { body } = await streams.join(response, subscription, clientGone);
  const reader = new FrameReader(body as ReadableStream<Uint8Array>);
  return async () => {
    const frame = await reader.next();
    return frame === undefined ? undefined : parseFrame(frame);
  };
}

async function readAll(next: () => Promise<unknown>): Promise<unknown[]> {
  const messages: unknown[] = [];
  for (let message = await next(); message !== undefined; message = await next()) {
    messages.push(message);
  }
  return messages;
}

describe('a stream that carries tasks', () => {
  it('acknowledges them, pushes what changes of them, and stays open', async () => {
    const next = await join(opened(acknowledged({}), ended));

    expect(await next()).toStrictEqual(acknowledged({ taskIds: ['task-1'] }));
    expect(await next()).toMatchObject({
      method: 'notifications/tasks',
      params: { taskId: 'task-1', status: 'working', ...meta },
    });

    tasks.settle('task-1', { kind: 'cancelled' });

    expect(await next()).toMatchObject({ params: { status: 'cancelled' } });

    await streams.close();

    expect(await next()).toStrictEqual({
      ...ended,
      result: {
        resultType: 'complete',
        _meta: { ...meta._meta, 'io.modelcontextprotocol/serverInfo': expect.anything() },
      },
    });
    expect(await next()).toBeUndefined();
  });

  it('passes on the rest of what the SDK sends, and ends where the SDK does', async () => {
    tasks.waitFor = async (_taskId, _owner, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new TaskError(TaskErrorCode.aborted, 'x'));
        });
      });
    const honored = { toolsListChanged: true };
    const next = await join(opened(acknowledged(honored), changed, ended));

    expect(await next()).toStrictEqual(acknowledged({ ...honored, taskIds: ['task-1'] }));
    expect(await next()).toStrictEqual(changed);
    expect(await next()).toMatchObject({ id: 7, result: { resultType: 'complete' } });
    expect(await next()).toBeUndefined();
  });

  it('ends when its tasks cannot be watched any longer', async () => {
    tasks.waitFor = async () =>
      Promise.reject(new TaskError(TaskErrorCode.unavailable, 'Out of reach.'));
    const next = await join(opened(acknowledged({}), ended));
    await next();

    expect(await next()).toMatchObject({ id: 7, result: { resultType: 'complete' } });
  });

  it('ends without a word when its client has gone', async () => {
    const next = await join(opened(acknowledged({}), ended), AbortSignal.abort());

    expect(await readAll(next)).not.toContainEqual(expect.objectContaining({ id: 7 }));
  });
});

describe('ListenStreams', () => {
  it('takes so many streams at a time, and others when some have ended', async () => {
    const client = new AbortController();
    const joined = Array.from({ length: MAX_STREAMS }, async () =>
      join(opened(acknowledged({}), ended), client.signal),
    );
    const [next] = await Promise.all(joined);

    await expect(join(opened(acknowledged({})))).rejects.toMatchObject({ code: 'busy' });

    client.abort();
    while ((await next?.()) !== undefined);
    await new Promise(setImmediate);

    await expect(join(opened(acknowledged({})), AbortSignal.abort())).resolves.toBeDefined();
  });

  it('ends a stream that is opened while it closes', async () => {
    await streams.close();
    const messages = await readAll(await join(opened(acknowledged({}), ended)));

    expect(messages.at(-1)).toMatchObject({ id: 7, result: { resultType: 'complete' } });
  });
});
