import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { eventually, PATIENCE_MS, within } from '../../support/eventually.js';
import { findQuietPort, isPortFree } from '../../support/find-quiet-port.js';
import { connectRawHttp, type RawMcp } from '../../support/raw-mcp.js';
import { type CliProcess, runCli, startCli } from '../../support/start-cli.js';
import {
  callAsTask,
  getTask,
  listTaskIds,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';

let cwd: string;
let temporalPort: number;
let uiPort: number;
let started: CliProcess[];

beforeEach(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'dev-'));
  temporalPort = await findQuietPort();
  uiPort = await findQuietPort();
  started = [];
});

afterEach(async () => {
  for (const { end } of started) await end('SIGTERM');
  rmSync(cwd, { recursive: true, force: true });
});

/** Starts `dev` as in a directory of the user's where nothing is configured. */
const startDev = (...args: string[]): CliProcess => {
  const dev = startCli(
    ['dev', '--temporal-port', String(temporalPort), '--ui-port', String(uiPort), ...args],
    {
      cwd,
      environment: {
        TEMPORAL_ADDRESS: undefined,
        TEMPORAL_NAMESPACE: undefined,
        TEMPORAL_PROFILE: undefined,
        TEMPORAL_CONFIG_FILE: join(cwd, 'no-temporal.toml'),
        TEMPORAL_MCP_TASKS_SECRET: undefined,
        TEMPORAL_MCP_TASKS_TASK_QUEUE: undefined,
        XDG_DATA_HOME: join(cwd, 'data'),
      },
    },
  );
  started.push(dev);
  return dev;
};

const startReadyDev = async (): Promise<{ readonly dev: CliProcess; readonly mcp: RawMcp }> => {
  const dev = startDev('--port', '0');
  await dev.untilOutput(/Ctrl-C stops all of it\./);
  const [, url = ''] = await dev.untilOutput(/MCP server +(\S+)/);
  return { dev, mcp: connectRawHttp(url) };
};

/** The processes that it has started. */
const childrenOf = ({ child }: CliProcess): number[] => {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)]);
  return stdout.toString().trim().split(/\s+/).map(Number);
};

const expectNothingLeft = async (): Promise<void> => {
  expect(await isPortFree(temporalPort)).toBe(true);
  expect(await isPortFree(uiPort)).toBe(true);
};

