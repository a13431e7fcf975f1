import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Request } from 'express';

import type { AuthInfo } from '../../../src/core/person/caller.js';
import { createSealer } from '../../../src/security/sealing/create-sealer.js';
import { createHttpApp } from '../../../src/transport/http/create-http-app.js';
import { MCP_PATH } from '../../../src/transport/http/mcp-path.js';
import {
  type AskedHttpClient,
  connectAskedHttp,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { createGenerations } from '../../support/create-generations.js';
import { PATIENCE_MS, within } from '../../support/eventually.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import { createTask, errorOf, getTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTasks } from '../../support/with-tasks.js';

const given = withTasks();

const CONFIRM = { arguments: { filename: 'a.txt' } };

let server: Server;
let url: string;
let ada: AskedHttpClient;
let eve: AskedHttpClient;

/** Whoever the request says it is: enough for tests, which are about what comes after authentication. */
function authenticate(request: Request): AuthInfo {
  const clientId = request.headers.authorization ?? 'nobody';
  return { token: clientId, clientId, scopes: [] };
}

beforeAll(async () => {
  const { tasks, tools, secret } = given();
  const sealer = createSealer([secret]);
  const mcp = createHttpApp({
    generations: createGenerations({ tasks, tools, sealer }),
    identify: ({ authInfo }) => ({ owner: authInfo?.clientId ?? 'nobody' }),
  });
  const app = express();
  app.use((request, _response, next) => {
    (request as { auth?: AuthInfo }).auth = authenticate(request);
    next();
  });
  app.use(mcp);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${MCP_PATH}`;
  const run = randomBytes(4).toString('hex');
  ada = await connectAskedHttp([url], { headers: { authorization: `ada-${run}` } });
  eve = await connectAskedHttp([url], { headers: { authorization: `eve-${run}` } });
});

afterAll(async () => {
  await ada.close();
  await eve.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

describe('of two principals', () => {
  it('each is asked about their own tasks only, on their own streams', async () => {
    const streams = { ada: await ada.listen(), eve: await eve.listen() };
    const taskId = await createTask(ada, 'confirm_delete', CONFIRM);
    const [{ id }] = await untilAsked(streams.ada, { taskId });
    const theirs = await createTask(eve, 'confirm_delete', CONFIRM);
    await untilAsked(streams.eve, { taskId: theirs });

    expect(questionsIn(eve.received, taskId)).toStrictEqual([]);
    expect(questionsIn(ada.received, theirs)).toStrictEqual([]);
    expect(JSON.stringify(eve.received)).not.toContain(taskId);
    await ada.send({ id, result: YES });
    expect(await resultOf(ada.request('tasks/result', { taskId }))).toMatchObject({
      content: [{ text: 'Deleted a.txt.' }],
    });
    streams.ada.drop();
    streams.eve.drop();
    await eve.request('tasks/cancel', { taskId: theirs });
  });

  it('none can answer for the other', async () => {
    const taskId = await createTask(ada, 'confirm_delete', CONFIRM);
    const { reply } = ada.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(ada, { taskId });

    expect(await eve.send({ id, result: YES })).toBe(400);
    expect(await countAnswers(given().temporal, taskId)).toBe(0);
    expect(await getTask(ada, taskId)).toHaveProperty('status', 'input_required');
    expect(await ada.send({ id, result: { action: 'decline' } })).toBe(202);
    expect(await within(PATIENCE_MS, resultOf(reply))).toMatchObject({
      content: [{ text: 'Did not delete a.txt: decline.' }],
    });
  });

  it('none can use the session of the other, by POST or by GET', async () => {
    const headers = { authorization: 'mallory' };
    const mallory = await connectAskedHttp([url], { headers, sessionId: ada.sessionId });

    expect(await errorOf(mallory.request('tools/list'))).toMatchObject({
      code: -32001,
      message: 'The session has ended: initialize again.',
    });
    await expect(mallory.listen()).rejects.toThrow('HTTP 404');
  });

  it('none learns by an answer whether a task exists', async () => {
    const taskId = await createTask(ada, 'confirm_delete', CONFIRM);
    const { drop } = ada.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(ada, { taskId });
    drop();
    const answer = async (some: string): Promise<unknown> => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: 'mallory',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: some, result: YES }),
      });
      return { status: response.status, body: await response.json() };
    };

    expect(await answer(id)).toStrictEqual(await answer('mcp-input.nonsense'));
    expect(await errorOf(eve.request('tasks/result', { taskId }))).toStrictEqual(
      await errorOf(eve.request('tasks/result', { taskId: 'nonsense' })),
    );
    await ada.request('tasks/cancel', { taskId });
  });
});
