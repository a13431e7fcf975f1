import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { eventually } from '../../support/eventually.js';
import { findExecution } from '../../support/open-executions.js';
import { finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

/** Starts a plain call, and finds its execution. */
const startCall = async (transport: 'http' | 'stdio', name: string) => {
  const { connect, temporal, options } = given();
  const mcp = await connect(transport);
  const controller = new AbortController();
  const id = randomUUID();
  const params = { name, arguments: {}, _meta: { progressToken: id } };
  const settled = mcp
    .request('tools/call', params, { id, signal: controller.signal })
    .catch((error: unknown) => error);
  const workflowId = await findExecution(temporal, options.taskQueue, id);
  return {
    id,
    settled,
    workflowId,
    disconnect: () => {
      controller.abort();
    },
  };
};

const describeExecution = async (workflowId: string) => {
  const { status, raw } = await given().temporal.workflow.getHandle(workflowId).describe();
  return { status: status.name, cancelRequested: raw.workflowExtendedInfo?.cancelRequested };
};

const expectCancelled = async (workflowId: string): Promise<void> => {
  await eventually('the cancellation', async () => {
    const { status } = await describeExecution(workflowId);
    return status === 'CANCELLED';
  });
};

describe('a plain call over HTTP whose client goes away', () => {
  it('is cancelled or goes on, as the tool says', async () => {
    const cancelled = await startCall('http', 'wait_and_cancel_on_disconnect');
    const continued = await startCall('http', 'wait_for_finish');

    continued.disconnect();
    cancelled.disconnect();
    await Promise.all([cancelled.settled, continued.settled]);

    // The other connection was closed first, so the server has seen both when this one is cancelled.
    await expectCancelled(cancelled.workflowId);
    expect(await describeExecution(continued.workflowId)).toStrictEqual({
      status: 'RUNNING',
      cancelRequested: false,
    });
    await finish(given().temporal, continued.workflowId, { ok: true });
    await expect(
      given().temporal.workflow.getHandle(continued.workflowId).result(),
    ).resolves.toStrictEqual({ ok: true });
  });

  it('does not disturb the calls of others', async () => {
    const leaving = await startCall('http', 'wait_and_cancel_on_disconnect');
    const staying = await startCall('http', 'wait_and_cancel_on_disconnect');

    leaving.disconnect();
    await expectCancelled(leaving.workflowId);

    await finish(given().temporal, staying.workflowId, { ok: true });
    expect(await staying.settled).toMatchObject({ result: { structuredContent: { ok: true } } });
  });
});

describe('a plain call over stdio', () => {
  it('is cancelled when the client withdraws it, whatever the tool says of disconnects', async () => {
    const stdio = await given().connectStdio();
    const { id, workflowId } = await startCall('stdio', 'wait_for_finish');

    await stdio.notify('notifications/cancelled', { requestId: id, reason: 'not needed' });

    await expectCancelled(workflowId);
  });
});

describe('a plain call of a tool whose tasks have a short time to live', () => {
  it.each(['http', 'stdio'] as const)('gets its result over %s all the same', async (transport) => {
    const mcp = await given().connect(transport);
    const label = randomUUID();

    const result = await resultOf(
      mcp.request('tools/call', { name: 'outlive_ttl', arguments: { seconds: 2, label } }),
    );

    expect(result).toMatchObject({ structuredContent: { label } });
  });
});
