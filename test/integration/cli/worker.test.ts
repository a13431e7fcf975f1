import { randomUUID } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { PATIENCE_MS, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { runCli, startCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';
import { createTestFolder } from '../../support/test-folder.js';

/** A job and a webhook: Workers that have Activities only. */
const TOOLS = `server: server.yaml
tools:
  release:
    description: Releases.
    webhooks: [{ url: https://hooks.example, secret: whsec_${btoa('a secret of thirty-two characters')} }]
    job:
      base: https://ci.example
      start: { url: /runs }
      poll: { url: '/runs/{$job.id}', succeeded: [ok] }
`;

let connection: Connection;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
});

afterAll(() => connection.close());

describe('worker', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'runs the example workflows and ends with code 0 on %s',
    async (signal) => {
      const taskQueue = `test-${randomUUID()}`;
      const worker = startCli(['worker', '--task-queue', taskQueue]);
      await worker.untilOutput(/Worker is polling/);

      const result: unknown = await new Client({ connection }).workflow.execute('importRecords', {
        taskQueue,
        workflowId: `test-${randomUUID()}`,
        args: [{ fileName: 'customers.csv', failures: 0, attemptMs: 0 }],
      });

      expect(result).toMatchObject({ attempts: 1 });
      expect(await within(PATIENCE_MS, worker.end(signal))).toMatchObject({ code: 0, stdout: '' });
    },
  );

  it('logs no warning if all of its parts poll', async () => {
    const folder = await createTestFolder({
      'server.yaml': `name: ${randomUUID()}\n`,
      'tools.yaml': TOOLS,
    });
    const manifest = join(folder.path, 'tools.yaml');
    const worker = startCli([
      'worker',
      '--task-queue',
      `test-${randomUUID()}`,
      '--manifest',
      manifest,
    ]);
    await worker.untilOutput(/Worker is polling/);
    const { stderr } = await within(PATIENCE_MS, worker.end('SIGTERM'));
    await folder.remove();

    expect(stderr).not.toMatch(/WARN|ERROR/);
  });

  it('says that Temporal cannot be reached, and exits with 1', async () => {
    const address = `127.0.0.1:${await findQuietPort()}`;

    const { code, stderr } = await runCli(['worker', '--address', address]);

    expect(code).toBe(1);
    expect(stderr).toBe(
      `Temporal cannot be reached at ${address} (Connection refused). Set TEMPORAL_ADDRESS or --address to where Temporal runs, or start it.\n`,
    );
  });

  it('prints what the bundler says of a Workflow, with file and line', async () => {
    const folder = await createTestFolder({
      'syntax.ts': 'export async function broken(x: string) {\n  return x +;\n}\n',
      'node.ts':
        "import { readFile } from 'node:fs/promises';\nexport async function reads() {\n  return readFile('x');\n}\n",
    });
    const work = async (name: string) =>
      runCli([
        'worker',
        '--task-queue',
        `test-${randomUUID()}`,
        '--workflows',
        join(folder.path, name),
      ]);

    const syntax = await work('syntax.ts');
    const node = await work('node.ts');
    await folder.remove();

    expect(syntax).toMatchObject({ code: 1, stdout: '' });
    expect(syntax.stderr).toMatch(/syntax\.ts cannot be bundled:\nERROR in .*syntax\.ts/);
    expect(syntax.stderr).toMatch(/Expression expected/);
    expect(syntax.stderr).toMatch(/syntax\.ts:2:\d+/);
    expect(node.code).toBe(1);
    expect(node.stderr).toMatch(/node\.ts/);
    expect(node.stderr).toContain(
      "Workflows can't use Node's modules: move this code into an Activity",
    );
  });

  it('says what to do with Activities in TypeScript, if Node does not run it', async () => {
    const folder = await createTestFolder({ 'activities.ts': 'export const a: string = "a";\n' });
    const path = join(folder.path, 'activities.ts');

    const worker = startCli([
      'worker',
      '--task-queue',
      `test-${randomUUID()}`,
      '--activities',
      path,
    ]);
    const runsTypeScript = Number(process.versions.node.split('.')[0]) >= 24;
    const expected = runsTypeScript ? /Worker is polling/ : /Compile it \("npx tsc"\) .*\.mjs/;

    expect(await worker.untilOutput(expected)).toBeDefined();
    await worker.end('SIGTERM');
    await folder.remove();
  });

  it('warns of a module that exports no Workflow', async () => {
    const folder = await createTestFolder({ 'none.ts': 'async function forgotten() {}\n' });
    const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
    await symlink(packages, join(folder.path, 'node_modules'));

    const worker = startCli([
      ...['worker', '--task-queue', `test-${randomUUID()}`],
      ...['--workflows', join(folder.path, 'none.ts')],
    ]);

    expect(await worker.untilOutput(/exports no function.*export async function/)).toBeDefined();
    await worker.end('SIGTERM');
    await folder.remove();
  });

  it('ends if it can poll no more, and not by what an Activity throws', async () => {
    const folder = await createTestFolder({
      'activities.mjs': String.raw`export async function refuse() { throw new Error('No \ud83d'); }`,
      'workflows.mjs': String.raw`import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
const { refuse } = proxyActivities({ startToCloseTimeout: '10 seconds', retry: { maximumAttempts: 1 } });
export async function tell() { return refuse().catch((error) => error.cause.message); }
export async function refuseItself() { throw ApplicationFailure.nonRetryable('No \ud83d'); }`,
    });
    const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
    await symlink(packages, join(folder.path, 'node_modules'));
    const taskQueue = `test-${randomUUID()}`;
    const worker = startCli([
      ...['worker', '--task-queue', taskQueue],
      ...['--workflows', join(folder.path, 'workflows.mjs')],
      ...['--activities', join(folder.path, 'activities.mjs')],
    ]);
    await worker.untilOutput(/Worker is polling/);
    const { workflow } = new Client({ connection });
    const started = (): { taskQueue: string; workflowId: string } => ({
      taskQueue,
      workflowId: `test-${randomUUID()}`,
    });

    const told: unknown = await workflow.execute('tell', started());
    const refusing = await workflow.start('refuseItself', started());
    const { code } = await within(PATIENCE_MS, worker.exited).catch(async () =>
      worker.end('SIGKILL'),
    );
    await refusing.terminate();
    await folder.remove();

    expect(told).toBe('No \ufffd');
    expect(code).toBe(1);
  });

  it.each([
    ['--activities', /^The activities module \/nowhere\/module\.js cannot be loaded: /m],
    ['--workflows', /\/nowhere\/module\.js/],
  ])('says that the module given with %s is not there, and exits with 1', async (flag, message) => {
    const { code, stderr } = await runCli(['worker', flag, '/nowhere/module.js']);

    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
