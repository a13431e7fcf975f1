import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { connectAskedHttp, untilAsked } from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { terminateRunning } from '../../support/open-executions.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessRequestOptions,
} from '../../support/raw-mcp-2026.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import * as steps from '../../support/steps/rev2026-task-steps.js';

import { type ClientSpan, newClientSpan } from './client-span.js';
import { type CollectedSpan, type OtlpCollector, startOtlpCollector } from './otlp-collector.js';

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
const HTTP = {
  'network.transport': 'tcp',
  'network.protocol.name': 'http',
  'network.protocol.version': '1.1',
};

let collector: OtlpCollector;
let worker: TestWorker;
let server: TestServer;
let temporal: Client;

beforeAll(async () => {
  collector = await startOtlpCollector();
  worker = await runTestWorker({ definitions: 'fixtures' });
  const { taskQueue } = worker;
  server = await startMcpServer({ taskQueue, environment: collector.environment });
  temporal = new Client({ connection: await Connection.connect({ address: temporalAddress() }) });
});

afterAll(async () => {
  await server.stop();
  await terminateRunning(temporal, `TaskQueue = '${worker.taskQueue}'`);
  await worker.stop();
  await temporal.connection.close();
  await collector.close();
});

const call = { name: 'confirm_delete', arguments: { filename: 'a.txt' } };

/** The trace in the history of a task, as a reader without a codec sees it. */
const storedTrace = async (taskId: string): Promise<unknown> => {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const started = events?.[0]?.workflowExecutionStartedEventAttributes;
  const data = started?.header?.fields?.['_tracer-data']?.data;
  return data ? JSON.parse(Buffer.from(data).toString()) : undefined;
};

/** The trace in the Signal that answers the task. */
const answeringTrace = async (taskId: string): Promise<unknown> => {
  const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
  const signals = (events ?? []).flatMap((event) => {
    const { signalName, header } = event.workflowExecutionSignaledEventAttributes ?? {};
    return signalName === 'mcp.task.input' ? [header?.fields?.['_tracer-data']?.data] : [];
  });
  const [data] = signals;
  return data ? JSON.parse(Buffer.from(data).toString()) : undefined;
};

const untilSpan = async (
  name: string,
  isIt: (span: CollectedSpan) => boolean,
): Promise<CollectedSpan> =>
  collector.until(`a span ${name}`, (span) => span.name === name && isIt(span));

const isOf =
  (taskId: string) =>
  ({ attributes }: CollectedSpan): boolean =>
    attributes['temporal_mcp.task.id'] === taskId;

