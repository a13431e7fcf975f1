import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { isTaskError, TaskErrorCode } from '../../../src/core/errors.js';
import type { Task } from '../../../src/core/task/task.js';
import type { Tasks } from '../../../src/core/task/tasks.js';
import { asOwner } from '../../../src/core/task/viewer.js';
import { toCallScope } from '../../../src/core/tool/call-scope.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../src/manifest/manifest.js';
import { planStart } from '../../../src/service/calls/start/plan-start.js';
import { createTemporalTasks } from '../../../src/temporal/temporal-tasks.js';
import { createOwned } from '../../support/create-owned.js';
import { eventually } from '../../support/eventually.js';
import { rev2025 } from '../../support/protocols.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { runCli } from '../../support/start-cli.js';
import { startMcpServer, temporalAddress } from '../../support/start-mcp-server.js';
import { testSealer } from '../../support/test-sealer.js';
import { toManifestText } from '../../support/tool-texts.js';
import { connectAny, untilPurchase } from '../../support/with-existing-workflows.js';

import { RIGHT_TOOLS } from './wrong-tools/right-tools.js';
import { startSeenExecutions } from './wrong-tools/seen-executions.js';
import type { Consequence } from './wrong-tools/wrong-tool.js';
import { WRONG_TOOLS } from './wrong-tools/wrong-tools.js';

/** A finding as `check --json` prints it. */
interface Found {
  readonly level: string;
  readonly tool?: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: string;
  readonly message: string;
}

const owner = randomUUID();
const opened: string[] = [];
let directory: string;
let worker: TestWorker;
let connection: Connection;
let client: Client;
let tasks: Tasks;
let manifest: Manifest;
let lines: readonly string[];
let code: number | null;
let found: readonly Found[];
let path: string;
/** One promise per tool. It rejects unless the call had the expected consequence. */
let outcomes: ReadonlyMap<string, Promise<void>>;
let rightOnes: { readonly code: number | null; readonly stdout: string };

const toText = (tools: Readonly<Record<string, string>>): string =>
  toManifestText(worker.taskQueue, tools);

function write(text: string): string {
  const path = join(directory, `${randomUUID()}.yaml`);
  writeFileSync(path, text);
  return path;
}

/** Starts a Workflow as another client would. @returns Its Workflow ID. */
async function start(
  type: string,
  args: readonly unknown[],
  workflowId = `test-${randomUUID()}`,
): Promise<string> {
  await client.workflow.start(type, { taskQueue: worker.taskQueue, workflowId, args: [...args] });
  opened.push(workflowId);
  return workflowId;
}

/** A finding about several tools, or about a key of the manifest, has no `tool`. Its path tells the tool. */
const isAbout = (name: string, { tool, path: at = '' }: Found): boolean =>
  (tool ?? name) === name && `${at}.`.startsWith(`tools.${name}.`);

/** Repeats `check` until it reports all findings. Visibility and Workers' heartbeats come with a delay. */
async function checkAll(): Promise<readonly Found[]> {
  return eventually('check has seen all of it', async () => {
    const exit = await runCli(['check', '--json', '--manifest', path]);
    const { findings } = JSON.parse(exit.stdout) as { readonly findings: readonly Found[] };
    const hasAll = Object.entries(WRONG_TOOLS).every(([tool, { says }]) =>
      findings.some((one) => isAbout(tool, one) && says.test(one.message)),
    );
    found = findings;
    code = exit.code;
    return hasAll ? findings : undefined;
  }).catch(() => found);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'wrong-tools-'));
  worker = await runTestWorker({ definitions: 'fixtures' });
  connection = await Connection.connect({ address: temporalAddress() });
  client = new Client({ connection });
  await startSeenExecutions(client, start);
  const wrong = Object.entries(WRONG_TOOLS).map(([name, { text }]) => [name, text] as const);
  const text = toText(Object.fromEntries(wrong));
  lines = text.split('\n');
  manifest = parseManifest(text);
  path = write(text);
  await checkAll();
  rightOnes = await runCli(['check', '--strict', '--manifest', write(toText(RIGHT_TOOLS))]);
  tasks = createTemporalTasks({
    sealer: testSealer,
    serverName: 'tests',
    client,
    tools: manifest.tools,
    secret: randomBytes(32),
  });
  outcomes = new Map(wrong.map(([name]) => [name, callAndSee(name)]));
  await Promise.allSettled(outcomes.values());
}, 200_000);

