import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer, TEST_SECRET, type TestServer } from '../../support/start-mcp-server.js';
import { errorOf } from '../../support/steps/rev2025-task-steps.js';

const namespace = `missing-${randomUUID()}`;

let server: TestServer;

beforeAll(async () => {
  server = await startMcpServer({
    taskQueue: 'none',
    environment: { TEMPORAL_NAMESPACE: namespace },
  });
});

afterAll(() => server.stop());

const ids = new TaskIdFactory(Buffer.from(TEST_SECRET));
const taskId = ids.randomTaskId(ids.ownerTag(LOCAL_OWNER));

describe('a server whose Temporal namespace does not exist', () => {
  it.each([
    ['tools/call', { name: 'quick_job', task: {} }],
    ['tools/call', { name: 'quick_job' }],
    ['tasks/get', { taskId }],
    ['tasks/result', { taskId }],
    ['tasks/cancel', { taskId }],
    ['tasks/list', {}],
  ])('says so in its answer to %s %j', async (method, params) => {
    const error = await errorOf(connectRawHttp(server.url).request(method, params));

    expect(error).toStrictEqual({
      code: -32603,
      message:
        'The server is not set up correctly: its Temporal namespace does not exist. Ask its operator; trying again will not help.',
    });
    expect(server.log()).toContain(namespace);
  });
});
