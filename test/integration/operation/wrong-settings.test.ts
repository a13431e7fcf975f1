import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { eventually } from '../../support/eventually.js';
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

/** The status and the text with which a server answers a probe. */
const readinessOf = async (asked: TestServer): Promise<readonly [number, string]> => {
  const answer = await fetch(asked.url.replace(/\/mcp$/, '/readyz'));
  return [answer.status, (await answer.text()).trim()];
};

const withServer = async (
  options: Partial<Parameters<typeof startMcpServer>[0]>,
  test: (started: TestServer) => Promise<void>,
): Promise<void> => {
  const started = await startMcpServer({ taskQueue: 'none', ...options });
  try {
    await test(started);
  } finally {
    await started.stop();
  }
};

describe('the readiness of a server with a wrong setting', () => {
  it('names the namespace, as the log does at the start', async () => {
    // On a busy machine, the first answers may be late.
    const text = await eventually('the namespace', async () => {
      const [status, reason] = await readinessOf(server);
      expect(status).toBe(503);
      return reason.includes('TEMPORAL_NAMESPACE') ? reason : undefined;
    });

    expect(text).toBe('Temporal has no such namespace (TEMPORAL_NAMESPACE, --namespace)');
    await eventually('a line of the log', () => server.log().includes(`"msg":"${text}"`));
  });

  it('names the address where nothing listens', async () => {
    await withServer({ temporalAddress: '127.0.0.1:1' }, async (started) => {
      const [status, text] = await readinessOf(started);

      expect(status).toBe(503);
      expect(text).toMatch(/^Temporal has not answered yet: .*TEMPORAL_ADDRESS/);
      await eventually('a line of the log', () =>
        started.log().includes('"address":"127.0.0.1:1"'),
      );
    });
  });

  it('names the address where something else answers', async () => {
    const other = createServer((_request, response) => response.end('hello'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await withServer({ temporalAddress: `127.0.0.1:${port}` }, async (started) => {
        const [status, text] = await readinessOf(started);

        expect(status).toBe(503);
        expect(text).toContain('TEMPORAL_ADDRESS');
      });
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });
});
