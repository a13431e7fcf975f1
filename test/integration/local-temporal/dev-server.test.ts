import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import {
  type DevServer,
  startDevServer,
} from '../../../src/cli/local-temporal/start-dev-server.js';
import { isProcessAlive } from '../../support/is-process-alive.js';

const cliPath = process.env['MCP_TASKS_TEST_TEMPORAL_CLI'] ?? 'temporal';

let directory: string;
let started: DevServer[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dev-server-'));
  started = [];
});

afterEach(async () => {
  // A graceful end takes a second, and no test after this one needs it.
  for (const { pid } of started) if (isProcessAlive(pid)) process.kill(pid, 'SIGKILL');
  await Promise.all(started.map((server) => server.stop()));
  rmSync(directory, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startDevServer>[0]>): Promise<DevServer> {
  const server = await startDevServer({ cliPath, port: 0, uiPort: false, ...options });
  started.push(server);
  return server;
}

async function withClient<T>(server: DevServer, run: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: server.address });
  try {
    return await run(new Client({ connection, namespace: server.namespace }));
  } finally {
    await connection.close();
  }
}

async function startWorkflow(server: DevServer, workflowId: string): Promise<void> {
  await withClient(server, (client) =>
    client.workflow.start('nobodyRunsThis', { taskQueue: 'none', workflowId }),
  );
}

describe('startDevServer', () => {
  it('returns a server that takes workflows at once, in the wanted namespace', async () => {
    const server = await start({ namespace: 'mine' });

    await startWorkflow(server, 'first');

    expect(server).toMatchObject({ namespace: 'mine' });
    expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(server).not.toHaveProperty('uiUrl');
  });

  it('serves the Web UI', async () => {
    const { uiUrl = '' } = await start({ uiPort: 0 });

    const response = await fetch(uiUrl, { headers: { connection: 'close' } });

    expect(response.status).toBe(200);
  });

  it('leaves no process when it is stopped, and can be stopped again', async () => {
    const server = await start({});

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();

    expect(isProcessAlive(server.pid)).toBe(false);
    await expect(server.exited).resolves.toMatchObject({ exitCode: 0, signal: null });
  });

  it('keeps its state in the file when it is killed', async () => {
    const databasePath = join(directory, 'temporal.db');
    const killed = await start({ databasePath });
    await startWorkflow(killed, 'kept');
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;

    const second = await start({ databasePath });

    const description = await withClient(second, (client) =>
      client.workflow.getHandle('kept').describe(),
    );
    expect(description.status.name).toBe('RUNNING');
  });

  it.each([
    ['when its work is done', ''],
    ['by an uncaught error', "throw new Error('uncaught');"],
  ])('does not outlive a program that ends %s', async (_how, last) => {
    const module = new URL(
      '../../../dist/src/cli/local-temporal/start-dev-server.js',
      import.meta.url,
    );
    const program = `
      const { startDevServer } = await import(process.argv[1]);
      const server = await startDevServer({ cliPath: process.argv[2], port: 0, uiPort: false });
      process.stdout.write(String(server.pid));
      ${last}`;
    const args = ['--input-type=module', '--eval', program, fileURLToPath(module), cliPath];
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const output: string[] = [];
    parent.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));

    await once(parent, 'close');

    const pid = Number(output.join(''));
    expect(pid).toBeGreaterThan(0);
    await untilGone(pid);
  });
});

/** It was killed by a process that has gone, so nobody is told when the kill has taken effect. */
async function untilGone(pid: number): Promise<void> {
  while (isProcessAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
}
