/** The trace of a task whose Worker has Temporal's own interceptors for OpenTelemetry. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import * as steps from '../../support/steps/rev2026-task-steps.js';

import { type ClientSpan, newClientSpan } from './client-span.js';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from './otlp-collector.js';

const WORKER = fileURLToPath(new URL('./traced-worker.mjs', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../../mcp-tasks.yaml', import.meta.url));
const KINDS = ['', 'INTERNAL', 'SERVER', 'CLIENT'];

let collector: OtlpCollector;
let worker: ChildProcess;
let server: TestServer;

beforeAll(async () => {
  collector = await startOtlpCollector();
  const { environment } = collector;
  const taskQueue = `test-${randomUUID()}`;
  const env = { ...process.env, ...environment, OTEL_SERVICE_NAME: 'shop-worker' };
  worker = fork(WORKER, [temporalAddress(), taskQueue], { env, execArgv: [], silent: true });
  server = await startMcpServer({
    taskQueue,
    manifest: MANIFEST,
    environment: { ...environment, TEMPORAL_MCP_TASKS_TASK_QUEUE: taskQueue },
  });
  await once(worker, 'message');
});

afterAll(async () => {
  await server.stop();
  const exited = once(worker, 'exit');
  worker.kill('SIGKILL');
  await exited;
  await collector.close();
});

/** The spans below one, each on a line of its own, in the order of their starts. */
const linesBelow = ({ traceId, spanId }: Pick<ClientSpan, 'traceId' | 'spanId'>): string[] =>
  collector.spans
    .filter((span) => span.traceId === traceId && (span.parentSpanId ?? '') === spanId)
    .sort((one, other) => (one.startTimeUnixNano < other.startTimeUnixNano ? -1 : 1))
    .flatMap((span) => [
      `${span.name} ${KINDS[span.kind] ?? ''}`,
      ...linesBelow(span).map((line) => `  ${line}`),
    ]);

const ORDER = {
  orderId: 'A-1',
  items: [{ sku: 'lamp', quantity: 1, unitPriceCents: 60_000 }],
  cardToken: 'tok_visa',
  address: 'Main Street 1',
  stepMs: 20,
};

describe('a Worker with Temporal’s interceptors', () => {
  it('has its Workflow and Activities in the trace of the client, and a Signal in that of the answer (O-050, O-057, O-059)', async () => {
    const log = createWireLog(await createWireCheck(), ['server']);
    const mcp = connectStatelessHttp(server.url, log);
    const client = newClientSpan();
    const { traceparent } = client;
    const call = { name: 'fulfill_order', arguments: ORDER, _meta: { traceparent } };
    const taskId = String((await resultOf(mcp.request('tools/call', call)))['taskId']);
    const [question = ''] = Object.keys(await steps.untilAsked(mcp, taskId));
    const approval = { [question]: steps.accept({ approve: true }) };
    await steps.answer(mcp, taskId, approval);
    await steps.untilStatus(mcp, taskId, 'completed');
    const expected = [
      'tools/call fulfill_order SERVER',
      '  StartWorkflowExecution CLIENT',
      '    RunWorkflow:fulfillOrder INTERNAL',
      ...['reserveInventory', 'chargePayment', 'shipOrder'].flatMap((activity) => [
        `      StartActivity:${activity} INTERNAL`,
        `        RunActivity:${activity} INTERNAL`,
      ]),
    ];
    // The server and the Worker send their spans in batches, in any order.
    await eventually('the end of the Workflow in its trace', () => {
      const lines = linesBelow(client);
      return lines.length >= expected.length && lines.some((line) => line.includes('RunWorkflow'));
    });

    expect(linesBelow(client)).toStrictEqual(expected);
    const answered = await collector.until(
      'the answer',
      ({ name, attributes }: CollectedSpan) =>
        name === 'tasks/update' && attributes['temporal_mcp.task.id'] === taskId,
    );
    expect(answered.traceId).not.toBe(client.traceId);
    await eventually('the Signal in the trace of the answer', async () =>
      Promise.resolve(linesBelow(answered).length > 1 || undefined),
    );
    expect(linesBelow(answered)).toStrictEqual([
      'SignalWorkflowExecution CLIENT',
      '  HandleSignal:mcp.task.input INTERNAL',
    ]);
  });
});
