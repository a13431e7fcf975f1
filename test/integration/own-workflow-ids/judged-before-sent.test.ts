/** A start's message goes to the run whose owner and rules the server has read, and to no other. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { isTaskError, TaskErrorCode } from '../../../src/core/errors.js';
import { toCallScope } from '../../../src/core/tool/call-scope.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { planStart } from '../../../src/service/calls/start/plan-start.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer, temporalAddress } from '../../support/start-mcp-server.js';
import { startTemporalProxy } from '../../support/temporal-proxy.js';
import { createTestFolder } from '../../support/test-folder.js';
import { withTasks } from '../../support/with-tasks.js';

/** Races of each kind. All of them have to go well. */
const RACES = Number(process.env['MCP_TASKS_TEST_RACES'] ?? 8);

const given = withTasks();

const toManifest = (): string => `
defaults: { workflow: { taskQueue: ${given().taskQueue} }, ttl: 10 minutes }
tools:
  pay:
    workflow: { type: cart, id: 'pay-{order}', startWith: { signal: add }, arguments: [] }
    input: &item
      type: object
      required: [order, sku]
      properties: { order: { type: string }, sku: { type: string } }
    access: { approvers: { subjects: [ bob ], owner: false, if: "sku != 'cheap'" } }
  add:
    workflow: { type: cart, id: 'cart-{order}', startWith: { signal: add }, arguments: [] }
    input: *item
  add_once:
    workflow: { type: cart, id: 'cart-{order}', startWith: { signal: add }, arguments: [] }
    task: { joinRepeats: true, answerWithin: 1s }
    input: *item
  mine:
    workflow:
      { type: cart, id: 'own-{$caller.name}-{order}', startWith: { signal: add }, arguments: [] }
    input: *item
  mine_too:
    workflow:
      { type: waitForFinish, id: 'own-{$caller.name}-{order}', startWith: { signal: add }, arguments: [] }
    input: *item
  drain:
    workflow: { type: drain, id: 'drain-{order}', startWith: { signal: add }, arguments: [] }
    input: *item
`;

interface Call {
  readonly tool: string;
  readonly order: string;
  readonly sku: string;
  readonly owner?: string;
  readonly idempotencyKey?: string;
}

/** Makes calls as a server of its own does. */
const connect = (): ((call: Call) => Promise<string>) => {
  const { temporal: client, secret, owner: me } = given();
  const { tools } = parseManifest(toManifest());
  const tasks = given().connect({ serverName: 'tests', client, tools, secret });
  return async ({ tool: name, order, sku, owner = me, idempotencyKey }) => {
    const tool = tools.get(name);
    const input = { order, sku };
    const parsed = await tool?.input.parse(input);
    if (!tool || !parsed?.ok) throw new Error(`${name} cannot be called so.`);
    const start = await planStart(tool, toCallScope(input, { owner }));
    const { workflowArguments } = parsed;
    const protocolVersion = rev2025.version;
    const { taskId } = await createOwned(tasks, {
      tool,
      workflowArguments,
      owner,
      protocolVersion,
      start,
      idempotencyKey,
    });
    return taskId;
  };
};

/** The SKUs of all Signals that an execution has. During a Workflow Task, Temporal holds some back. */
const signalsOf = async (workflowId: string): Promise<readonly string[]> => {
  const events = await eventually('its last Workflow Task has ended', async () => {
    const history = await given().temporal.workflow.getHandle(workflowId).fetchHistory();
    const isQuiet = history.events?.at(-1)?.workflowTaskCompletedEventAttributes;
    return isQuiet ? (history.events ?? []) : undefined;
  });
  return events.flatMap(({ workflowExecutionSignaledEventAttributes: signaled }) =>
    (signaled?.input?.payloads ?? []).map(
      ({ data }) => (JSON.parse(Buffer.from(data ?? []).toString()) as { sku: string }).sku,
    ),
  );
};

/** @returns The task of each call; `undefined` for a refused one. */
const raceOf = async (calls: readonly Call[]): Promise<readonly (string | undefined)[]> => {
  const servers = calls.map(connect);
  const order = Math.random() < 0.5 ? [0, 1] : [1, 0];
  const made = new Map<number, Promise<string | undefined>>();
  for (const at of order) {
    const call = calls[at];
    if (call) made.set(at, servers[at]?.(call).catch(toRefusal) ?? Promise.reject(new Error()));
  }
  return Promise.all(calls.map(async (_call, at) => made.get(at)));
};