/** The trace context that a message to a Workflow carries. It names the call to Temporal, a child of the request. */
const sentBelow = async (request: CollectedSpan): Promise<{ readonly traceparent: string }> => {
  const { traceId, spanId } = await collector.until(
    'a message to a Workflow',
    ({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === request.spanId,
  );
  return { traceparent: `00-${traceId}-${spanId}-01` };
};

/** Checks the span of the call: the child of the client's span, and the parent of the Workflow's. */
const checkCreation = async (
  taskId: string,
  parent: ClientSpan,
  protocolVersion: string,
): Promise<CollectedSpan> => {
  const created = await untilSpan('tools/call confirm_delete', isOf(taskId));
  expect(created).toMatchObject({
    kind: SERVER,
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
    status: { code: 0 },
  });
  expect(created.attributes).toStrictEqual({
    ...HTTP,
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': protocolVersion,
    'gen_ai.tool.name': 'confirm_delete',
    'gen_ai.operation.name': 'execute_tool',
    'jsonrpc.request.id': expect.any(String),
    'temporal_mcp.task.id': taskId,
    temporalWorkflowId: taskId,
  });
  expect(await storedTrace(taskId)).toStrictEqual(await sentBelow(created));
  return created;
};

/** Checks the span of a later request: a trace of its own that links to the creation. */
const checkLater = (later: CollectedSpan, created: CollectedSpan): void => {
  const { traceId, spanId } = created;
  expect(later).toMatchObject({ kind: SERVER, status: { code: 0 } });
  expect(later.traceId).not.toBe(traceId);
  expect(later.parentSpanId ?? '').toBe('');
  expect(later.links).toContainEqual(expect.objectContaining({ traceId, spanId }));
};

describe('the spans of a task with a question', () => {
  it('are one trace from the call to Temporal, and later ones that link to it, under 2026-07-28 (O-001, O-002, O-004, O-010, O-013, O-014, O-016, O-017, O-020, O-023, O-046, O-048, O-050, O-051, O-059)', async () => {
    const check = await createWireCheck();
    const mcp = connectStatelessHttp(server.url, createWireLog(check, ['server']));
    const parent = newClientSpan();
    const { traceparent } = parent;
    const handle = await resultOf(
      mcp.request('tools/call', { ...call, _meta: { traceparent, baggage: 'user=alice' } }),
    );
    const taskId = String(handle['taskId']);
    const [question = ''] = Object.keys(await steps.untilAsked(mcp, taskId));
    await steps.answer(mcp, taskId, { [question]: YES });
    await steps.untilStatus(mcp, taskId, 'completed');

    const created = await checkCreation(taskId, parent, '2026-07-28');
    const asked = await untilSpan(
      'tasks/get',
      (span) =>
        isOf(taskId)(span) && span.attributes['temporal_mcp.task.phase'] === 'inputRequired',
    );
    checkLater(asked, created);
    const ended = await untilSpan(
      'tasks/get',
      (span) => isOf(taskId)(span) && span.attributes['temporal_mcp.task.phase'] === 'succeeded',
    );
    checkLater(ended, created);
    const answered = await untilSpan('tasks/update', isOf(taskId));
    checkLater(answered, created);
    expect(await answeringTrace(taskId)).toStrictEqual(await sentBelow(answered));
    const names = new Set(collector.spans.map(({ name }) => name));
    expect([...names].filter((name) => name.includes(taskId))).toStrictEqual([]);
  });

  it('are the same under 2025-11-25, where the result is a trace of its own (O-005, O-018)', async () => {
    const client = await connectAskedHttp([server.url]);
    const parent = newClientSpan();
    const { traceparent } = parent;
    const params = { ...call, task: {}, _meta: { traceparent } };
    const { task } = await resultOf(client.request('tools/call', params));
    const { taskId } = task as { readonly taskId: string };
    const stream = client.open('tasks/result', { taskId });
    const [question] = await untilAsked(client, { taskId });
    await client.send({ id: question.id, result: YES });
    await resultOf(stream.reply);
    await client.close();

    const created = await checkCreation(taskId, parent, '2025-11-25');
    const result = await untilSpan('tasks/result', isOf(taskId));
    checkLater(result, created);
    expect(result.attributes).not.toHaveProperty('mcp.session.id');
  });
});

describe('the context of a request', () => {
  const request = async (
    params: object,
    headers: Record<string, string>,
  ): Promise<CollectedSpan> => {
    const id = randomBytes(8).toString('hex');
    await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params }),
    }).then(async (response) => response.text());
    return untilSpan('tools/list', ({ attributes }) => attributes['jsonrpc.request.id'] === id);
  };

  it('is the HTTP request where `_meta` names none, and a link where it does (O-040, O-042)', async () => {
    const [http, client] = [newClientSpan(), newClientSpan()];
    const { traceparent } = http;

    const alone = await request({}, { traceparent });
    expect(alone).toMatchObject({ traceId: http.traceId, parentSpanId: http.spanId, links: [] });

    const both = await request({ _meta: { traceparent: client.traceparent } }, { traceparent });
    expect(both).toMatchObject({ traceId: client.traceId, parentSpanId: client.spanId });
    expect(both.links).toMatchObject([{ traceId: http.traceId, spanId: http.spanId }]);
  });

  it.each([
    '',
    'nonsense',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more',
    7,
    null,
  ])('starts a new trace for the malformed %j (O-041, O-045)', async (traceparent) => {
    const span = await request({ _meta: { traceparent, tracestate: 'a=1' } }, {});

    expect(span.parentSpanId ?? '').toBe('');
    expect(span.links).toStrictEqual([]);
  });
});

