/** Endpoints over https, with certificates that are good, and that are not. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { verifies } from '../../support/conformance/verify-events.js';
import { connectEventHttp, type EventPeer } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { makeAuthority, makeCertificate } from '../../support/make-certificate.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import {
  startMcpServer,
  type TestServer,
  temporalAddress,
} from '../../support/start-mcp-server.js';
import { createTestFolder } from '../../support/test-folder.js';
import { startTlsReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';

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
let delivery: DeliveryProcess;
let peer: EventPeer;
let temporal: Client;

beforeAll(async () => {
  receiver = await startTlsReceiver(good, secret);
  for (const certificate of Object.values(bad)) {
    unwanted.push(await startTlsReceiver(certificate, secret));
  }
  for (const one of [receiver, ...unwanted]) closers.push(one.close);
  const ports = [receiver, ...unwanted].map(({ url }) => new URL(url).port);
  const folder = await createTestFolder({
    'authority.pem': authority.cert,
    'server.yaml': `name: test-certificates
taskTools: false
events:
  endpoints: { localUser: true, internalAddresses: true, ports: [ ${ports.join(', ')} ] }
`,
    'mcp-tasks.yaml': `server: server.yaml
defaults: { workflow: { taskQueue: "\${TEST_TASK_QUEUE}" }, task: { after: 0s, joinRepeats: false } }
tools:
  wait_for_finish: { workflow: waitForFinish }
`,
  });
  closers.push(folder.remove);
  const worker = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => worker.stop());
  const connection = await Connection.connect({ address: temporalAddress() });
  closers.push(async () => connection.close());
  temporal = new Client({ connection });
  const options = {
    taskQueue: worker.taskQueue,
    manifest: join(folder.path, 'mcp-tasks.yaml'),
    environment: {
      TEMPORAL_MCP_TASKS_SECRET: randomBytes(32).toString('hex'),
      NODE_EXTRA_CA_CERTS: join(folder.path, 'authority.pem'),
    },
  };
  server = await startMcpServer(options);
  closers.push(async () => server.stop());
  delivery = await startDelivery(options);
  closers.push(async () => delivery.stop());
  peer = connectEventHttp(server.url, true);
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const toParams = (url: string): Readonly<Record<string, unknown>> => ({
  name: 'task.finished',
  arguments: {},
  delivery: { mode: 'webhook', url, secret },
  cursor: null,
});

async function finish(): Promise<void> {
  const taskId = await peer.start('wait_for_finish');
  await temporal.workflow.getHandle(taskId).signal('finish', 'done');
}

describe('an endpoint over https', () => {
  verifies(
    ['E-083', 'E-072', 'E-084'],
    'is not subscribed to with a certificate that is no good, and gets nothing',
    async () => {
      const errors: unknown[] = [];
      for (const { url } of unwanted) {
        errors.push((await peer.request('events/subscribe', toParams(url))).error);
      }
      const refused = { code: -32015, message: 'CallbackEndpointError' };

      expect(errors).toStrictEqual(
        unwanted.map(() => expect.objectContaining({ ...refused, data: { reason: 'tls_error' } })),
      );
      expect(unwanted.map(({ connections }) => connections())).toStrictEqual([1, 1, 1, 1]);
      expect(unwanted.flatMap(({ posts }) => posts)).toStrictEqual([]);
    },
  );

  verifies(
    ['E-083', 'E-080', 'E-066'],
    'gets nothing either while its certificate has expired, and all of it with the next one',
    async () => {
      const { result } = await peer.request('events/subscribe', toParams(receiver.url));
      await finish();
      await receiver.untilEvents(1);
      receiver.present(bad.expired);
      const before = receiver.connections();
      await finish();
      await eventually('an attempt', () => receiver.connections() > before);
      const during = receiver.events().length;
      receiver.present(good);
      const events = await receiver.untilEvents(2);
      await peer.request('events/unsubscribe', toParams(receiver.url));
      const logs = server.log() + delivery.log();

      expect(result?.['id']).toMatch(/^sub_/);
      expect(during).toBe(1);
      expect(events.every(({ isSigned }) => isSigned)).toBe(true);
      expect(events.map(({ headers }) => headers.host)).toContain(new URL(receiver.url).host);
      expect(logs).toContain('tls_error');
      expect(logs).not.toContain('/hook');
      expect(logs).not.toContain(secret.slice(6, 30));
    },
  );
});