describe('dev', () => {
  it('starts everything, ends everything on Ctrl-C, and finds its tasks again', async () => {
    const first = await startReadyDev();
    expect(first.dev.output()).toContain(`http://localhost:${uiPort}`);
    expect((await fetch(`http://localhost:${uiPort}`)).status).toBe(200);
    const file = { fileName: 'customers.csv', failures: 0, attemptMs: 0 };
    const finished = await callAsTask(first.mcp, 'import_records', { arguments: file });
    const { taskId } = finished.task;
    const result = await resultOf(first.mcp.request('tasks/result', { taskId }));
    const report = { title: 'Long', pages: 1_000, pageMs: 1_000 };
    const { task: open } = await callAsTask(first.mcp, 'generate_report', { arguments: report });

    const exit = await within(PATIENCE_MS, first.dev.end('SIGINT'));

    expect(exit).toMatchObject({ code: 0, stdout: '' });
    expect(exit.stderr).toContain('Stopping …');
    expect(exit.stderr).not.toMatch(/^\s+at /m);
    await expectNothingLeft();
    expect(readdirSync(join(cwd, '.temporal'))).toContainEqual(expect.stringMatching(/\.db$/));

    const second = await startReadyDev();

    expect(await getTask(second.mcp, taskId)).toMatchObject({ taskId, status: 'completed' });
    expect(await resultOf(second.mcp.request('tasks/result', { taskId }))).toStrictEqual(result);
    expect(await getTask(second.mcp, open.taskId)).toMatchObject({ status: 'working' });
    expect((await listTaskIds(second.mcp)).sort()).toStrictEqual([taskId, open.taskId].sort());
    expect((await within(PATIENCE_MS, second.dev.end('SIGINT'))).code).toBe(0);
    await expectNothingLeft();
  });

  it('carries out cancel.terminateAfter where a tool has it, whoever runs the other workers', async () => {
    const path = join(cwd, 'tools.yaml');
    writeFileSync(
      path,
      'tools: { a: { workflow: { type: w, taskQueue: q }, cancel: { terminateAfter: 30s } } }\n',
    );
    const dev = startDev('--port', '0', '--manifest', path, '--no-worker');
    await dev.untilOutput(/Ctrl-C stops all of it\./);

    const { stdout } = await eventually('a poller', async () => {
      const exit = await runCli([
        'check',
        '--manifest',
        path,
        '--address',
        `localhost:${temporalPort}`,
      ]);
      return /^ok .*Task Queue temporal-mcp-tasks/m.test(exit.stdout) ? exit : undefined;
    });

    expect(stdout).toMatch(/^PROBLEM {2}\S+ Task Queue q is not polled/m);
    expect((await within(PATIENCE_MS, dev.end('SIGINT'))).code).toBe(0);
    await expectNothingLeft();
  });

  it('restarts its MCP server alone when the manifest changes', async () => {
    const path = join(cwd, 'tools.yaml');
    const write = (name: string): void => {
      writeFileSync(path, `tools: { ${name}: { workflow: { type: w, taskQueue: q } } }\n`);
    };
    write('first');
    const dev = startDev('--port', '0', '--manifest', path, '--no-worker', '--watch');
    await dev.untilOutput(/Ctrl-C stops all of it\./);
    const [, url = ''] = await dev.untilOutput(/MCP server +(\S+)/);
    const children = childrenOf(dev);
    write('second');

    await eventually('the new tool', async () => {
      const listed = connectRawHttp(url).request('tools/list', {});
      const { tools } = (await resultOf(listed).catch(() => ({}))) as { tools?: unknown[] };
      return tools?.some((tool) => (tool as { name: string }).name === 'second');
    });

    expect(childrenOf(dev)).toStrictEqual(children);
    expect((await within(PATIENCE_MS, dev.end('SIGINT'))).code).toBe(0);
    await expectNothingLeft();
  });

  it('uses a Temporal that already runs, and leaves it running', async () => {
    const { dev } = await startReadyDev();
    const another = startDev('--port', '0', '--no-worker');

    await another.untilOutput(/was already running; it is left running/);

    expect((await within(PATIENCE_MS, another.end('SIGINT'))).code).toBe(0);
    expect(await isPortFree(temporalPort)).toBe(false);
    expect((await within(PATIENCE_MS, dev.end('SIGINT'))).code).toBe(0);
    await expectNothingLeft();
  });

  it('names a namespace that a running Temporal lacks', async () => {
    const { dev } = await startReadyDev();

    const { code, stderr } = await startDev('--port', '0', '--namespace', 'absent').exited;

    expect(code).toBe(1);
    expect(stderr).toContain('temporal operator namespace create -n absent');
    expect((await within(PATIENCE_MS, dev.end('SIGINT'))).code).toBe(0);
  });

  it('says that the port of the MCP server is taken, and leaves nothing running', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };

    const { code, stderr } = await within(
      PATIENCE_MS,
      startDev('--port', String(port), '--no-worker').exited,
    );

    other.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\..*--port`, 'm'),
    );
    expect(stderr).not.toMatch(/^\s+at /m);
    await expectNothingLeft();
  });

  it('says that the port of Temporal is taken by something else', async () => {
    const other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('hello\n');
    }).listen(temporalPort, '127.0.0.1');
    await once(other, 'listening');

    const { code, stderr } = await within(PATIENCE_MS, startDev('--port', '0').exited);

    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`${temporalPort}`);
    expect(stderr).toContain('--temporal-port');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('can be stopped while it starts, and leaves nothing running', async () => {
    const dev = startDev('--port', '0');
    await dev.untilOutput(/Starting the worker/);

    const { code } = await within(PATIENCE_MS, dev.end('SIGINT'));

    expect(code).toBe(0);
    await expectNothingLeft();
  });

  it('ends, and says so, when its Temporal has ended', async () => {
    const { dev } = await startReadyDev();
    for (const pid of childrenOf(dev)) process.kill(pid, 'SIGKILL');

    const { code, stderr } = await within(PATIENCE_MS, dev.exited);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The local Temporal has ended\. Start again with: .* dev$/m);
  });
});