function toRefusal(error: unknown): undefined {
  if (isTaskError(error) && error.message.includes('Nothing was')) return undefined;
  if (isTaskError(error) && error.code === TaskErrorCode.workflowIdInUse) return undefined;
  throw error;
}

describe('two calls at once under one ID', () => {
  it(
    'never bring the message of the call that is refused',
    async () => {
      const kinds = (order: string): Record<string, readonly Call[]> => ({
        'without approvers, and with them': [
          { tool: 'pay', order, sku: 'cheap' },
          { tool: 'pay', order, sku: 'dear' },
        ],
        'of two owners': [
          { tool: 'add', order, sku: 'mine' },
          { tool: 'add', order, sku: 'hers', owner: `ann-${randomUUID()}` },
        ],
        'of one owner, to two Workflow Types': [
          { tool: 'mine', order, sku: 'mine' },
          { tool: 'mine_too', order, sku: 'other' },
        ],
      });
      const wrong: string[] = [];
      const refusals: Record<string, number> = {};
      for (let race = 0; race < RACES; race += 1) {
        for (const [kind, calls] of Object.entries(kinds(randomUUID()))) {
          const ids = await raceOf(calls);
          const id = ids.find((one) => one !== undefined) ?? '';
          const taken = calls.filter((_call, at) => ids[at] !== undefined).map(({ sku }) => sku);
          const seen = await signalsOf(id);
          if (taken.length === 1) refusals[kind] = (refusals[kind] ?? 0) + 1;
          if ([...seen].sort().join() !== taken.sort().join()) {
            wrong.push(`${kind}: taken ${taken.join()}, in Temporal ${seen.join()}`);
          }
          given().terminateLater(id);
        }
      }
      if (RACES > 8) process.stderr.write(`${JSON.stringify({ RACES, refusals, wrong })}\n`);
      expect(wrong).toStrictEqual([]);
      expect(refusals['of two owners']).toBe(RACES);
      expect(refusals['of one owner, to two Workflow Types']).toBe(RACES);
      expect(refusals['without approvers, and with them']).toBeGreaterThan(0);
    },
    Math.max(180_000, RACES * 5_000),
  );
});

describe('a Workflow that waits for nothing', () => {
  it('has the message of its start at its first step', async () => {
    const order = randomUUID();
    const taskId = await connect()({ tool: 'drain', order, sku: 'a' });

    const { outcome } = await given().closed(taskId);

    expect(outcome).toMatchObject({ result: { structuredContent: { skus: ['a'] } } });
  });
});

describe('a server that dies between the start and its message', () => {
  it.each([
    ['with a key', 'add', 'request-1'],
    ['that is equal', 'add_once', undefined],
  ])('has the message brought once by the next call %s', async (_what, tool, key) => {
    const { taskQueue, temporal, terminateLater } = given();
    const folder = await createTestFolder({ 'tools.yaml': toManifest() });
    const proxy = await startTemporalProxy(temporalAddress(), {
      held: ['SignalWorkflowExecution', 'SignalWithStartWorkflowExecution'],
    });
    const order = randomUUID();
    const workflowId = `cart-${order}`;
    const manifest = join(folder.path, 'tools.yaml');
    const params = {
      name: tool,
      arguments: { order, sku: 'a' },
      _meta: key === undefined ? {} : { 'temporal-mcp-tasks/idempotency-key': key },
    };
    const dying = await startMcpServer({ taskQueue, manifest, temporalAddress: proxy.address });
    const lost = connectRawHttp(dying.url).request('tools/call', params);
    await eventually('the start, without its message', async () =>
      Promise.resolve(proxy.calls.some((name) => name.startsWith('Signal'))),
    );
    await dying.kill();
    await expect(lost).rejects.toThrow();
    await proxy.stop();
    expect(await signalsOf(workflowId)).toStrictEqual([]);
    terminateLater(workflowId);

    const server = await startMcpServer({ taskQueue, manifest });
    const mcp = connectRawHttp(server.url);
    const repeated = mcp.request('tools/call', params);
    await eventually('the message', async () => (await signalsOf(workflowId)).length > 0);
    if (key !== undefined) await mcp.request('tools/call', { ...params, task: {} });
    await temporal.workflow.getHandle(workflowId).signal('checkOut');
    await repeated;

    expect(await temporal.workflow.getHandle(workflowId).result()).toStrictEqual({ skus: ['a'] });
    await server.stop();
    await folder.remove();
  });
});
