/** The core of the server on a Temporal Service with PostgreSQL and two frontends. All else runs on a dev server. */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { IS_CLOSED, IS_OPEN } from '../../../src/temporal/link/open-executions.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import { pauseWorkflow } from '../../support/paused-executions.js';
import { connectStatelessHttp } from '../../support/raw-mcp-2026.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import {
  OWN_IDS_MANIFEST,
  startMcpServer,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { YES } from '../../support/steps/question-steps.js';
import {
  createTask,
  finish,
  getTask,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import * as rev2026 from '../../support/steps/rev2026-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

import {
  isPostgresInstalled,
  type PostgresService,
  startPostgresService,
} from './start-postgres-service.js';

const isInstalled = isPostgresInstalled();
const why = isInstalled ? '' : ' (skipped: run npm run with-postgres once)';
const describeOnPostgres = isInstalled ? describe : describe.skip;
const READS = 20;
/** Each server looks now and then whether Temporal answers, which counts as well. */
const MOST_PROBES = 10;
const STARTED_WITHIN_MS = 300_000;

describeOnPostgres(`a Temporal Service on PostgreSQL with two frontends${why}`, () => {
  let service: PostgresService;
  beforeAll(async () => {
    service = await startPostgresService();
    process.env['MCP_TASKS_TEST_TEMPORAL_ADDRESS'] = service.address;
  }, STARTED_WITHIN_MS);
  const given = withTestServers();
  const servers: TestServer[] = [];
  let entities: RawMcp;
  let replica: RawMcp;
  beforeAll(async () => {
    const { options } = given();
    const own = startMcpServer({ ...options, manifest: OWN_IDS_MANIFEST });
    servers.push(...(await Promise.all([own, startMcpServer(options)])));
    const [first, second] = servers.map(({ url }) => connectRawHttp(url));
    if (first && second) [entities, replica] = [first, second];
  });
  afterAll(async () => {
    await Promise.all(servers.map(async (server) => server.stop()));
  });
  afterAll(async () => service.stop(), STARTED_WITHIN_MS);

  it('gets one request for a start and one for each read of an open task, by its own metrics', async () => {
    const taskId = await createTask(given().http, 'wait_for_finish');
    for (let read = 0; read < READS; read += 1) await getTask(given().http, taskId);

    const reads = await eventually('the reads in the metrics', async () => {
      const count = await service.countRequests('DescribeWorkflowExecution');
      return count >= READS && count;
    });

    expect(reads).toBeLessThanOrEqual(READS + MOST_PROBES);
    expect(await service.countRequests('StartWorkflowExecution')).toBe(1);
    await finish(given().temporal, taskId, { ok: true });
    const result = await resultOf(given().http.request('tasks/result', { taskId }));
    expect(result).toMatchObject({ structuredContent: { ok: true } });
  });

  it('keeps a question until its answer, which ends the task', async () => {
    const log = createWireLog(await createWireCheck(), ['server']);
    const peer = connectStatelessHttp(given().url, log);
    const { taskId } = await rev2026.createTask(peer, 'confirm_delete', { filename: 'a.txt' });
    const [key = ''] = Object.keys(await rev2026.untilAsked(peer, taskId));
    await rev2026.answer(peer, taskId, { [key]: YES });

    expect(await rev2026.untilStatus(peer, taskId, 'completed')).toMatchObject({ taskId });
  });

  it('cancels a task', async () => {
    const { http, temporal } = given();
    const taskId = await createTask(http, 'wait_for_finish');
    const cancelled = await resultOf(http.request('tasks/cancel', { taskId }));

    expect(cancelled).toMatchObject({ taskId, status: 'cancelled' });
    await eventually('the end of the execution', async () => {
      const { status } = await temporal.workflow.getHandle(taskId).describe();
      return status.name === 'CANCELLED';
    });
  });

  it('lists a task at once where it started, and at another replica after the lag of visibility', async () => {
    const taskId = await createTask(given().http, 'wait_for_finish');

    expect(await listTaskIds(given().http)).toContain(taskId);
    await eventually('the task in the list of the other replica', async () =>
      (await listTaskIds(replica)).includes(taskId),
    );
  });

  it('takes Updates with a start, in their order', async () => {
    const id = randomUUID();
    const add = async (sku: string): Promise<string> =>
      createTask(entities, 'add_by_update', { arguments: { cart_id: id, sku } });
    const taskId = await add('a');

    expect(await add('b')).toBe(taskId);
    await given().temporal.workflow.getHandle(taskId).signal('checkOut');
    expect(await resultOf(entities.request('tasks/result', { taskId }))).toMatchObject({
      structuredContent: { skus: ['a', 'b'] },
    });
  });

  it('finds a task by its Search Attributes', async () => {
    const order_id = randomUUID();
    await createTask(entities, 'described_order', { arguments: { order_id, amount: 13 } });
    const query = `OrderId = '${order_id}' AND Amount > 12`;

    const { count } = await eventually('the task in visibility', async () => {
      const found = await given().temporal.workflow.count(query);
      return found.count > 0 && found;
    });
    expect(count).toBe(1);
  });

  it('counts a paused Workflow as open', async () => {
    const { http, temporal } = given();
    const taskId = await createTask(http, 'wait_for_finish');
    await pauseWorkflow(temporal, taskId);
    const count = async (filter: string): Promise<number> =>
      (await temporal.workflow.count(`WorkflowId = '${taskId}' AND ${filter}`)).count;
    await eventually(
      'it is paused in visibility',
      async () => (await count("ExecutionStatus = 'Paused'")) > 0,
    );

    expect(await count(IS_OPEN)).toBe(1);
    expect(await count(IS_CLOSED)).toBe(0);
    await temporal.workflow.getHandle(taskId).terminate();
    await eventually('its end is in visibility', async () => (await count(IS_CLOSED)) > 0);
    expect(await count(IS_OPEN)).toBe(0);
  });

  it('answers through the other frontend while one is dead', async () => {
    const { http, temporal } = given();
    const taskId = await createTask(http, 'wait_for_finish');
    const results = [http, replica].map(async (mcp) =>
      resultOf(mcp.request('tasks/result', { taskId })),
    );
    await Promise.all([http, replica].map(async (mcp) => getTask(mcp, taskId)));
    service.killFrontend();

    for (const mcp of [http, replica]) {
      expect(await getTask(mcp, taskId)).toMatchObject({ status: 'working' });
      expect(await createTask(mcp, 'quick_job')).toMatch(/^mcp-/);
    }
    await finish(temporal, taskId, { ok: true });
    expect(await Promise.all(results)).toMatchObject([
      { structuredContent: { ok: true } },
      { structuredContent: { ok: true } },
    ]);
  });
});
