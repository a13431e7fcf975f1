import { once } from 'node:events';
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { withSteps } from '../../../../src/core/task/task-steps.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { EndOfWaits } from '../../../../src/service/calls/answer/end-of-waits.js';
import { createHttpApp } from '../../../../src/transport/http/create-http-app.js';
import type { ConnectionLimits } from '../../../../src/transport/http/limits/connection-limits.js';
import {
  type HttpServerHandle,
  startHttpServer,
} from '../../../../src/transport/http/start-http-server.js';
import { createGenerations } from '../../../support/create-generations.js';
import { createEchoGeneration, type EchoAnswer } from '../../../support/echo-generation.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(
  'tools: { order: { workflow: { type: order, taskQueue: q }, task: optional } }',
);
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

const agents: Agent[] = [];
const handles: HttpServerHandle[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) agent.destroy();
  await Promise.all(handles.splice(0).map(async (handle) => handle.close()));
});

class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Tasks whose creation waits until a test opens the gate. */
class SlowTasks extends FakeTasks {
  readonly #gate = new Gate();
  begun = 0;

  override async create(...call: Parameters<FakeTasks['create']>) {
    this.begun += 1;
    await this.#gate.opened;
    return super.create(...call);
  }

  letGo(): void {
    this.#gate.open();
  }
}

interface Served {
  readonly tasks: SlowTasks;
  readonly handle: HttpServerHandle;
  readonly post: (method: string, params?: object) => Promise<{ status: number; body: string }>;
}

/** A server of all generations, and a client that keeps its connections open. */
async function serve({ drainMs = 5_000 } = {}): Promise<Served> {
  const tasks = new SlowTasks();
  const waits = new EndOfWaits();
  const generations = createGenerations({
    tasks: withSteps([waits.toStep()], async () => Promise.resolve(tasks)),
    tools,
    sealer: testSealer,
  });
  const app = createHttpApp({
    generations,
    findObstacle: async () => Promise.resolve(waits.hasCome ? 'stopping' : undefined),
  });
  const drain = async (): Promise<void> => {
    waits.come();
    await Promise.all(generations.map(async (generation) => generation.drain()));
  };
  const close = async (): Promise<void> => {
    await Promise.all(generations.map(async (generation) => generation.close()));
  };
  const handle = await startHttpServer(app, { port: 0, drainMs }, { drain, close });
  handles.push(handle);
  const agent = new Agent({ keepAlive: true });
  agents.push(agent);
  const post: Served['post'] = async (method, params = {}) => {
    const request = sendRequest(handle.url, { method: 'POST', headers: HEADERS, agent });
    request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await text(response) };
  };
  return { tasks, handle, post };
}

const CREATE = ['tools/call', { name: 'order', arguments: {}, task: {} }] as const;

describe('a server that is closed', () => {
  it('gives up what takes longer than it has time', async () => {
    const { tasks, handle, post } = await serve({ drainMs: 50 });
    const create = post(...CREATE);
    await eventually('the create', () => tasks.begun === 1);
    await handle.close();

    expect(await create).toMatchObject({ status: 503 });
    tasks.letGo();
  });

  it('ends a wait at once with an error that says to ask again, and a plain call with a handle', async () => {
    const { tasks, handle, post } = await serve({ drainMs: 60_000 });
    tasks.letGo();
    const { body } = await post(...CREATE);
    const taskId = /"taskId":"([^"]+)"/.exec(body)?.[1];
    const waiting = post('tasks/result', { taskId });
    const calling = post('tools/call', { name: 'order', arguments: {} });
    await eventually('the call', () => tasks.begun === 2);
    await pause(50);
    await handle.close();

    expect((await waiting).body).toMatch(/"code":-32603,.*being stopped.*"retryAfterMs":1000/);
    expect((await calling).body).toMatch(/order is still running as task task-2/);
  });
});

/** A server with one answer that streams until the test ends it, and with short limits. */
async function serveSlowly(limits: ConnectionLimits): Promise<{
  readonly url: URL;
  readonly finish: () => void;
}> {
  const gate = new Gate();
  const answer: EchoAnswer = async () => {
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(new TextEncoder().encode('begun '));
        await gate.opened;
        controller.enqueue(new TextEncoder().encode('ended'));
        controller.close();
      },
    });
    return Promise.resolve(new Response(body));
  };
  const app = createHttpApp({ generations: [createEchoGeneration('2099-01-01', answer)] });
  const handle = await startHttpServer(app, { port: 0, drainMs: 0, limits });
  handles.push(handle);
  return { url: new URL(handle.url), finish: gate.open };
}

/** Sends a text, and reads until the server ends the connection. */
async function untilEnded({ port, hostname }: URL, sent: string): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  return text(socket);
}

describe('a connection', () => {
  const limits = { headersMs: 150, requestMs: 300, keepAliveMs: 150 };

  it.each([
    ['says nothing', ''],
    ['brings half of its headers', 'POST /mcp HTTP/1.1\r\nHost: 127'],
    [
      'brings half of its body',
      'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    ],
  ])('is ended when it %s', async (_what, sent) => {
    const { url } = await serveSlowly(limits);

    expect(await untilEnded(url, sent)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is ended when nothing more comes after an answer', async () => {
    const { url, finish } = await serveSlowly(limits);
    finish();
    const sent = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n';

    expect(await untilEnded(url, sent)).toMatch(/^HTTP\/1\.1 200 [^]*ended/);
  });

  it('is still open when a client comes back after the time that it was told', async () => {
    const { url, finish } = await serveSlowly({ ...limits, keepAliveMs: 1_000 });
    finish();
    const socket = connect(Number(url.port), url.hostname);
    const sent = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n';
    const answered = text(socket);
    socket.write(sent);
    await pause(1_500);
    socket.write(sent);

    expect((await answered).match(/^HTTP\/1\.1 200 [^]*?^Keep-Alive: timeout=1\r$/gm)).toHaveLength(
      2,
    );
  });

  it('carries an answer that takes longer than all of that', async () => {
    const { url, finish } = await serveSlowly(limits);
    const startedAt = performance.now();
    const response = await fetch(url, { method: 'POST' });
    await pause(1_000);
    finish();

    expect(await response.text()).toBe('begun ended');
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
  });
});
