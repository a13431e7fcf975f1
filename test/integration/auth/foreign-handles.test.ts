/** Handles that belong to another principal get the same answers as handles that never existed. */
import { beforeAll, describe, expect } from '@jest/globals';

import { connectAskedHttp, type OpenRequest, untilAsked } from '../../support/asked-client.js';
import {
  type Answer,
  beginSession,
  LIST,
  type ProtectedServer,
  readAnswer,
  withProtectedServer,
} from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';
import { eventually } from '../../support/eventually.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';

const there = withProtectedServer({
  worker: true,
  tools: 'asking_tool: { workflow: quickJob, confirm: "Really?" }',
});

let ada: string;
let eve: string;
/** A task of Ada's with an open question. */
let asking: string;

beforeAll(async () => {
  const { issuer } = there();
  ada = await issuer.sign({ claims: { sub: 'ada' } });
  eve = await issuer.sign({ claims: { sub: 'eve' } });
  asking = await create(ada, 'confirm_delete', { filename: 'a.txt' });
  await untilStatus(asking, 'input_required');
});

function rpc(method: string, params: object): object {
  return { jsonrpc: '2.0', id: 1, method, params };
}

async function create(token: string, name: string, args: object = {}): Promise<string> {
  const params = { name, arguments: args, task: {} };
  const { message } = await there().send25(token, rpc('tools/call', params));
  const { taskId } = message.result?.['task'] as { readonly taskId: string };
  given().terminateLater(taskId);
  return taskId;
}

function given(): ProtectedServer['given'] {
  return there().given;
}

async function untilStatus(taskId: string, status: string): Promise<void> {
  await eventually(`${taskId} is ${status}`, async () => {
    const { message } = await there().send25(ada, rpc('tasks/get', { taskId }));
    return message.result?.['status'] === status;
  });
}

/** The parts of an answer that a client can compare. */
function likeness({ status, headers, text }: Answer): unknown {
  const told = [...headers].filter(([name]) => !['date', 'content-length'].includes(name));
  return { status, headers: told, text };
}

