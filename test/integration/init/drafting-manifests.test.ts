import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection, type DataConverter } from '@temporalio/client';

import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { startMcpServer, temporalAddress } from '../../support/start-mcp-server.js';
import { connectAny } from '../../support/with-existing-workflows.js';

/** In every payload of these tests, and in no output. */
const CANARY = `CANARY${randomUUID().slice(0, 8)}`;

let directory: string;
let worker: TestWorker;
let connection: Connection;
let client: Client;
const started: string[] = [];

const pathOf = (name = `${randomUUID()}.yaml`): string => join(directory, name);

/** Runs `init` on what these tests have started. */
const init = async (...args: readonly string[]): Promise<CliExit> =>
  runCli([
    ...['init', '--task-queue', worker.taskQueue],
    ...['--task-queue', `${worker.taskQueue}-nobody`, ...args],
  ]);

async function start(type: string, ...args: unknown[]): Promise<string> {
  return startAs(`${CANARY}-${randomUUID()}`, type, args);
}

async function startAs(workflowId: string, type: string, args: unknown[]): Promise<string> {
  await client.workflow.start(type, { taskQueue: worker.taskQueue, workflowId, args });
  started.push(workflowId);
  return workflowId;
}

async function startAll(): Promise<void> {
  const bought = await start('purchase', { item: CANARY, cents: 1200 });
  await start('purchase', { item: CANARY, cents: 900, gift: { [`for-${CANARY}-17`]: CANARY } });
  const handle = client.workflow.getHandle(bought);
  await handle.signal('approve', true, CANARY);
  await handle.signal('arrive');
  await handle.result();
  await start('joinPositional', CANARY, 3);
  await start('returnBytes');
  await start('failInChild');
  const wrong = await start('purchase', { other: CANARY });
  await client.workflow.getHandle(wrong).terminate();
  await start('copyFiles', { files: 100_000, stepMs: 100 });
  for (const label of [`${CANARY}a`, `${CANARY}b`]) {
    await startAs(`compute-${label}`, 'slowCompute', [{ seconds: 0, label }]);
  }
  await client.activity.execute('giveBackAll', {
    id: `${CANARY}-${randomUUID()}`,
    taskQueue: worker.taskQueue,
    startToCloseTimeout: '90 s',
    scheduleToCloseTimeout: '5 minutes',
    retry: { maximumAttempts: 1, nonRetryableErrorTypes: ['NoCustomer'] },
    args: [CANARY, 2],
  });
  const lost = `${CANARY}-${randomUUID()}`;
  await client.workflow.start('nobodyRuns', {
    taskQueue: `${worker.taskQueue}-nobody`,
    workflowId: lost,
    args: [CANARY],
    memo: { note: CANARY },
  });
  started.push(lost);
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'init-'));
  worker = await runTestWorker({ definitions: 'fixtures' });
  connection = await Connection.connect({ address: temporalAddress() });
  client = new Client({ connection });
  await startAll();
  await eventually('visibility has all of them', async () => {
    const countOf = async (status: string): Promise<number> => {
      const query = `TaskQueue STARTS_WITH '${worker.taskQueue}' AND ExecutionStatus = '${status}'`;
      return (await client.workflow.count(query)).count;
    };
    const counts = [
      await countOf('Completed'),
      await countOf('Failed'),
      await countOf('Terminated'),
    ];
    return counts.join() === '5,2,1';
  });
  await eventually('visibility has the Activity', async () => {
    const query = `TaskQueue = '${worker.taskQueue}' AND ExecutionStatus = 'Completed'`;
    return (await client.activity.count(query)).count === 1;
  });
});

