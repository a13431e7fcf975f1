import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { startLocalIssuer } from '../../support/auth/local-issuer.js';
import { eventually } from '../../support/eventually.js';
import { findQuietPort } from '../../support/find-quiet-port.js';
import { registerNamespace } from '../../support/register-namespace.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { type CliExit, runCli, startCli } from '../../support/start-cli.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

let directory: string;
let worker: TestWorker;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'check-'));
  worker = await runTestWorker({ definitions: 'fixtures' });
});

afterAll(async () => {
  await worker.stop();
  rmSync(directory, { recursive: true, force: true });
});

const write = (manifest: string): string => {
  const path = join(directory, `${randomUUID()}.yaml`);
  writeFileSync(path, manifest);
  return path;
};

const manifestOf = (taskQueue: string): string => `version: 1
defaults: { workflow: { taskQueue: ${taskQueue} } }
tools:
  quick: { workflow: quickJob, description: A. }
  slow: { workflow: slowCompute, description: B. }
`;

const withClient = async (use: (client: Client) => Promise<void>): Promise<void> => {
  const connection = await Connection.connect({ address: temporalAddress() });
  try {
    await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
};

const check = async (manifest: string, ...args: string[]): Promise<CliExit> =>
  runCli(['check', '--manifest', manifest, ...args]);

describe('check', () => {
  it('finds nothing wrong when a worker polls, and exits with 0', async () => {
    const path = write(manifestOf(worker.taskQueue));

    const { stdout, stderr } = await eventually('a check that succeeds', async () => {
      const exit = await check(path);
      return exit.code === 0 ? exit : undefined;
    });

    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toStrictEqual([
      `ok       ${path} is valid: quick, slow.`,
      'ok       Namespace default is reachable.',
      expect.stringMatching(`^ok       Task Queue ${worker.taskQueue} is polled by \\d+ worker`),
      // No Workflow has run on this Task Queue yet.
      expect.stringMatching(/^(unknown|warning) {2}(\S+ )?quick: .*seen on Task Queue/),
      expect.stringMatching(/^(unknown|warning) {2}(\S+ )?slow: .*seen on Task Queue/),
    ]);
  });

  it('names the tools whose Task Queue nobody polls, and exits with 1', async () => {
    const taskQueue = `test-${randomUUID()}`;

    const { code, stdout } = await check(write(manifestOf(taskQueue)));

    expect(code).toBe(1);
    expect(stdout).toMatch(
      new RegExp(
        `^PROBLEM {2}/\\S+:2:\\d+ Task Queue ${taskQueue} is not polled by any worker: calls of quick, slow would wait\\.`,
        'm',
      ),
    );
  });

  it('warns of hosts that are shut out', async () => {
    const { code, stdout } = await check(
      write(
        `${manifestOf('any')}  kept: { workflow: quickJob, description: C., task: required }\n`,
      ),
      '--offline',
    );

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warning {2}\/.*\.yaml:6:\d+ tools\.kept\.task: "required" shuts out hosts/m,
    );
  });

  it('warns of access rules of a server that asks for no tokens', async () => {
    const path = write(
      `${manifestOf('any')}  own: { workflow: quickJob, description: C., access: { allow: { groups: [finance] } } }\n`,
    );

    expect((await check(path)).stdout).toMatch(
      /^warning {2}\/\S+:6:\d+ own: This server does not require tokens, so .*no "approvers"\. Configure "server\.auth"/m,
    );
  });

  it('compares each issuer with its metadata, which may differ in a slash', async () => {
    const local = await startLocalIssuer('unused');
    const { issuer } = local;
    const absent = `http://127.0.0.1:${await findQuietPort()}`;
    const issuers = [
      { issuer },
      { issuer: `${issuer}/` },
      { issuer: `${absent}/`, jwksUri: `${issuer}/jwks` },
      { issuer: absent },
    ];
    const auth = { resource: 'http://127.0.0.1/mcp', issuers };
    const settings = write(JSON.stringify({ auth }));

    const { code, stdout } = await check(
      write(`server: ${settings}\n${manifestOf(worker.taskQueue)}`),
    );
    await local.close();

    expect(code).toBe(1);
    const lines = stdout.split('\n').filter((line) => /metadata|verified/.test(line));
    expect(lines).toStrictEqual([
      `ok       The metadata of ${issuer} is as configured.`,
      expect.stringMatching(
        /^PROBLEM {2}\S+ Tokens of this issuer would be refused: The metadata at \S+ is of the issuer (\S+), not \1\/ \(differs in a slash at the end\)\./,
      ),
      expect.stringMatching(`^unknown .*whether tokens of ${absent} can be verified`),
    ]);
  });

  it('warns while nobody carries out cancel.terminateAfter, which the worker command does', async () => {
    const namespace = `test-${randomUUID()}`;
    await withClient(async ({ connection }) => {
      await registerNamespace(connection, namespace);
    });
    const taskQueue = `test-${randomUUID()}`;
    const path = write(`defaults: { workflow: { taskQueue: ${taskQueue} } }
tools:
  patient: { workflow: quickJob, description: A. }
  hasty: { workflow: slowCompute, description: B., cancel: { terminateAfter: 1 minute } }
`);
    const args = ['--namespace', namespace] as const;

    const before = await check(path, ...args);
    const working = startCli(['worker', '--task-queue', taskQueue, ...args]);
    try {
      await working.untilOutput(/Worker is polling/);
      const after = await eventually('a check that succeeds', async () => {
        const exit = await check(path, ...args);
        return /^(?:(?:ok|unknown) .*\n)+$/.test(exit.stdout) ? exit : undefined;
      });

      expect(before.stdout).toMatch(
        /^warning {2}Task Queue temporal-mcp-tasks is not polled by any worker: without one, cancel\.terminateAfter, webhooks and onDeadline of hasty do nothing\. Run "temporal-mcp-tasks worker"/m,
      );
      expect(after.stdout).toMatch(/^ok {7}Task Queue temporal-mcp-tasks is polled by \d+ worker/m);
      expect(after.code).toBe(0);
    } finally {
      expect(await working.end('SIGTERM')).toMatchObject({ code: 0 });
    }
  });

  it('calls no service of a job, and says that its Workers are missing until worker --manifest runs', async () => {
    const namespace = `test-${randomUUID()}`;
    const taskQueue = `test-${randomUUID()}`;
    const requests: string[] = [];
    const service = createServer(({ url = '' }, response) => {
      requests.push(url);
      response.end();
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as AddressInfo;
    await withClient(async (client) => {
      await registerNamespace(client.connection, namespace);
      const inNamespace = new Client({ connection: client.connection, namespace });
      // It has run there before, for another tool.
      await inNamespace.workflow.start('runJob', { taskQueue, workflowId: randomUUID() });
    });
    const path = write(`tools:
  build:
    description: Builds.
    job:
      base: http://127.0.0.1:${port}
      internalAddresses: true
      start: { url: /builds }
      poll: { url: '/builds/{$job.id}', succeeded: [ok] }
`);
    const args = ['--namespace', namespace] as const;

    const before = await check(path, ...args);
    const drafted = await runCli(['init', '--out', '-', ...args]);
    const working = startCli(['worker', '--task-queue', taskQueue, '--manifest', path, ...args]);
    try {
      await working.untilOutput(/Worker is polling/);
      const after = await eventually('a check that succeeds', async () => {
        const exit = await check(path, ...args);
        return exit.code === 0 ? exit : undefined;
      });

      const queue = `temporal-mcp-tasks jobs of temporal-mcp-tasks at 127\\.0\\.0\\.1:${port}`;
      for (const name of ['temporal-mcp-tasks', queue]) {
        expect(before.stdout).toMatch(
          new RegExp(
            `^PROBLEM {2}Task Queue ${name} is not polled by any worker: calls of build would wait\\. Run "temporal-mcp-tasks worker --manifest FILE" with this manifest\\.$`,
            'm',
          ),
        );
        expect(after.stdout).toMatch(new RegExp(`^ok {7}Task Queue ${name} is polled by 1 `, 'm'));
      }
      expect(before.code).toBe(1);
      expect(after.stdout).toMatch(/^(?:ok .*\n)+$/);
      expect(drafted.stdout + drafted.stderr).not.toContain('runJob');
      expect(requests).toStrictEqual([]);
    } finally {
      expect(await working.end('SIGTERM')).toMatchObject({ code: 0 });
      service.close();
    }
  });

  it('says that Temporal cannot be reached, and exits with 1', async () => {
    const address = `127.0.0.1:${await findQuietPort()}`;

    const { code, stdout, stderr } = await check(
      write(manifestOf(worker.taskQueue)),
      '--address',
      address,
    );

    expect(code).toBe(1);
    expect(stdout).toMatch(/^PROBLEM {2}The request to Temporal failed: \S/m);
    expect(stdout).toContain(address);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
  });

  it('says that the namespace is not there, and exits with 1', async () => {
    const namespace = `missing-${randomUUID()}`;

    const { code, stdout } = await check(
      write(manifestOf(worker.taskQueue)),
      '--namespace',
      namespace,
    );

    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`^PROBLEM .*${namespace}`, 'm'));
  });
});