function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` };
}

describe('a standing stream', () => {
  verifies(['A-075'], 'shows nothing of a task that somebody else has looked for', async () => {
    const { url } = there();
    const [hers, eves] = await Promise.all(
      [ada, eve].map(async (token) => connectAskedHttp([url], { headers: bearer(token) })),
    );
    await Promise.all([hers?.listen(), eves?.listen()]);
    const call = { name: 'confirm_delete', arguments: { filename: 'b.txt' }, task: {} };
    const created = await hers?.request('tools/call', call);
    const { taskId } = created?.result?.['task'] as { readonly taskId: string };
    given().terminateLater(taskId);
    const refused = await eves?.request('tasks/get', { taskId });

    expect(await untilAsked(hers ?? { received: [] }, { taskId })).toHaveLength(1);
    // Eve's stream has only the answer to her request.
    expect(eves?.received).toStrictEqual([refused]);

    await Promise.all([hers?.close(), eves?.close()]);
  });
});

describe('a request that is under way', () => {
  verifies(['A-075', 'A-098'], 'is withdrawn by nobody but its own session', async () => {
    const { url, send25, send26 } = there();
    const client = await connectAskedHttp([url], { headers: bearer(ada) });
    const begin = async (): Promise<{ request: OpenRequest; question: string }> => {
      const taskId = await create(ada, 'confirm_delete', { filename: 'c.txt' });
      const request = client.open('tasks/result', { taskId });
      // The request is under way: its stream shows the question of its task.
      const [{ id }] = await untilAsked(request, { taskId });
      return { request, question: id };
    };
    const [one, other] = [await begin(), await begin()];
    const params = { requestId: one.request.id };
    const withdrawal = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    const statusOf = async (token: string, session?: string): Promise<number> => {
      const headers = session === undefined ? {} : { 'mcp-session-id': session };
      return (await send25(token, withdrawal, headers)).status;
    };

    expect(await statusOf(eve)).toBe(202);
    expect(await statusOf(eve, await beginSession(there(), eve))).toBe(202);
    expect(await statusOf(eve, client.sessionId)).toBe(404);
    expect(await statusOf(ada)).toBe(202);
    await send26(eve, 'notifications/cancelled', params);

    // A withdrawal in the session of the other request takes effect.
    await client.send({ ...withdrawal, params: { requestId: other.request.id } });
    // The stream of that request ends after the question, without a result.
    expect(await other.request.reply).toHaveProperty('method', 'elicitation/create');

    await client.send({ id: one.question, result: YES });
    expect(await one.request.reply).toMatchObject({
      result: { content: [{ text: 'Deleted c.txt.' }] },
    });

    await client.close();
  });
});

describe('a session', () => {
  verifies(
    ['A-006', 'A-071', 'A-072', 'A-073', 'A-098'],
    'of somebody else is none, by POST, GET and DELETE, and a bad token is said first',
    async () => {
      const { send25, url } = there();
      const session = await beginSession(there(), ada);
      const ask = async (method: string, sessionId: string): Promise<Answer> =>
        readAnswer(
          await fetch(url, {
            method,
            headers: {
              accept: 'text/event-stream',
              'mcp-protocol-version': '2025-11-25',
              authorization: `Bearer ${eve}`,
              'mcp-session-id': sessionId,
            },
          }),
        );
      const altered = `${session.slice(0, -6)}AAAAAA`;
      const unknown = likeness(await send25(eve, LIST, { 'mcp-session-id': 'unknown' }));

      for (const sessionId of [session, altered]) {
        expect(likeness(await send25(eve, LIST, { 'mcp-session-id': sessionId }))).toStrictEqual(
          unknown,
        );
        for (const method of ['GET', 'DELETE']) {
          expect(likeness(await ask(method, sessionId))).toStrictEqual(
            likeness(await ask(method, 'unknown')),
          );
        }
      }
      expect(await send25(ada, LIST, { 'mcp-session-id': session })).toHaveProperty('status', 200);
      expect(await send25('bad', LIST, { 'mcp-session-id': session })).toHaveProperty(
        'status',
        401,
      );
      expect(await send25('bad', LIST, { 'mcp-session-id': 'unknown' })).toHaveProperty(
        'status',
        401,
      );
      expect(unknown).toHaveProperty('status', 404);
    },
  );

  verifies(['A-073'], 'goes on with a renewed token of the same principal', async () => {
    const { issuer, send25 } = there();
    const session = await beginSession(there(), ada);
    const renewed = await issuer.sign({ claims: { sub: 'ada', jti: 'another' } });
    const expired = await issuer.sign({ claims: { sub: 'ada', exp: 1 } });

    expect(await send25(renewed, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      200,
    );
    expect(await send25(expired, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      401,
    );
    expect(await send25(renewed, LIST, { 'mcp-session-id': session })).toHaveProperty(
      'status',
      200,
    );
  });
});

describe('what a client carries for the server', () => {
  verifies(['A-074', 'A-075'], 'is of no use to somebody else: the ID of a question', async () => {
    const { url, send25 } = there();
    const client = await connectAskedHttp([url], { headers: { authorization: `Bearer ${ada}` } });
    const { drop } = client.open('tasks/result', { taskId: asking });
    const [{ id }] = await untilAsked(client, { taskId: asking });
    drop();
    const answer = async (some: string): Promise<unknown> =>
      likeness(await send25(eve, { jsonrpc: '2.0', id: some, result: YES }));

    expect(await answer(id)).toStrictEqual(await answer('mcp-input.nonsense'));
    expect(await countAnswers(given().temporal, asking)).toBe(0);

    await client.close();
  });
});

describe('a user who is called like a client', () => {
  verifies(
    ['A-070', 'A-090'],
    'is another principal, also across issuers and clients',
    async () => {
      const { issuer, send25 } = there();
      const user = await issuer.sign({ claims: { sub: 'robot', client_id: 'portal' } });
      const machine = await issuer.sign({ claims: { sub: undefined, client_id: 'robot' } });
      const again = await issuer.sign({ claims: { sub: 'robot', client_id: 'another portal' } });
      const taskId = await create(user, 'wait_for_finish');
      const get = async (token: string): Promise<Answer> =>
        send25(token, rpc('tasks/get', { taskId }));

      expect((await get(machine)).message).toHaveProperty('error');
      expect((await get(again)).message).toHaveProperty('result');
    },
  );
});
