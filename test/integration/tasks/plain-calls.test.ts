import { randomUUID } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { beforeCall, findExecution } from '../../support/open-executions.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { finish, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

/** Starts a plain call, and finds its execution. */
const startCall = async (transport: 'http' | 'stdio', name: string) => {
  const { connect, temporal, options } = given();
  const mcp = await connect(transport);
  const controller = new AbortController();
  const id = randomUUID();
  const params = { name, arguments: {} };
  const call = beforeCall(name);
  const settled = mcp
    .request('tools/call', params, { id, signal: controller.signal })
    .catch((error: unknown) => error);
  const workflowId = await findExecution(temporal, options.taskQueue, call);
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

/** Plain calls of each revision that wait for the end of `never_becomes_task`. */
const waits: Record<string, () => Promise<RawMessage>> = {
  '2025-11-25': async () => given().http.request('tools/call', { name: 'never_becomes_task' }),
  '2026-07-28': async () => {
    const log = createWireLog(await createWireCheck(), ['server']);
    const client = connectStatelessHttp(given().url, log);
    return client.request('tools/call', { name: 'never_becomes_task' });
  },
};

/** The ways in which work is ended from outside, and the words for the model. */
const ends: [string, (handle: WorkflowHandle) => Promise<unknown>, string][] = [
  ['cancels', async (handle) => handle.cancel(), 'The work was cancelled. It has no result.'],
  [
    'terminates',
    async (handle) => handle.terminate('not today'),
    'The workflow was terminated: "not today"',
  ],
];

describe.each(Object.keys(waits))('a plain call of %s whose work an operator ends', (revision) => {
  it.each(ends)('has a result that a framework does not repeat: %s', async (_how, end, text) => {
    const { temporal, options } = given();
    const before = beforeCall('never_becomes_task');
    const reply = waits[revision]?.();
    const workflowId = await findExecution(temporal, options.taskQueue, before);

    await end(temporal.workflow.getHandle(workflowId));

    const { result, error } = (await reply) ?? {};
    expect(error).toBeUndefined();
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
  });

  it('keeps the error that its Workflow has chosen', async () => {
    const { http, url } = given();
    const params = { name: 'protocol_error_job' };
    const log = createWireLog(await createWireCheck(), ['server']);
    const { error } =
      revision === '2025-11-25'
        ? await http.request('tools/call', params)
        : await connectStatelessHttp(url, log).request('tools/call', params, { capabilities: {} });

    expect(error).toMatchObject({ code: -32603, message: 'The job ended in a protocol error' });
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
