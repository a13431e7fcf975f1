import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { PATIENCE_MS, within } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { connectRawHttp, connectRawStdio } from '../../support/raw-mcp.js';
import { runCli, startCli } from '../../support/start-cli.js';
import { TEST_MANIFEST } from '../../support/start-mcp-server.js';
import { errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';

const environment = { TEST_TASK_QUEUE: 'nobody-polls-this-queue' };
const MANIFEST = ['--manifest', TEST_MANIFEST];

let taken: Server;
let takenPort: number;

beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = (taken.address() as AddressInfo).port;
});

afterAll(async () => {
  taken.close();
  await once(taken, 'close');
});

describe('serve refuses to start, with a sentence and a code,', () => {
  interface Refusal {
    readonly when: string;
    readonly args: () => string[];
    readonly environment?: NodeJS.ProcessEnv;
    readonly message: RegExp;
    /** Default: 1. */
    readonly code?: number;
  }
  const refusals: readonly Refusal[] = [
    {
      when: 'the port is taken',
      args: () => [...MANIFEST, '--port', String(takenPort)],
      message:
        /^Port \d+ on 127\.0\.0\.1 is taken by another program\. Stop that program, or choose another port with --port/m,
    },
    {
      when: 'the port is no number',
      args: () => [...MANIFEST, '--port', 'http'],
      message: /'--port <number>'.*A port is a number from 0 to 65535/,
      code: 2,
    },
    {
      when: 'the host is not one of this machine',
      args: () => [...MANIFEST, '--port', '0', '--host', '192.0.2.1', '--allow-unauthenticated'],
      message: /^192\.0\.2\.1 is not an address of this machine\. Name another with --host\.$/m,
    },
    {
      when: 'the manifest is not there',
      args: () => ['--manifest', '/nowhere/mcp-tasks.yaml'],
      message: /^\/nowhere\/mcp-tasks\.yaml: There is no such file\. Name a file with --manifest/m,
    },
    {
      when: 'the manifest names an environment variable that is not set',
      args: () => [...MANIFEST, '--port', '0'],
      environment: { TEST_TASK_QUEUE: undefined },
      message: /:\d+:\d+ The environment variable TEST_TASK_QUEUE is not set/,
    },
    {
      when: 'other machines can reach it and there is no secret',
      args: () => [...MANIFEST, '--port', '0', '--host', '0.0.0.0'],
      environment: { TEMPORAL_MCP_TASKS_SECRET: undefined },
      message: /^TEMPORAL_MCP_TASKS_SECRET is not set\. .*openssl rand -base64 32$/m,
    },
    {
      when: 'other machines can reach it and it asks for no tokens',
      args: () => [...MANIFEST, '--port', '0', '--host', '0.0.0.0'],
      message:
        /^Everybody who reaches 0\.0\.0\.0 could use this server, .*--allow-unauthenticated\.$/m,
    },
    {
      when: 'the secret is too short',
      args: () => [...MANIFEST, '--port', '0'],
      environment: { TEMPORAL_MCP_TASKS_SECRET: 'short' },
      message: /^TEMPORAL_MCP_TASKS_SECRET has 5 bytes; it needs at least 32\./m,
    },
    {
      when: 'the data converter is not there',
      args: () => [...MANIFEST, '--port', '0', '--data-converter', '/nowhere/converter.mjs'],
      message: /^The data converter module \/nowhere\/converter\.mjs cannot be loaded: /m,
    },
    {
      when: 'the profile is not there',
      args: () => [...MANIFEST, '--port', '0', '--profile', 'nobody-made-this'],
      message: /^The Temporal connection settings cannot be used: .*nobody-made-this/m,
    },
    {
      when: 'it is to restart over stdio, where its client would lose it',
      args: () => [...MANIFEST, '--stdio', '--watch'],
      message: /'--stdio' cannot be used with option '--watch'/,
      code: 2,
    },
    {
      when: 'an option is unknown',
      args: () => [...MANIFEST, '--prot', '0'],
      message: /unknown option '--prot'\n\(Did you mean --port\?\)/,
      code: 2,
    },
  ];

  it.each(refusals)(
    'when $when',
    async ({ args, environment: variables, message, code: expected = 1 }) => {
      const { code, stdout, stderr } = await within(
        PATIENCE_MS,
        runCli(['serve', ...args()], { environment: { ...environment, ...variables } }),
      );

      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect({ code, stdout }).toStrictEqual({ code: expected, stdout: '' });
    },
  );
});

describe('serve', () => {
  it('warns that nobody is authenticated when other machines can reach it', async () => {
    const args = ['--port', '0', '--host', '0.0.0.0', '--allow-unauthenticated'];
    const server = startCli(['serve', ...MANIFEST, ...args], { environment });

    await server.untilOutput(/Requests are not authenticated/);

    expect((await server.end('SIGTERM')).code).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with code 0 on %s', async (signal) => {
    const server = startCli(['serve', ...MANIFEST, '--port', '0'], { environment });
    const [, url = ''] = await server.untilOutput(/"url":"([^"]+)"/);
    await resultOf(connectRawHttp(url).request('tools/list'));

    const exit = await within(PATIENCE_MS, server.end(signal));

    expect(exit).toMatchObject({ code: 0, signal: null, stdout: '' });
  });
});

describe('serve --stdio', () => {
  it('writes nothing but messages to its output, even while Temporal is down and it logs everything', async () => {
    const stdio = await connectRawStdio({
      taskQueue: 'none',
      temporalAddress: `127.0.0.1:${await findQuietPort()}`,
      environment: { LOG_LEVEL: 'debug', DEBUG: '*', GRPC_TRACE: 'all', GRPC_VERBOSITY: 'DEBUG' },
    });

    const error = await errorOf(stdio.request('tools/call', { name: 'quick_job', task: {} }));
    stdio.sendLine('this is no JSON');
    stdio.sendLine('{"jsonrpc":"2.0","method":"notifications/nobody-knows-this"}');
    await resultOf(stdio.request('tools/list'));
    await stdio.close();

    expect(error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('Temporal does not answer'),
    });
    expect(stdio.output().length).toBeGreaterThanOrEqual(3);
    for (const line of stdio.output()) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
  });

  it('ends with code 0 when its input ends', async () => {
    const stdio = await connectRawStdio({ taskQueue: 'none' });

    await within(PATIENCE_MS, stdio.close());

    expect(stdio.child.exitCode).toBe(0);
  });

  it('ends with code 0 when its input ends while somebody waits for a task', async () => {
    const stdio = await connectRawStdio({ taskQueue: 'nobody-polls-this-queue' });
    const { task } = await resultOf(
      stdio.request('tools/call', { name: 'times_out', arguments: {}, task: {} }),
    );
    void stdio.request('tasks/result', { taskId: (task as { taskId: string }).taskId });
    await resultOf(stdio.request('tools/list'));

    await within(PATIENCE_MS, stdio.close());

    expect(stdio.child.exitCode).toBe(0);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with code 0 on %s', async (signal) => {
    const stdio = await connectRawStdio({ taskQueue: 'none' });
    const exited = once(stdio.child, 'exit');

    stdio.child.kill(signal);

    expect(await within(PATIENCE_MS, exited)).toStrictEqual([0, null]);
  });
});
