/** A desk at servers that are not ours, or not well. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from '@jest/globals';

import type { TaskDesk } from '../../../../../src/cli/tasks/desk/task-desk.js';
import { createMcpDesk } from '../../../../../src/cli/tasks/over-mcp/mcp-desk.js';

const servers: Server[] = [];
const desks: TaskDesk[] = [];
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function openDesk(listener: RequestListener, token?: string): Promise<TaskDesk> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const desk = createMcpDesk({ url: new URL(`http://127.0.0.1:${port}/mcp`), token });
  desks.push(desk);
  return desk;
}

type Reply = object | number;
interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly taskId?: string };
}

/** Answers JSON-RPC: with a result, or with a status of HTTP. */
function speaking(reply: (message: Message) => Reply): RequestListener {
  return (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    void json(request).then((message) => {
      const { id } = message as Message;
      const answer = id === undefined ? 202 : reply(message as Message);
      if (typeof answer === 'number') {
        response.writeHead(answer).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  };
}

const CREATED_AT = '2026-11-22T10:00:00.000Z';
const unknownMethod = { error: { code: -32601, message: 'Method not found' } };

/** A server of the revision before the extension, with one task. */
function legacy(tasks: object, read: (message: Message) => Reply): RequestListener {
  return speaking((message) => {
    if (message.method === 'initialize') {
      const serverInfo = { name: 'other', version: '1' };
      const capabilities = { tasks };
      return { result: { protocolVersion: '2025-11-25', capabilities, serverInfo } };
    }
    return message.method.startsWith('tasks/') ? read(message) : unknownMethod;
  });
}

function toTask(status: string): Reply {
  const task = { taskId: 'a', status, createdAt: CREATED_AT, lastUpdatedAt: CREATED_AT, ttl: null };
  return { result: { ...task, pollInterval: 1 } };
}

describe('a server of the revision before the extension', () => {
  it('shows tasks and their results, and no questions', async () => {
    const desk = await openDesk(
      legacy({}, ({ method }) =>
        method === 'tasks/result'
          ? { result: { content: [{ type: 'text', text: 'done' }] } }
          : toTask('completed'),
      ),
    );

    expect(await desk.get('a')).toStrictEqual({
      taskId: 'a',
      status: 'completed',
      createdAt: CREATED_AT,
      lastUpdatedAt: CREATED_AT,
      outcome: { kind: 'result', result: { content: [{ type: 'text', text: 'done' }] } },
    });
    await expect(desk.answer('a', 'k', { action: 'decline' })).rejects.toThrow(/takes no answers/);
    await expect(desk.list(10)).rejects.toThrow(/does not list tasks/);
  });

  it('shows with which error a task has failed', async () => {
    const desk = await openDesk(
      legacy({}, ({ method }) =>
        method === 'tasks/result'
          ? { error: { code: -32603, message: 'Timed out.' } }
          : toTask('failed'),
      ),
    );

    expect((await desk.get('a')).outcome).toMatchObject({ kind: 'error', error: { code: -32603 } });
  });

  it('may be away for a while of a watch', async () => {
    const replies: Reply[] = [toTask('working'), 503, 429, toTask('cancelled')];
    const desk = await openDesk(legacy({}, () => replies.shift() ?? toTask('working')));
    const seen: string[] = [];
    const last = await desk.watch('a', {
      signal: new AbortController().signal,
      onReading: ({ status }) => seen.push(status),
    });

    expect(seen).toStrictEqual(['working', 'cancelled']);
    expect(last?.outcome).toStrictEqual({ kind: 'cancelled' });
  });

  it('ends a list that has no end', async () => {
    let pages = 0;
    const desk = await openDesk(
      legacy({ list: {} }, () => ({ result: { tasks: [], nextCursor: String((pages += 1)) } })),
    );

    expect(await desk.list(10)).toStrictEqual({ tasks: [], hasMore: true });
    expect(pages).toBe(100);
  });
});

describe('what is no such server', () => {
  it.each<[string, RequestListener, RegExp]>([
    ['asks for a token', speaking(() => 401), /asks for a token \(401\)\. Put an access/],
    ['has nothing there', speaking(() => 404), /There is no MCP server at .+ 404/],
    ['is broken', speaking(() => 500), /answered with HTTP 500/],
    ['is too busy', speaking(() => 429), /too many requests \(429\)/],
    ['knows no tasks', legacy({}, () => unknownMethod), /has no tasks, or not in the way/],
    ['answers with something else', legacy({}, () => ({ result: {} })), /no task: .+taskId/s],
    [
      'is a web page',
      (_request, response) => response.setHeader('content-type', 'text/html').end('<p>Hi.'),

      /speaks no MCP: .+text\/html/,
    ],
  ])('is named where it %s', async (_what, listener, expected) => {
    const desk = await openDesk(listener);

    await expect(desk.get('a')).rejects.toThrow(expected);
  });

  it('is named where it does not take a token', async () => {
    const desk = await openDesk(
      speaking(() => 401),
      'abc',
    );

    await expect(desk.get('a')).rejects.toThrow(/does not take this token \(401\)/);
  });

  it('is named where a token lacks scopes', async () => {
    const challenge = 'Bearer error="insufficient_scope", scope="tasks:use"';
    const desk = await openDesk((_request, response) => {
      response.writeHead(403, { 'www-authenticate': challenge }).end();
    }, 'abc');

    await expect(desk.get('a')).rejects.toThrow(/does not let this through \(403\): .+tasks:use/);
  });
});
