import { describe, expect, it } from '@jest/globals';

import { connectAskedHttp, questionsIn, untilAsked } from '../../support/asked-client.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { PROTOCOL_VERSION } from '../../support/raw-mcp.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import { createTask, getTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

const CONFIRM = { arguments: { filename: 'a.txt' } };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': PROTOCOL_VERSION,
};

async function send(sessionId: string | undefined, init: RequestInit): Promise<Response> {
  const headers = { ...HEADERS, ...(sessionId !== undefined && { 'mcp-session-id': sessionId }) };
  return fetch(given().url, { ...init, headers });
}

/** Another character of the same alphabet. */
function alter(text: string, at: number): string {
  const other = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

describe('a session ID', () => {
  it('says nothing, and is made of visible ASCII', async () => {
    const { sessionId } = await connectAskedHttp([given().url]);

    expect(sessionId).toMatch(/^[\x21-\x7e]+$/);
    expect(sessionId.length).toBeLessThan(1_000);
    for (const part of sessionId.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/local|sampling/);
    }
  });

  it('is good in a process that has never seen it', async () => {
    const { sessionId } = await connectAskedHttp([given().url]);
    const other = await startMcpServer(given().options);
    try {
      const client = await connectAskedHttp([other.url], { sessionId });
      const taskId = await createTask(client, 'confirm_delete', CONFIRM);
      const { reply, received } = client.open('tasks/result', { taskId });
      const [{ id }] = await untilAsked({ received }, { taskId });
      await client.send({ id, result: YES });

      expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    } finally {
      await other.kill();
    }
  });

  it('that was altered anywhere is answered with 404, by POST and by GET', async () => {
    const { sessionId } = await connectAskedHttp([given().url]);
    const parts = sessionId.split('.');
    // One character of each part, well inside it: the last of base64url may have bits that count for nothing.
    const places = parts.map((part, index) =>
      part === '' ? undefined : parts.slice(0, index).join('.').length + (index > 0 ? 1 : 0) + 1,
    );
    const altered = places.flatMap((at) => (at === undefined ? [] : [alter(sessionId, at)]));

    expect(altered.length).toBeGreaterThan(2);
    for (const id of [...altered, 'nonsense', '', 'a.b.c.d.e', sessionId.slice(0, -10)]) {
      for (const init of [{ method: 'POST', body: JSON.stringify(LIST) }, { method: 'GET' }]) {
        const response = await send(id, init);

        expect([id, init.method, response.status]).toStrictEqual([id, init.method, 404]);
        expect(await response.json()).toMatchObject({
          error: { message: 'The session has ended: initialize again.' },
        });
      }
    }
  });

  it('cannot be a question’s ID, nor the other way round', async () => {
    const client = await connectAskedHttp([given().url]);
    const taskId = await createTask(client, 'confirm_delete', CONFIRM);
    const { received, drop } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked({ received }, { taskId });
    drop();
    const asSession = await send(id.slice('mcp-input.'.length), {
      method: 'POST',
      body: JSON.stringify(LIST),
    });

    expect(asSession.status).toBe(404);
    expect(await client.send({ id: `mcp-input.${client.sessionId}`, result: YES })).toBe(400);
    expect(await getTask(client, taskId)).toHaveProperty('status', 'input_required');
  });

  it.each(['initialize', 'tools/list'])('is issued by initialize only: %s', async (method) => {
    const params =
      method === 'initialize'
        ? {
            protocolVersion: PROTOCOL_VERSION,
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          }
        : {};
    const response = await send(undefined, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    await response.text();

    expect(response.headers.has('mcp-session-id')).toBe(method === 'initialize');
  });
});

describe('a client without a session', () => {
  it('cannot be asked, and the Workflow learns of it at once: a form', async () => {
    const { http } = given();
    const taskId = await createTask(http, 'confirm_delete', CONFIRM);

    expect(
      await within(PATIENCE_MS, resultOf(http.request('tasks/result', { taskId }))),
    ).toMatchObject({
      content: [
        { text: expect.stringMatching(/^Did not delete a\.txt: cancel\.\n\n\(Nobody was asked/) },
      ],
    });
    expect(await getTask(http, taskId)).toHaveProperty('status', 'completed');
  });

  it('leaves the question open to others while it only polls', async () => {
    const { http } = given();
    const client = await connectAskedHttp([given().url]);
    const taskId = await createTask(http, 'confirm_delete', CONFIRM);
    await getTask(http, taskId);
    const { reply, received } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked({ received }, { taskId });
    await client.send({ id, result: YES });

    expect(await resultOf(reply)).toMatchObject({ content: [{ text: 'Deleted a.txt.' }] });
    expect(questionsIn(client.received)).toHaveLength(1);
  });
});