afterAll(async () => {
  for (const workflowId of opened) {
    await client.workflow
      .getHandle(workflowId)
      .terminate()
      .catch(() => undefined);
  }
  await worker.stop();
  await connection.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Calls a tool. @returns Its task. */
async function call(name: string): Promise<Task> {
  const tool = manifest.tools.get(name);
  const input = WRONG_TOOLS[name]?.call ?? {};
  const parsed = await tool?.input.parse(input);
  if (!tool || !parsed?.ok) throw new Error(`${name} cannot be called`);
  const { workflowArguments } = parsed;
  const plan = await planStart(tool, toCallScope(input, { owner }));
  const request = { tool, workflowArguments, owner, protocolVersion: rev2025.version };
  const task = await createOwned(tasks, { ...request, start: plan });
  opened.push(task.taskId);
  return task;
}

const until = async (taskId: string, what: string, isSo: (task: Task) => boolean): Promise<Task> =>
  eventually(what, async () => {
    const task = await tasks.get(asOwner({ owner }), taskId);
    return isSo(task) ? task : undefined;
  });

/** Waits until the Workflow waits for a person. */
async function untilWaiting(taskId: string): Promise<void> {
  const handle = client.workflow.getHandle(taskId);
  await eventually('the Workflow waits', async () => {
    const { memo = {}, type, historyLength } = await handle.describe();
    if (type === 'reportExpenses') return memo['approval'] === undefined ? undefined : true;
    return historyLength > 3;
  });
}

async function answerWith(
  taskId: string,
  content: Readonly<Record<string, unknown>>,
  action = 'accept',
): Promise<void> {
  const { questions } = await until(taskId, 'it asks', (task) => task.questions.length > 0);
  const { key = '' } = questions[0] ?? {};
  const responses = { [key]: action === 'accept' ? { action, content } : { action } };
  await eventually('a Worker has time for it', async () => {
    try {
      await tasks.answer(asOwner({ owner }), taskId, responses);
      return true;
    } catch (error) {
      if (isTaskError(error) && error.code === TaskErrorCode.unavailable) return false;
      throw error;
    }
  });
}

async function statusOf(taskId: string): Promise<string> {
  return (await client.workflow.getHandle(taskId).describe()).status.name;
}

/** A check for each consequence of a call. It rejects if the call ends otherwise. */
const CONSEQUENCES: Readonly<
  Record<Exclude<Consequence, 'is refused'>, (taskId: string, name: string) => Promise<void>>
> = {
  hangs: async (taskId) => {
    await until(taskId, 'it cannot go on', ({ statusMessage = '' }) =>
      statusMessage.includes('cannot go on'),
    );
  },
  'gives words alone': async (taskId) => {
    await until(
      taskId,
      'it ends in words',
      ({ phase, outcome }) =>
        phase === 'succeeded' && outcome?.kind === 'result' && outcome.result.isError === true,
    );
  },
  'never asks': async (taskId) => {
    await untilWaiting(taskId);
    expect(await tasks.get(asOwner({ owner }), taskId)).toMatchObject({ phase: 'working' });
  },
  'answers in vain': async (taskId) => {
    // The Worker refuses an Update without a handler.
    await Promise.allSettled([answerWith(taskId, { approved: true, decision: 'yes' })]);
    expect(await statusOf(taskId)).toBe('RUNNING');
  },
  'declines in vain': async (taskId) => {
    await answerWith(taskId, {}, 'decline');
    expect(await statusOf(taskId)).toBe('RUNNING');
  },
  'shows no status': async (taskId) => {
    await untilWaiting(taskId);
    const { statusMessage = '' } = await tasks.get(asOwner({ owner }), taskId);
    expect(statusMessage).not.toMatch(/awaiting|lamp/);
  },
  waits: async (taskId) => {
    await until(taskId, 'it waits', ({ statusMessage = '' }) =>
      statusMessage.startsWith('Waiting for a worker of Task Queue '),
    );
  },
  'is cancelled': async (taskId) => {
    await untilWaiting(taskId);
    await tasks.cancel(asOwner({ owner }), taskId, { protocol: rev2025 });
    await eventually('it is cancelled', async () => (await statusOf(taskId)) === 'CANCELLED');
  },
  'says nothing': async (taskId) => {
    const { toolName } = await tasks.get(asOwner({ owner }), taskId);
    expect(manifest.tools.get(toolName)?.shown.description).toBeUndefined();
  },
  'takes no for yes': async (taskId, name) => {
    await answerWith(taskId, WRONG_TOOLS[name]?.content ?? { approved: false });
    const { state } = await untilPurchase(client, taskId, 'in delivery');
    expect(state).toBe('in delivery');
  },
  differs: async (taskId, name) => {
    const { shows, content } = WRONG_TOOLS[name] ?? {};
    if (content) await answerWith(taskId, content);
    await until(
      taskId,
      `it shows ${String(shows)}`,
      (task) => shows?.test(JSON.stringify(task)) === true,
    );
  },
};

/** Calls a tool. Rejects unless the call has the expected consequence. */
async function callAndSee(name: string): Promise<void> {
  const { comesOf = 'differs' } = WRONG_TOOLS[name] ?? {};
  if (comesOf === 'is refused') {
    await expect(call(name)).rejects.toThrow();
    return;
  }
  const { taskId } = await call(name);
  await CONSEQUENCES[comesOf](taskId, name);
}

describe('check', () => {
  it('finds nothing wrong with what is right, whatever others have started wrongly', () => {
    expect(rightOnes.stdout).not.toMatch(/^(?:warning|PROBLEM)/m);
    expect(rightOnes.code).toBe(0);
  });

  it('ends with 1', () => {
    expect(code).toBe(1);
  });

  it.each(Object.entries(WRONG_TOOLS))(
    'says of %s what is wrong and where, and a call shows it',
    async (name, { level, says, at }) => {
      const own = found.filter((one) => isAbout(name, one));
      const finding = own.find(({ message }) => says.test(message));
      const text = lines[(finding?.line ?? 0) - 1];

      expect({ own, level: finding?.level }).toStrictEqual({ own, level });
      expect(text).toContain(at);
      expect(finding?.column).toBeGreaterThan(0);
      await outcomes.get(name);
    },
  );

  it('does not keep a server from serving all of them', async () => {
    const server = await startMcpServer({ taskQueue: worker.taskQueue, manifest: path });
    const { list } = await connectAny('2025-11-25', server.url);

    expect(await list()).toStrictEqual(expect.arrayContaining(Object.keys(WRONG_TOOLS)));
    await server.stop();
  });
});
