/** When a token expires, the server ends the streams opened with it. Tasks started with it go on. */
import { describe, expect } from '@jest/globals';

import { inSeconds } from '../../support/auth/local-issuer.js';
import {
  beginSession,
  LIST,
  post26,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { parseBody, post } from '../../support/raw-mcp.js';

const there = withProtectedServer({
  worker: true,
  auth: ({ issuer }) =>
    `issuers: [{ issuer: "${issuer}" }], scopes: [tasks:use], clockTolerance: 1s`,
  tools: 'plain_wait: { workflow: waitForFinish, task: forbidden }',
});

const LIFETIME_S = 4;
const message =
  'The access token of this request is no longer valid. Work that was started continues: ask again with a new token.';
const ENDED = { jsonrpc: '2.0', id: 1, error: { code: -32603, message } };

function rpc(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** A response stream. `ended` resolves when the server ends it, and rejects if the connection is cut off. */
interface Open {
  readonly status: number;
  readonly ended: Promise<{ readonly atMs: number; readonly text: string }>;
}

function read(response: Response): Open {
  const drain: () => Open['ended'] = async () => {
    const text = await response.text();
    return { atMs: Date.now(), text };
  };
  return { status: response.status, ended: within(PATIENCE_MS, drain()) };
}

async function createTask(token: string): Promise<string> {
  const { message } = await there().send25(
    token,
    rpc('tools/call', { name: 'wait_for_finish', arguments: {}, task: {} }),
  );
  const { taskId } = message.result?.['task'] as { readonly taskId: string };
  there().given.terminateLater(taskId);
  return taskId;
}

describe('a token that ends', () => {
  verifies(
    ['A-061', 'A-073'],
    'ends the streams of both generations cleanly, and no task',
    async () => {
      const { issuer, url, send25 } = there();
      const lasting = await issuer.sign();
      const taskId = await createTask(lasting);
      const session = await beginSession(there(), lasting);
      const exp = inSeconds(LIFETIME_S);
      const token = await issuer.sign({ claims: { exp } });
      const authorization = `Bearer ${token}`;
      const headers = { authorization, 'mcp-session-id': session };
      const version = { 'mcp-protocol-version': '2025-11-25' };
      const call = { name: 'plain_wait', arguments: {} };
      const open = {
        get: read(
          await fetch(url, { headers: { ...headers, ...version, accept: 'text/event-stream' } }),
        ),
        result: read(await post(url, rpc('tasks/result', { taskId }), { headers })),
        call25: read(await post(url, rpc('tools/call', call), { headers })),
        call26: read(
          await post26(url, { method: 'tools/call', params: call, headers: { authorization } }),
        ),
        listen: read(
          await post26(url, {
            method: 'subscriptions/listen',
            params: { notifications: { taskIds: [taskId] } },
            headers: { authorization },
          }),
        ),
      };
      const streams = Object.entries(open);

      expect(streams.map(([name, { status }]) => [name, status])).toStrictEqual(
        streams.map(([name]) => [name, 200]),
      );

      for (const [name, { ended }] of streams) {
        const { atMs, text } = await ended;
        const lateMs = atMs - exp * 1000;

        expect([name, lateMs >= 0]).toStrictEqual([name, true]);
        // The limit is 1 second; the rest is for a busy machine.
        expect([name, lateMs < 10_000]).toStrictEqual([name, true]);

        // A request that waits for an answer gets an error. Without it, the client would wait until its own timeout.
        const answer = parseBody(text, 'text/event-stream').find(({ error }) => error);
        // A stream without an answer just ends, and its client reconnects with another token.
        const isAwaited = !['get', 'listen'].includes(name);

        expect([name, answer]).toStrictEqual([name, isAwaited ? ENDED : undefined]);
      }
      expect(await send25(token, LIST, { 'mcp-session-id': session })).toHaveProperty(
        'status',
        401,
      );
      expect(await send25(lasting, LIST, { 'mcp-session-id': session })).toHaveProperty(
        'status',
        200,
      );

      const told = await send25(lasting, rpc('tasks/get', { taskId }));

      expect(told.message.result).toHaveProperty('status', 'working');
    },
  );
});
