/** The tarball, installed from the registry into an empty project, on each supported major version of Node. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { findNode, NODE_MAJORS, type NodeMajor } from '../../support/find-node.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import {
  canInstall,
  createProject,
  installPackages,
  packHelper,
  packPackage,
} from '../../support/package/install-package.js';
import { envelope } from '../../support/raw-mcp-2026.js';
import { connectRawHttp, initializeParams, type RawMessage } from '../../support/raw-mcp.js';
import { type CliProcess, startProgram } from '../../support/start-cli.js';
import { callAsTask, resultOf } from '../../support/steps/rev2025-task-steps.js';

const MAX_PACKAGES = 180;
/** The installation takes 89 MB (2026-11-23). Newer versions of dependencies may be larger. */
const MAX_BYTES = 95_000_000;
const INSTALL_TIMEOUT_MS = 300_000;

// Without the registry, Jest reports this suite as skipped.
const describeWithRegistry = (await canInstall()) ? describe : describe.skip;

const nodes = new Map<NodeMajor, string | undefined>();
for (const major of NODE_MAJORS) nodes.set(major, await findNode(major));

/** The disk space of a folder, in bytes. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0)
    .reduce((sum, blocks) => sum + blocks * 512, 0);
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
    createProject(project);
    // The registry may lack this version of the helper.
    await installPackages(project, [await packPackage(folder), await packHelper(folder)]);
    main = join(project, 'node_modules/temporal-mcp-tasks/dist/src/cli/main.js');
  }, INSTALL_TIMEOUT_MS);

  afterAll(async () => {
    await Promise.all([...demos.values(), ...devs].map(async ({ end }) => end('SIGTERM')));
    rmSync(folder, { recursive: true, force: true });
  });

  /** The environment of a user who has only Node and the Temporal CLI. */
  const environment = (): NodeJS.ProcessEnv => ({
    TEMPORAL_ADDRESS: undefined,
    TEMPORAL_NAMESPACE: undefined,
    TEMPORAL_CONFIG_FILE: join(project, 'no-temporal.toml'),
    TEMPORAL_MCP_TASKS_SECRET: undefined,
    TEMPORAL_MCP_TASKS_TASK_QUEUE: undefined,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  });

  const startPackage = (node: string, ...args: string[]): CliProcess =>
    startProgram(pathToFileURL(main).href, args, {
      node,
      cwd: project,
      environment: environment(),
    });

  it('is small, without the packages of a Worker', () => {
    const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { readonly packages: object };

    expect(Object.keys(packages).length).toBeLessThanOrEqual(MAX_PACKAGES);
    expect(Object.keys(packages)).not.toContain('node_modules/@temporalio/worker');
    expect(bytesOf(join(project, 'node_modules'))).toBeLessThan(MAX_BYTES);
  });

  it.each(['worker', 'dev'])('says in %s which package a Worker needs', async (command) => {
    const { code, stderr } = await startPackage(process.execPath, command).exited;

    expect(code).toBe(1);
    expect(stderr).toContain('npm install temporal-mcp-tasks @temporalio/worker\n');
  });

  it(
    'takes the packages of a Worker, and says how to get a Temporal without its CLI',
    async () => {
      await installPackages(project, ['@temporalio/worker', '@temporalio/testing']);
      const { code, stderr } = await startProgram(pathToFileURL(main).href, ['dev'], {
        node: process.execPath,
        cwd: project,
        environment: {
          ...environment(),
          PATH: '',
          // Where the download is not possible, it fails at once here, as it does without a network.
          HTTPS_PROXY: 'http://127.0.0.1:1',
        },
      }).exited;

      expect(code).toBe(1);
      expect(stderr).toMatch(/^ {2}- the download by @temporalio\/testing: /m);
      expect(stderr).toContain('https://docs.temporal.io/cli');
    },
    INSTALL_TIMEOUT_MS,
  );

  describe.each(NODE_MAJORS)('on Node %i (skipped where it cannot be had)', (major) => {
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
        env: { ...process.env, ...environment(), LOG_LEVEL: 'warn' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const request = { jsonrpc: '2.0', id: 1, method, params };
      child.stdin.end(`${JSON.stringify(request)}\n`);
      let answer = '';
      for await (const chunk of child.stdout.setEncoding('utf8')) answer += String(chunk);
      const { result } = JSON.parse(answer.split('\n')[0] ?? '') as RawMessage;

      expect(JSON.stringify(result)).toContain('temporal-mcp-tasks-examples');
    });

    itOnNode('runs dev and a call', async () => {
      const [temporal, ui] = [await findQuietPort(), await findQuietPort()].map(String);
      const ports = ['--port', '0', '--temporal-port', temporal ?? '', '--ui-port', ui ?? ''];
      const dev = startPackage(node, 'dev', ...ports);
      devs.push(dev);
      const [, url = ''] = await dev.untilOutput(/MCP server +(\S+)/);
      demos.set(major, startPackage(node, 'demo', '--url', url));
      const mcp = connectRawHttp(url);
      const file = { fileName: 'customers.csv', failures: 0, attemptMs: 0 };
      const { task } = await callAsTask(mcp, 'import_records', { arguments: file });
      const { taskId } = task;
      const result = await resultOf(mcp.request('tasks/result', { taskId }));

      expect(result).not.toHaveProperty('isError', true);
    });
  });

  describe.each(NODE_MAJORS)('at the dev of Node %i (skipped where it cannot be had)', (major) => {
    const itOnNode = nodes.get(major) === undefined ? it.skip : it;

    itOnNode('tells the story of the demo', async () => {
      const demo = await demos.get(major)?.exited;

      expect(demo).toMatchObject({ code: 0, stderr: '' });
      expect(demo?.stdout).toMatch(/^That was all/m);
    });
  });
});
