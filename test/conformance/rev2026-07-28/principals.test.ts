/**
 * Owners from the results of authentication. In front of the server's application, a test middleware replaces the
 * authentication itself.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import express from 'express';

import { createSealer } from '../../../src/security/sealing/create-sealer.js';
import { createHttpApp } from '../../../src/transport/http/create-http-app.js';
import { MCP_PATH } from '../../../src/transport/http/mcp-path.js';
import type { RequirementId } from '../../support/conformance/requirements-2026-07-28.js';
import { verifyOver } from '../../support/conformance/verifies.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog, type WireLog } from '../../support/conformance/wire-log.js';
import { createGenerations } from '../../support/create-generations.js';
import { connectStatelessHttp, type StatelessHttp } from '../../support/raw-mcp-2026.js';
import {
  accept,
  answer,
  createTask,
  getTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { withTasks } from '../../support/with-tasks.js';

const given = withTasks();

let server: Server;
let log: WireLog;
let principals: Principals;

interface Principals {
  readonly ada: StatelessHttp;
  readonly eve: StatelessHttp;
}

const verifiesOverHttp = verifyOver<RequirementId, Principals>('HTTP', async (body) => {
  await body(principals);
  // eslint-disable-next-line jest/no-standalone-expect -- It is part of each test that it writes.
  expect(log.problems()).toStrictEqual([]);
});

beforeAll(async () => {
  const { tasks, tools, secret } = given();
  const sealer = createSealer(secret);
  const mcp = createHttpApp({
    generations: createGenerations({ tasks, tools, sealer }),
    identify: ({ authInfo }) => ({ owner: authInfo?.clientId ?? 'nobody' }),
  });
  const app = express();
  app.use((request, _response, next) => {
    const clientId = request.headers.authorization ?? 'nobody';
    Object.assign(request, { auth: { token: clientId, clientId, scopes: [] } });
    next();
  });
  app.use(mcp);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${MCP_PATH}`;
  log = createWireLog(await createWireCheck(), ['server']);
  const run = randomBytes(4).toString('hex');
  principals = {
    ada: connectStatelessHttp(url, log, { authorization: `ada-${run}` }),
    eve: connectStatelessHttp(url, log, { authorization: `eve-${run}` }),
  };
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

describe('a task of another principal', () => {
  verifiesOverHttp(
    ['T26-101', 'T26-102'],
    'can be read, answered and cancelled no more than one that never was',
    async ({ ada, eve }) => {
      const { taskId } = await createTask(ada, 'confirm_delete', { filename: 'a.txt' });
      const [key] = Object.keys(await untilAsked(ada, taskId));
      const inputResponses = { [String(key)]: accept({ confirm: true }) };
      const unknown = `${taskId.slice(0, -4)}aaaa`;

      for (const [method, params] of [
        ['tasks/get', {}],
        ['tasks/update', { inputResponses }],
        ['tasks/cancel', {}],
      ] as const) {
        const foreign = await eve.request(method, { taskId, ...params });

        expect(foreign.error).toMatchObject({ code: -32602 });
        expect(foreign.error).toStrictEqual(
          (await eve.request(method, { taskId: unknown, ...params })).error,
        );
      }
      expect(await getTask(ada, taskId)).toHaveProperty('status', 'input_required');

      await answer(ada, taskId, inputResponses);
      await untilStatus(ada, taskId, 'completed');
    },
  );

  verifiesOverHttp(
    ['T26-101'],
    'is left out of what is acknowledged and pushed to a subscription',
    async ({ ada, eve }) => {
      const { taskId: theirs } = await createTask(ada, 'quick_job');
      const { taskId: mine } = await createTask(eve, 'quick_job');
      const subscription = await eve.listen({ taskIds: [theirs, mine] });
      await subscription.until(
        'a push of the own task',
        ({ method, params }) => method === 'notifications/tasks' && params?.['taskId'] === mine,
      );

      expect(JSON.stringify(subscription.messages)).not.toContain(theirs);
      await subscription.close();
    },
  );
});
