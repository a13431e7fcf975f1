import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { DEPLOYED_QUERIES } from '../../support/deployed-queries.js';
import { connectEventHttp } from '../../support/event-peer.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { missingIn, seriesOf, withMetrics } from '../../support/prometheus.js';
import { type DeliveryProcess, startDelivery } from '../../support/start-delivery.js';
import {
  EVENTS_MANIFEST,
  startMcpServer,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers(EVENTS_MANIFEST);
const secret = `whsec_${randomBytes(32).toString('base64')}`;
let server: TestServer;
let delivery: DeliveryProcess;
let receiver: WebhookReceiver;
let scrape: () => Promise<string>;

beforeAll(async () => {
  const ports = [await findQuietPort(), await findQuietPort()];
  const [ofServer, ofDelivery] = ports.map((port) => ({
    ...given().options,
    environment: { ...given().options.environment, ...withMetrics(port) },
  }));
  if (!ofServer || !ofDelivery) throw new Error('There are two processes.');
  receiver = await startReceiver(secret);
  server = await startMcpServer(ofServer);
  delivery = await startDelivery(ofDelivery);
  scrape = async () => {
    const texts = ports.map(async (port) =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(async (response) => response.text()),
    );
    return (await Promise.all(texts)).join('\n');
  };
});

afterAll(async () => {
  await delivery.stop();
  await server.stop();
  await receiver.close();
});

describe('a scrape of a server and of its delivery', () => {
  it('says how late events are by stream and webhook, and what became of attempts (O-093)', async () => {
    const peer = connectEventHttp(server.url, true);
    const event = { name: 'task.finished', arguments: {}, cursor: null };
    const target = { mode: 'webhook', url: receiver.url, secret };
    await peer.request('events/subscribe', { ...event, delivery: target });
    const stream = await peer.stream(event);
    receiver.answer = () => ({ status: receiver.events().length > 1 ? 204 : 503 });
    const taskId = await peer.start('wait_for_finish');
    await given().temporal.workflow.getHandle(taskId).signal('finish', 'done');
    await stream.until('the event', ({ method }) => method === 'notifications/events/event');
    await receiver.untilEvents(2);
    await stream.close();

    const text = await eventually('both ways', async () => {
      const scraped = await scrape();
      const isThere = [/delivery="push"/, /delivery="webhook"/, /outcome="accepted"/];
      return isThere.every((pattern) => pattern.test(scraped)) ? scraped : undefined;
    });
    const counts = seriesOf(text, 'temporal_mcp_event_lateness_seconds_count');
    expect(counts).toHaveLength(2);
    expect(counts.every((line) => line.endsWith(' 1'))).toBe(true);
    expect(counts.join()).toContain('temporal_mcp_event_name="task.finished"');
    const attempts = seriesOf(text, 'temporal_mcp_webhook_attempts_total').join();
    expect(attempts).toMatch(/outcome="http_5xx"[^}]*\} 1/);
    expect(attempts).toMatch(/outcome="accepted"[^}]*\} 1/);
    expect(text).not.toContain(taskId);
    const queries = DEPLOYED_QUERIES.filter(([, query]) =>
      /temporal_mcp_(event|webhook)/.test(query),
    );
    expect(queries).toHaveLength(5);
    expect(queries.flatMap(([, query]) => missingIn(text, query))).toStrictEqual([]);
  });
});
