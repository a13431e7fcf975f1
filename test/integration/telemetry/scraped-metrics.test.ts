import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { labelsOf, missingIn, seriesOf, withMetrics } from '../../support/prometheus.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { connectRawStdio } from '../../support/raw-mcp.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import * as steps from '../../support/steps/rev2026-task-steps.js';

import { DEPLOYED_QUERIES } from './deployed-queries.js';
import { startOtlpCollector } from './otlp-collector.js';

let worker: TestWorker;
let server: TestServer;
let mcp: StatelessHttp;
let metricsUrl: string;
let temporal: Client;

beforeAll(async () => {
  worker = await runTestWorker({ definitions: 'fixtures' });
  temporal = new Client({ connection: await Connection.connect({ address: temporalAddress() }) });
  const port = await findQuietPort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  server = await startMcpServer({ taskQueue: worker.taskQueue, environment: withMetrics(port) });
  mcp = connectStatelessHttp(server.url, createWireLog(await createWireCheck(), ['server']));
});

afterAll(async () => {
  await server.stop();
  await worker.stop();
  await temporal.connection.close();
});

const scrape = async (url = metricsUrl): Promise<string> => (await fetch(url)).text();

const OPERATIONS = 'mcp_server_operation_duration_seconds';

describe('a scrape of /metrics', () => {
  it('has what a task with a question leads to (O-070, O-071, O-080, O-090, O-091, O-092, O-093, O-054)', async () => {
    const { taskId } = await steps.createTask(mcp, 'confirm_delete', { filename: 'a.txt' });
    const [question = ''] = Object.keys(await steps.untilAsked(mcp, taskId));
    await steps.answer(mcp, taskId, { [question]: YES });
    await steps.untilStatus(mcp, taskId, 'completed');
    const plain = { name: 'slow_compute', arguments: { seconds: 0, label: 'plain' } };
    await resultOf(mcp.request('tools/call', plain, { capabilities: NO_EXTENSION }));
    const failing = { name: 'fail_in_child', arguments: {} };
    await resultOf(mcp.request('tools/call', failing, { capabilities: NO_EXTENSION }));

    const text = await scrape();
    const [count = ''] = seriesOf(text, `${OPERATIONS}_count`).filter((line) =>
      line.includes('mcp_method_name="tools/call"'),
    );
    expect(labelsOf(count)).toStrictEqual([
      'gen_ai_operation_name',
      'gen_ai_tool_name',
      'mcp_method_name',
      'mcp_protocol_version',
      'network_protocol_name',
      'network_protocol_version',
      'network_transport',
    ]);
    const bounds = seriesOf(text, `${OPERATIONS}_bucket`)
      .filter((line) => line.includes('mcp_method_name="tools/call"'))
      .map((line) => /le="([^"]+)"/.exec(line)?.[1]);
    expect([...new Set(bounds)].join(' ')).toBe(
      '0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 30 60 120 300 +Inf',
    );
    for (const name of [
      'temporal_mcp_tasks_started_total',
      'temporal_mcp_task_status_changes_total',
      'temporal_mcp_questions_asked_total',
      'temporal_mcp_question_duration_seconds_count',
      'temporal_mcp_answers_total',
      'temporal_mcp_waits_open',
      'temporal_mcp_temporal_request_duration_seconds_count',
    ]) {
      expect([name, seriesOf(text, name).length > 0]).toStrictEqual([name, true]);
    }
    expect(text).toMatch(
      /temporal_mcp_tasks_started_total\{[^}]*gen_ai_tool_name="confirm_delete"[^}]*mcp_protocol_version="2026-07-28"/,
    );
    expect(text).toMatch(
      /temporal_mcp_temporal_request_duration_seconds_count\{[^}]*rpc_method="StartWorkflowExecution"/,
    );
    expect(text).not.toContain(taskId);
    const { events } = await temporal.workflow.getHandle(taskId).fetchHistory();
    const { header } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
    expect(Object.keys(header?.fields ?? {})).toStrictEqual([]);
  });

  it('has no series of what clients make up (O-003, O-082)', async () => {
    const made = Array.from({ length: 20 }, () => `made-up-${randomUUID()}`);
    for (const name of made) {
      await mcp.request('tools/call', { name, arguments: {} });
      await mcp.request(`made-up/${name}`, {});
    }

    const text = await scrape();
    expect(text).not.toContain('made-up');
    expect(text).toContain('gen_ai_tool_name="_OTHER"');
    expect(text).toContain('mcp_method_name="_OTHER"');
  });

  it('counts what is refused before it is read, and as no operation (O-037)', async () => {
    await fetch(server.url, { method: 'POST', headers: { origin: 'https://elsewhere.example' } });

    const text = await eventually('a refusal', async () => {
      const scraped = await scrape();
      return scraped.includes('temporal_mcp_requests_refused_total{') ? scraped : undefined;
    });
    expect(text).toMatch(/temporal_mcp_requests_refused_total\{[^}]*status_code="403"[^}]*\} 1/);
  });

  it.each(DEPLOYED_QUERIES)('has the series and labels of %s', async (_title, expression) => {
    expect(missingIn(await scrape(), expression)).toStrictEqual([]);
  });
});

describe('the command worker', () => {
  it('offers what its Activities measure', async () => {
    const port = await findQuietPort();
    const args = ['worker', '--task-queue', `test-${randomUUID()}`];
    const process = startCli(args, { environment: withMetrics(port) });
    await process.untilOutput(/Worker is polling/);
    const text = await scrape(`http://127.0.0.1:${port}/metrics`);
    const { code } = await process.end('SIGTERM');

    expect(text).toContain('target_info{');
    expect(code).toBe(0);
  });
});

describe('a connection over stdio', () => {
  it('is a pipe for metrics, although no trace is sampled (O-020, O-075)', async () => {
    const collector = await startOtlpCollector();
    const { taskQueue } = worker;
    const environment = {
      ...collector.environment,
      OTEL_METRICS_EXPORTER: 'otlp',
      OTEL_TRACES_SAMPLER: 'always_off',
    };
    try {
      const stdio = await connectRawStdio({ taskQueue, environment });
      await stdio.request('tools/list');
      await stdio.close();

      await eventually('the last metrics', () => collector.points.length > 0);
      const listed = collector.points.filter(
        ({ metric, attributes }) =>
          metric === 'mcp.server.operation.duration' &&
          attributes['mcp.method.name'] === 'tools/list',
      );
      expect(listed.map(({ attributes }) => attributes)).toStrictEqual([
        {
          'mcp.method.name': 'tools/list',
          'mcp.protocol.version': '2025-11-25',
          'network.transport': 'pipe',
        },
      ]);
      expect(collector.spans).toStrictEqual([]);
    } finally {
      await collector.close();
    }
  });
});