afterAll(async () => {
  for (const workflowId of started) {
    await client.workflow
      .getHandle(workflowId)
      .terminate('the tests are over')
      .catch(() => undefined);
  }
  await worker.stop();
  await connection.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('init', () => {
  it('writes a manifest that check accepts, and no value of anybody', async () => {
    const path = pathOf();

    const { code, stdout, stderr } = await init('--out', path);

    const text = readFileSync(path, 'utf8');
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
    expect(text + stdout).not.toContain(CANARY);
    expect(text).not.toMatch(/\b(?:1200|900)\b/);
    const checked = await runCli(['check', '--manifest', path]);
    expect(checked.stdout).not.toMatch(
      /^(?:warning|PROBLEM)(?!.*(?:return_bytes|the draft of "init"))/m,
    );
    expect(checked.stderr).toBe('');
  });

  it('writes a manifest whose tools can be served and called at once', async () => {
    const manifest = pathOf();
    await init('--out', manifest);
    const server = await startMcpServer({ taskQueue: worker.taskQueue, manifest });
    const { call } = await connectAny('2025-11-25', server.url);
    const label = randomUUID();

    expect(await call('slow_compute', { seconds: 0, label })).toMatchObject({
      structuredContent: { label, seconds: 0 },
    });
    expect(await call('join_positional', { arg1: 'a', arg2: 2 })).toMatchObject({
      structuredContent: { first: 'a', second: 2 },
    });
    await server.stop();
  });

  it('finds types, Task Queues, arguments and how IDs are made, and learns nothing from what was terminated', async () => {
    const { stdout: text, stderr } = await init('--stdout');
    const { tools } = parseManifest(text);

    expect([...tools.keys()]).toStrictEqual([
      'copy_files',
      'join_positional',
      'purchase',
      'return_bytes',
      'slow_compute',
    ]);
    expect(tools.get('purchase')).toMatchObject({
      start: { type: 'purchase', taskQueue: worker.taskQueue },
      shown: {
        inputSchema: {
          type: 'object',
          required: ['item', 'cents'],
          properties: {
            item: { type: 'string' },
            cents: { type: 'integer' },
            gift: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    });
    expect(await tools.get('join_positional')?.input.parse({ arg1: 'a', arg2: 2 })).toStrictEqual({
      ok: true,
      workflowArguments: ['a', 2],
    });
    expect(text).toMatch(/\bid: 'compute-\{label\}'/);
    expect(text).not.toMatch(/\bother:/);
    expect(stderr).toMatch(
      /^offered {3}purchase as purchase: 2 executions read, 1 left out that failed, timed out or was terminated; .*\(\d+ Workers?\)$/m,
    );
  });

  it('drafts Signals, Queries, heartbeats and results as comments, with names and types', async () => {
    const { stdout: text } = await init('--stdout');

    expect(text).toMatch(
      /^# {3}purchase_approve:\n# {5}workflow: purchase\n# {5}signal: approve$/m,
    );
    expect(text).toMatch(/^# {9}arg1: \{ type: boolean \}\n# {9}arg2: \{ type: string \}$/m);
    expect(text).toMatch(/^# {5}query: getPurchase$/m);
    expect(text).toMatch(/^ {4}# progress: \{ heartbeat: \w+ \}$/m);
    expect(text).toMatch(/^ {4}# output:\n {4}# {3}type: object$/m);
    expect(text).not.toContain(CANARY);
  });

  it('drafts Activities of Workflows and of clients as comments, which a person can take as they are', async () => {
    const { stdout: text, stderr } = await init('--stdout');
    const { tools } = parseManifest(
      text.replaceAll(/^ {2}# (?!Activities)(?= *\w+:)/gm, '  ').replaceAll(/^ {2}#.*\n/gm, ''),
    );

    expect(stderr).toMatch(/^comment {3}copyAll: an Activity/m);
    expect(tools.get('copy_all')?.start).toMatchObject({
      kind: 'activity',
      type: 'copyAll',
      taskQueue: worker.taskQueue,
      heartbeatTimeout: expect.any(Number),
    });
    expect(tools.get('give_back_all')).toMatchObject({
      start: {
        type: 'giveBackAll',
        startToCloseTimeout: 90_000,
        scheduleToCloseTimeout: 300_000,
      },
      shown: {
        inputSchema: { required: ['arg1', 'arg2'], properties: { arg2: { type: 'integer' } } },
      },
    });
    const { start } = tools.get('give_back_all') ?? {};
    const limits = Object.keys(start ?? {}).filter((name) => name.endsWith('Timeout'));
    expect(limits.sort()).toEqual(['scheduleToCloseTimeout', 'startToCloseTimeout']);
    expect(start?.retryPolicy).toEqual({
      maximumAttempts: 1,
      nonRetryableErrorTypes: ['NoCustomer'],
    });
    expect(text).not.toContain(CANARY);
  });

  it('leaves out children and what nobody runs, says so, and takes them when they are named', async () => {
    const found = await init('--stdout');
    const named = await init(
      '--stdout',
      ...['nobodyRuns', 'failingJob', 'neverStarted'].flatMap((type) => ['--workflow', type]),
    );

    expect(found.stderr).toMatch(
      /^left out {2}failingJob: all 1 executions read were started by other Workflows/m,
    );
    expect(found.stderr).toMatch(/^left out {2}nobodyRuns: no Worker polls Task Queue /m);
    const { tools } = parseManifest(named.stdout);
    expect([...tools.keys()].sort()).toStrictEqual(['nobody_runs']);
    expect(named.stderr).toMatch(/^left out {2}neverStarted: no execution of it was found/m);
  });

  it('overwrites nothing but by force', async () => {
    const path = pathOf();
    writeFileSync(path, 'mine');

    const refused = await init('--out', path);
    const before = readFileSync(path, 'utf8');
    const forced = await init('--out', path, '--force');

    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`${path} already exists`);
    expect(before).toBe('mine');
    expect(forced.code).toBe(0);
    expect(parseManifest(readFileSync(path, 'utf8')).tools.size).toBe(5);
  });

  it.each([
    ['nothing of the kind ran', ['--workflow', 'neverStarted'], /no execution of it was found/],
    [
      'the namespace is not there',
      ['--namespace', 'missing'],
      /^The request to Temporal failed: .*missing/m,
    ],
    ['the file is to be a module', ['--out', 'tools.js'], /init writes YAML/],
    ['the limit is none', ['--executions', '0'], /Write a number from 1 to 100/],
  ])('writes nothing where %s', async (_what, args, message) => {
    const path = pathOf();

    const { code, stdout, stderr } = await init('--out', path, ...args);

    expect(code).toBe(args.includes('--executions') ? 2 : 1);
    expect(stdout + stderr).toMatch(message);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(path)).toBe(false);
  });

  it('says what to do where nothing runs at all', async () => {
    const { code, stdout } = await runCli([
      ...['init', '--out', pathOf(), '--task-queue', `nobody-${randomUUID()}`],
    ]);

    expect(code).toBe(1);
    expect(stdout).toMatch(/no execution was found\. Start one/);
  });

  it('says that Temporal cannot be reached', async () => {
    const address = `127.0.0.1:${await findQuietPort()}`;

    const { code, stderr } = await init('--out', pathOf(), '--address', address);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The request to Temporal failed: \S/);
  });
});

describe('init, where payloads are encrypted', () => {
  const converter = fileURLToPath(
    new URL('../../../examples/encryption/data-converter.mjs', import.meta.url),
  );
  let type: string;

  beforeAll(async () => {
    process.env['PAYLOAD_KEY'] = randomBytes(32).toString('base64');
    type = `encrypted${randomUUID().replace(/[^a-z]/g, '')}`;
    const workflowId = `encrypted-${randomUUID()}`;
    const { dataConverter } = (await import(converter)) as { dataConverter: DataConverter };
    // Jest cannot load the failure converter, a module of ECMAScript, by its path.
    const { payloadCodecs = [] } = dataConverter;
    const encrypting = new Client({ connection, dataConverter: { payloadCodecs } });
    await encrypting.workflow.start(type, {
      taskQueue: `${worker.taskQueue}-nobody`,
      workflowId,
      args: [{ token: CANARY }],
    });
    started.push(workflowId);
    await eventually('visibility has it', async () => {
      const { count } = await client.workflow.count(`WorkflowType = '${type}'`);
      return count > 0;
    });
  });

  it('leaves out what it cannot read, and says how it could', async () => {
    const { code, stdout, stderr } = await init('--out', pathOf(), '--workflow', type);

    expect(code).toBe(1);
    expect(stdout).toMatch(/\(binary\/encrypted\)\. Pass the data converter of your Workers/);
    expect(stdout + stderr).not.toContain(CANARY);
  });

  it('reads it with the converter of the Workers', async () => {
    const { stdout } = await init('--stdout', '--workflow', type, '--data-converter', converter);

    const [tool] = parseManifest(stdout).tools.values();
    expect(tool?.shown.inputSchema).toMatchObject({ properties: { token: { type: 'string' } } });
    expect(stdout).not.toContain(CANARY);
  });
});
