/** Endpoints over https, with certificates that are good, and that are not. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { eventually } from '../../support/eventually.js';
import { makeAuthority, makeCertificate } from '../../support/make-certificate.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  type TestServer,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { startWebhookWorker, type WebhookWorker } from '../../support/start-webhook-worker.js';
import { createTask, finish } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder } from '../../support/test-folder.js';

import { startTlsReceiver, type WebhookReceiver } from './webhook-receiver.js';

const authority = makeAuthority('An authority of the tests');
const good = makeCertificate('localhost', { by: authority });
const bad = {
  expired: makeCertificate('localhost', { by: authority, expiredDays: 1 }),
  selfSigned: makeCertificate('localhost'),
  ofAnotherHost: makeCertificate('elsewhere.example', { by: authority }),
  ofAnotherAuthority: makeCertificate('localhost', { by: makeAuthority('Nobody') }),
};

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const closers: (() => Promise<unknown>)[] = [];
const unwanted: WebhookReceiver[] = [];
let receiver: WebhookReceiver;
let server: TestServer;
let worker: WebhookWorker;
let temporal: Client;

beforeAll(async () => {
  receiver = await startTlsReceiver(good, secret);
  for (const certificate of Object.values(bad)) {
    unwanted.push(await startTlsReceiver(certificate, secret));
  }
  for (const one of [receiver, ...unwanted]) closers.push(one.close);
  const webhooks = [receiver, ...unwanted].map(
    ({ url }) => `{ url: "${url}", secret: "${secret}", internalAddresses: true }`,
  );
  const folder = await createTestFolder({
    'authority.pem': authority.cert,
    'server.yaml': `name: certificates-${randomBytes(6).toString('hex')}\ntaskTools: false\n`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { becomesTaskAfter: 0s, joinRepeats: false } }
tools:
  wait_for_finish: { workflow: waitForFinish, webhooks: [ ${webhooks.join(', ')} ] }
`,
  });
  closers.push(folder.remove);
  const definitions = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => definitions.stop());
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  const options = {
    taskQueue: definitions.taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: { NODE_EXTRA_CA_CERTS: join(folder.path, 'authority.pem') },
  };
  server = await startMcpServer(options);
  closers.push(async () => server.stop());
  worker = await startWebhookWorker(options);
  closers.push(async () => worker.stop());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function runTask(): Promise<string> {
  const taskId = await createTask(connectRawHttp(server.url), 'wait_for_finish');
  await finish(temporal, taskId, 'done');
  return taskId;
}

const told = (): unknown[] =>
  receiver.posts.map(({ body }) => (body['data'] as { readonly taskId: string }).taskId);

describe('an endpoint over https', () => {
  it('gets nothing with a certificate that is no good, and does not keep others from theirs', async () => {
    const taskId = await runTask();
    await eventually('the good one to be told', () => told().includes(taskId));
    await eventually('an attempt at each', () =>
      unwanted.every(({ connections }) => connections() > 0),
    );

    expect(unwanted.flatMap(({ posts }) => posts)).toStrictEqual([]);
  });

  it('gets nothing either while its certificate has expired, and all of it with the next one', async () => {
    receiver.present(bad.expired);
    const before = receiver.connections();
    const taskId = await runTask();
    await eventually('an attempt', () => receiver.connections() > before);
    const during = told();
    receiver.present(good);
    await eventually('the message', () => told().includes(taskId));
    const logs = server.log() + worker.log();

    expect(during).not.toContain(taskId);
    expect(receiver.posts.every(({ isSigned }) => isSigned)).toBe(true);
    expect(logs).toContain('tls_error');
    expect(logs).not.toContain('/hook');
    expect(logs).not.toContain(secret.slice(6, 30));
  });
});
