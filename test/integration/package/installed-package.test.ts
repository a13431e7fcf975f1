/** The tarball, installed from the registry into an empty project, on each supported major version of Node. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { within } from '../../support/eventually.js';
import { findNode, type NodeMajor } from '../../support/find-node.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { canInstall, installTarball, packPackage } from '../../support/package/install-package.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { connectRawHttp, initializeParams, type RawMessage } from '../../support/raw-mcp.js';
import { type CliProcess, startProgram } from '../../support/start-cli.js';
import { callAsTask, resultOf } from '../../support/steps/rev2025-task-steps.js';

const MAX_PACKAGES = 180;
/** The installation takes 89 MB (2026-11-23). Newer versions of dependencies may be larger. */
const MAX_BYTES = 95_000_000;
/** Includes the installation of a Worker's packages over a shared network. */
const INSTALL_TIMEOUT_MS = 300_000;

// Without the registry, Jest reports this suite as skipped.
const describeWithRegistry = (await canInstall()) ? describe : describe.skip;

const MAJORS: readonly NodeMajor[] = [20, 22, 24];
const nodes = new Map<NodeMajor, string | undefined>();
for (const major of MAJORS) nodes.set(major, await findNode(major));

/** The disk space of a folder, in bytes. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0)
    .reduce((sum, blocks) => sum + blocks * 512, 0);
}

/** Waits until `dev` is ready. Its installation by npm takes longer than any other wait. */
async function untilReady({ child, output, exited }: CliProcess): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    child.stderr?.on('data', () => {
      if (output().includes('Ctrl-C stops all of it.')) resolve();
    });
  });
  const failed = exited.then(({ stderr }) => {
    throw new Error(stderr);
  });
  await Promise.race([ready, failed]);
}

describeWithRegistry('the package in an empty project', () => {
  let folder: string;
  let project: string;
  let main: string;
  const devs: CliProcess[] = [];
  /** Each demo begins when its `dev` is ready. Demos mostly wait, so that all together take as long as one. */
  const demos = new Map<NodeMajor, CliProcess>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'package-'));
    project = join(folder, 'project');
    main = join(await installTarball(await packPackage(folder), project), 'dist/src/cli/main.js');
  }, INSTALL_TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all([...demos.values(), ...devs].map(async ({ end }) => end('SIGTERM')));
    rmSync(folder, { recursive: true, force: true });
  });

  /** The environment of a user who has only Node and the Temporal CLI. */
  const environment = (node: string): NodeJS.ProcessEnv => {
    const cli = process.env['MCP_TASKS_TEST_TEMPORAL_CLI'];
    const programs = cli === undefined ? [node] : [node, cli];
    return {
      TEMPORAL_ADDRESS: undefined,
      TEMPORAL_NAMESPACE: undefined,
      TEMPORAL_CONFIG_FILE: join(project, 'no-temporal.toml'),
      TEMPORAL_MCP_TASKS_SECRET: undefined,
      TEMPORAL_MCP_TASKS_TASK_QUEUE: undefined,
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      // `dev` starts npm, which has to run with the same Node.
      PATH: [...programs.map((program) => dirname(program)), process.env['PATH']].join(delimiter),
    };
  };

  const startPackage = (node: string, ...args: string[]): CliProcess =>
    startProgram(pathToFileURL(main).href, args, {
      node,
      cwd: project,
      environment: environment(node),
    });

  it('is small, without the packages of a Worker', () => {
    const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { readonly packages: object };

    expect(Object.keys(packages).length).toBeLessThanOrEqual(MAX_PACKAGES);
    expect(Object.keys(packages)).not.toContain('node_modules/@temporalio/worker');
    expect(bytesOf(join(project, 'node_modules'))).toBeLessThan(MAX_BYTES);
  });

  it('says which packages a Worker needs', async () => {
    const { code, stderr } = await startPackage(process.execPath, 'worker').exited;

    expect(code).toBe(1);
    expect(stderr).toMatch(/npm install @temporalio\/worker@\d/);
  });

  describe.each(MAJORS)('on Node %i (skipped where it cannot be had)', (major) => {
    const found = nodes.get(major);
    const itOnNode = found === undefined ? it.skip : it;
    const node = found ?? '';

    itOnNode.each([
      ['2025-11-25', 'initialize', initializeParams()],
      ['2026-07-28', 'server/discover', { _meta: envelope() }],
    ])('serves %s over stdio from its bundle', async (_revision, method, params) => {
      const manifest = join(dirname(main), '../../../mcp-tasks.yaml');
      const child = spawn(node, [main, 'serve', '--stdio', '--manifest', manifest], {
        cwd: project,
        env: { ...process.env, ...environment(node), LOG_LEVEL: 'warn' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const request = { jsonrpc: '2.0', id: 1, method, params };
      child.stdin.end(`${JSON.stringify(request)}\n`);
      let answer = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) answer += String(chunk);
      const { result } = JSON.parse(answer.split('\n')[0] ?? '') as RawMessage;

      expect(JSON.stringify(result)).toContain('temporal-mcp-tasks-examples');
    });

    itOnNode(
      'runs dev and a call',
      async () => {
        const [temporal, ui] = [await findQuietPort(), await findQuietPort()].map(String);
        const ports = ['--port', '0', '--temporal-port', temporal ?? '', '--ui-port', ui ?? ''];
        const dev = startPackage(node, 'dev', ...ports);
        devs.push(dev);
        await within(INSTALL_TIMEOUT_MS, untilReady(dev));
        const [, url = ''] = await dev.untilOutput(/MCP server +(\S+)/);
        demos.set(major, startPackage(node, 'demo', '--url', url));
        const mcp = connectRawHttp(url);
        const file = { fileName: 'customers.csv', failures: 0, attemptMs: 0 };
        const { task } = await callAsTask(mcp, 'import_records', { arguments: file });
        const { taskId } = task;
        const result = await resultOf(mcp.request('tasks/result', { taskId }));

        expect(result).not.toHaveProperty('isError', true);
      },
      INSTALL_TIMEOUT_MS,
    );
  });

  describe.each(MAJORS)('at the dev of Node %i (skipped where it cannot be had)', (major) => {
    const itOnNode = nodes.get(major) === undefined ? it.skip : it;

    itOnNode('tells the story of the demo', async () => {
      const demo = await demos.get(major)?.exited;

      expect(demo).toMatchObject({ code: 0, stderr: '' });
      expect(demo?.stdout).toMatch(/^That was all/m);
    });
  });

  it('has installed the packages of a Worker once for all of them', () => {
    const installing = devs.map(({ output }) =>
      /Installing Temporal's Worker .* once/.test(output()),
    );

    expect(installing).toStrictEqual(
      MAJORS.filter((major) => nodes.get(major)).map((_, index) => index === 0),
    );
  });
});