describe('check --strict and --json', () => {
  const odd = "{ type: object, properties: { a: { type: string, pattern: '^(?=a)' } } }";

  it('exits with 1 for a warning', async () => {
    const path = write(`${manifestOf('any')}  odd: { workflow: quickJob, input: ${odd} }\n`);

    const strict = await check(path, '--offline', '--strict');
    const lenient = await check(path, '--offline');

    expect([strict.code, lenient.code]).toStrictEqual([1, 0]);
    expect(strict.stdout).toBe(lenient.stdout);
  });

  it('prints findings as JSON, also of a manifest that cannot be used', async () => {
    const path = write('tools:\n  quick: { worfklow: quickJob }\n');

    const { code, stdout, stderr } = await check(path, '--offline', '--json');

    expect({ code, stderr }).toStrictEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        expect.objectContaining({
          level: 'problem',
          file: path,
          line: 2,
          path: 'tools.quick.worfklow',
        }),
      ]) as unknown,
    });
  });

  it('exits with 2 for wrong usage', async () => {
    expect(await runCli(['check', '--stict'])).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('check --offline', () => {
  it('does not need Temporal', async () => {
    const { code, stdout } = await check(
      write(manifestOf('any')),
      '--offline',
      '--address',
      '127.0.0.1:1',
    );

    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });

  it('lists all that is wrong with a manifest, with position, path and suggestion', async () => {
    const path = write(
      [
        'version: 1',
        'defaults: { workflow: { taskQueue: any } }',
        'tools:',
        '  quick:',
        '    worfklow: quickJob',
        '  slow:',
        '    workflow: slowCompute',
        '    ttl: soon',
        '    inputSchema: { type: object }',
      ].join('\n'),
    );

    const { code, stdout, stderr } = await check(path, '--offline');

    expect(code).toBe(1);
    expect(stdout).toBe('');
    const lines = stderr.trim().split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}:5:5 tools\\.quick.*: .*worfklow.*workflow`)),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}:8:10 tools\\.slow\\.ttl: `)),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^${path}:9:5 tools\\.slow.*: Unknown key "inputSchema"`)),
    );
  });

  it.each([
    [
      'is not there',
      '/nowhere/mcp-tasks.yaml',
      /^\/nowhere\/mcp-tasks\.yaml: There is no such file\. Name a file with --manifest, or draft one with "temporal-mcp-tasks init"\.$/m,
    ],
    [
      'is a module that is not there',
      '/nowhere/manifest.mjs',
      /^\/nowhere\/manifest\.mjs: The module cannot be loaded: /m,
    ],
  ])('says that a manifest %s, without a stack', async (_what, path, message) => {
    const { code, stderr } = await check(path, '--offline');

    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('warns of formats that there are not, with position', async () => {
    const input = '{ type: object, properties: { a: { type: string, format: e-mail } } }';
    const path = write(`${manifestOf('any')}  odd: { workflow: quickJob, input: ${input} }\n`);

    const { code, stdout } = await check(path, '--offline');

    expect(code).toBe(0);
    expect(stdout).toContain(
      `warning  ${path}:6:94 tools.odd.input.properties.a.format: Unknown format "e-mail", so nothing is checked. Did you mean "email"?\n`,
    );
  });

  it('warns of integers that clients round', async () => {
    const input = '{ type: object, properties: { a: { type: integer, format: int64 } } }';
    const path = write(`${manifestOf('any')}  odd: { workflow: quickJob, input: ${input} }\n`);

    const { code, stdout } = await check(path, '--offline');

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warning {2}\/\S+:6:\d+ tools\.odd\.input\.properties\.a: Integers in this range can exceed/m,
    );
  });

  it('says where a generation stands that there is not', async () => {
    const settings = write('generations: [2025-11-25, 2024-01-01]\n');
    const path = write(`server: ${settings}\n${manifestOf('any')}`);

    const { code, stderr } = await check(path, '--offline');

    expect(code).toBe(1);
    expect(stderr).toContain(
      `${settings}:1:27 generations[1]: There is no generation "2024-01-01" to serve: use one or more of 2026-07-28, 2025-11-25.`,
    );
  });
});