describe('the spans of errors', () => {
  const spanOf = async (
    method: string,
    params: Record<string, unknown>,
    options: StatelessRequestOptions = {},
  ): Promise<CollectedSpan> => {
    const check = await createWireCheck();
    const mcp = connectStatelessHttp(server.url, createWireLog(check, ['server']));
    const id = randomBytes(8).toString('hex');
    await mcp.request(method, params, { ...options, id }).catch(() => undefined);
    return collector.until(
      `the span of ${id}`,
      ({ attributes }) => attributes['jsonrpc.request.id'] === id,
    );
  };

  it('name the code, and no fault of the client as an error (O-003, O-012, O-030)', async () => {
    const unknown = `unknown-${randomBytes(4).toString('hex')}`;
    const tool = await spanOf('tools/call', { name: unknown, arguments: {} });
    expect(tool).toMatchObject({ name: 'tools/call _OTHER', status: { code: 0 } });
    expect(tool.attributes).toMatchObject({ 'rpc.response.status_code': '-32602' });
    expect(tool.attributes).not.toHaveProperty('error.type');

    const method = await spanOf(`x/${unknown}`, {});
    expect(method).toMatchObject({ name: '_OTHER', status: { code: 0 } });
    expect(JSON.stringify(method)).not.toContain(unknown);
  });

  it('name every other code, with its message (O-031, O-035)', async () => {
    const capabilities = NO_EXTENSION;
    const refused = await spanOf('tasks/get', { taskId: 'mcp-nothing' }, { capabilities });

    expect(refused).toMatchObject({
      status: { code: ERROR, message: expect.stringMatching(/^This request needs the extension /) },
      attributes: { 'error.type': '-32021', 'rpc.response.status_code': '-32021' },
    });
  });

  it('name a tool error, but a failed task only in the call that waits for it (O-033, O-034)', async () => {
    const capabilities = NO_EXTENSION;
    const failing = { name: 'fail_in_activity', arguments: { maxAttempts: 1 } };
    const failed = await spanOf('tools/call', failing, { capabilities });
    expect(failed).toMatchObject({ name: 'tools/call fail_in_activity', status: { code: ERROR } });
    expect(failed.attributes).toMatchObject({ 'error.type': 'tool_error' });
    expect(failed.attributes).not.toHaveProperty('rpc.response.status_code');

    const taskId = String(failed.attributes['temporal_mcp.task.id']);
    const polled = await spanOf('tasks/get', { taskId });
    expect(polled).toMatchObject({ name: 'tasks/get', status: { code: 0 } });
    expect(polled.attributes).not.toHaveProperty('error.type');
  });

  it('say that the client has left (O-038)', async () => {
    const left = new AbortController();
    const capabilities = NO_EXTENSION;
    const waiting = { name: 'wait_for_finish', arguments: {} };
    const span = spanOf('tools/call', waiting, { capabilities, signal: left.signal });
    await eventually('the start of the call', async () => {
      const query = `TaskQueue = '${worker.taskQueue}' AND WorkflowType = 'waitForFinish'`;
      return (await temporal.workflow.count(query)).count > 0;
    });
    left.abort();

    expect((await span).attributes).toMatchObject({ 'error.type': 'cancelled' });
  });
});

describe('an idempotency key', () => {
  it('gives the same task to calls of different traces (O-047)', async () => {
    const mcp = connectStatelessHttp(
      server.url,
      createWireLog(await createWireCheck(), ['server']),
    );
    const key = randomBytes(8).toString('hex');
    const make = async (): Promise<unknown> => {
      const { traceparent } = newClientSpan();
      const _meta = { traceparent, 'temporal-mcp-tasks/idempotency-key': key };
      return (await resultOf(mcp.request('tools/call', { ...call, _meta })))['taskId'];
    };

    expect(await make()).toBe(await make());
  });
});
