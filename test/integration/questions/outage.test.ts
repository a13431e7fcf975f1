import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { type DevServer, startDevServer } from '../../../src/cli/dev-server.js';
import {
  type AskedHttpClient,
  connectAskedHttp,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { eventually, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { countAnswers, YES } from '../../support/steps/question-steps.js';
import { createTask, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { suspendProcess } from '../../support/suspend-process.js';

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
    port: await findQuietPort(),
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
  it('is held until Temporal has it, and not asked for again', async () => {
    const taskId = await createTask(client, 'confirm_delete', { arguments: { filename: 'a.txt' } });
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });

    await suspendProcess(devServer.pid);
    let sending: Promise<number>;
    try {
      sending = client.send({ id, result: YES });
      await eventually('the first failure', () => server.log().includes('An answer is held'));
    } finally {
      process.kill(devServer.pid, 'SIGCONT');
    }

    expect(await within(OUTAGE_ANSWER_MS, sending)).toBe(202);
    expect(await within(OUTAGE_ANSWER_MS, resultOf(reply))).toMatchObject({
      content: [{ text: 'Deleted a.txt.' }],
    });
    expect(questionsIn(client.received, taskId)).toHaveLength(1);
    expect(await countAnswers(temporal, taskId)).toBeLessThanOrEqual(2);
  });
});
