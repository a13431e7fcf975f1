import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { type DevServer, startDevServer } from '../../../src/local-temporal/start-dev-server.js';
import { type AskedHttpClient, connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import { createTask, resultOf } from '../../support/steps/rev2025-task-steps.js';

/** The limit of one Temporal call is 10 s; whatever a request needs of them has to fit in here. */
const OUTAGE_ANSWER_MS = 18_000;

const taskQueue = `test-${randomUUID()}`;
const closers: (() => Promise<unknown>)[] = [];

let devServer: DevServer;
let temporal: Client;
let server: TestServer;
let client: AskedHttpClient;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'outage-'));
  closers.push(async () => rm(directory, { recursive: true, force: true }));
  devServer = await startDevServer({
    cliPath: process.env['MCP_TASKS_TEST_TEMPORAL_CLI'] ?? 'temporal',
    port: await findQuietPort(),
    uiPort: false,
    databasePath: join(directory, 'temporal.db'),
  });
  closers.push(async () => devServer.stop());
  const connection = await Connection.connect({ address: devServer.address });
  temporal = new Client({ connection });
  closers.push(async () => connection.close());
  const worker = await runTestWorker({
    definitions: 'fixtures',
    taskQueue,
    address: devServer.address,
  });
  closers.push(async () => worker.stop());
  server = await startMcpServer({ taskQueue, temporalAddress: devServer.address });
  closers.push(async () => server.kill());
  client = await connectAskedHttp([server.url]);
  closers.push(async () => client.close());
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe('an answer while Temporal does not answer', () => {
  it('is not acknowledged, and is asked for again on the same stream', async () => {
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });

    process.kill(devServer.pid, 'SIGSTOP');
    let status: number;
    try {
      status = await within(OUTAGE_ANSWER_MS, client.send({ id, result: YES }));
    } finally {
      process.kill(devServer.pid, 'SIGCONT');
    }
    const [, again] = await untilAsked(client, { taskId, count: 2 });

    expect(status).toBe(503);
    expect(again?.params['message']).toMatch(/^Delete a\.txt\? \(Temporal does not answer/);
    expect(await client.send({ id: again?.id, result: YES })).toBe(202);
    expect(await within(OUTAGE_ANSWER_MS, resultOf(reply))).toMatchObject({
      content: [{ text: 'Deleted a.txt.' }],
    });
    expect(await countAnswers(temporal, taskId)).toBeLessThanOrEqual(2);
  });
});
