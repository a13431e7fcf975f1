/** Standard output is for the protocol, and for the JSON of a command: everything else goes to standard error. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { COMMAND_NAMES } from '../../../src/cli/create-command.js';
import { loadCommand } from '../../../src/cli/programs/load-command.js';
import { eventually } from '../../support/eventually.js';
import { initializeParams } from '../../support/raw-mcp.js';
import { runTestWorker } from '../../support/run-test-worker.js';
import { runCli } from '../../support/start-cli.js';
import { serverCommand, temporalAddress, TEST_MANIFEST } from '../../support/start-mcp-server.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

const INDEX = new URL('../../../dist/src/index.js', import.meta.url).href;
/** Writes to standard output in the ways that modules and loggers use. */
const CHATTER = `import { writeSync, writeFileSync } from 'node:fs';
import { stdout } from 'node:process';
import { Worker } from 'node:worker_threads';
console.log('chatter of console');
console.table([{ of: 'chatter of a table' }]);
process.stdout.write('chatter of the process\\n');
stdout.write('chatter of an import\\n');
writeSync(1, 'chatter of a descriptor\\n');
writeFileSync(1, 'chatter of a file\\n');
await new Promise((resolve) => {
  new Worker("console.log('chatter of a thread')", { eval: true }).once('exit', resolve);
});
`;
const SOURCES = [
  'console',
  'a table',
  'the process',
  'an import',
  'a descriptor',
  'a file',
  'a thread',
];

let folder: TestFolder;
const inFolder = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await createTestFolder({
    'converter.mjs': `${CHATTER}export const dataConverter = {};\n`,
    'tools.yaml': `tools:
  quiet: { workflow: { type: quiet, taskQueue: nobody }, description: Does nothing. }
`,
    'manifest.mjs': `import { fileURLToPath } from 'node:url';
import { loadManifest } from '${INDEX}';
${CHATTER}const path = fileURLToPath(new URL('tools.yaml', import.meta.url));
export const manifest = await loadManifest(path);
`,
  });
});

afterAll(async () => folder.remove());

interface Written {
  readonly stdout: string;
  readonly stderr: string;
}

/** Serves one session over stdio, until its end. */
async function serve(
  manifest: string,
  { args = [], environment = {} }: { args?: readonly string[]; environment?: NodeJS.ProcessEnv },
): Promise<Written> {
  const command = serverCommand('--stdio', { taskQueue: 'nobody', manifest, args, environment });
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(
    command.command,
    command.args,
    { env: command.env, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  for (const message of [
    { id: 1, method: 'initialize', params: initializeParams() },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ])
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.end();
  await once(child, 'close');
  return { stdout, stderr };
}

const idsIn = ({ stdout }: Written): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly id: unknown }).id);

describe('over stdio', () => {
  it.each([
    [
      'a data converter',
      TEST_MANIFEST,
      (): string[] => ['--data-converter', inFolder('converter.mjs')],
    ],
    ['a module with the manifest', 'manifest.mjs', (): string[] => []],
  ])('%s writes to standard error, in any way', async (_what, manifest, args) => {
    const path = manifest === TEST_MANIFEST ? manifest : inFolder(manifest);
    const written = await serve(path, { args: args() });

    expect(idsIn(written)).toStrictEqual([1, 2]);
    for (const source of SOURCES) expect(written.stderr).toContain(`chatter of ${source}`);
  });

  it.each([
    ['an exporter', { OTEL_TRACES_EXPORTER: 'console' }, /instrumentationScope|traceId/],
    [
      'the log of OpenTelemetry',
      {
        OTEL_LOG_LEVEL: 'debug',
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      },
      /@opentelemetry\/api|OpenTelemetry/,
    ],
  ])('%s writes to standard error', async (_what, environment, text) => {
    const written = await serve(TEST_MANIFEST, { environment });

    expect(idsIn(written)).toStrictEqual([1, 2]);
    expect(written.stderr).toMatch(text);
  });
});

it('the JSON is all that a command with --json prints', async () => {
  const printed = new Map<string, Written>();
  for (const name of COMMAND_NAMES) {
    const command = await loadCommand(name);
    if (!command.options.some(({ long }) => long === '--json')) continue;
    const tool = command.registeredArguments.map(() => 'task_list');
    const args = ['--json', '--manifest', inFolder('manifest.mjs'), '--address', temporalAddress()];
    printed.set(name, await runCli([name, ...tool, ...args]));
  }

  expect(printed.size).toBeGreaterThan(2);
  for (const [name, { stdout, stderr }] of printed) {
    expect([name, JSON.parse(stdout)]).toStrictEqual([name, expect.any(Object)]);
    for (const source of SOURCES) expect(stderr).toContain(`chatter of ${source}`);
  }
});

it('init prints its manifest alone', async () => {
  // The executions of all tests are too many to read.
  const worker = await runTestWorker({ definitions: 'fixtures' });
  const { taskQueue } = worker;
  const connection = await Connection.connect({ address: temporalAddress() });
  const { workflow } = new Client({ connection });
  await workflow.execute('quickJob', { taskQueue, workflowId: taskQueue });
  await eventually('it can be found', async () => {
    const { count } = await workflow.count(`TaskQueue = '${taskQueue}'`);
    return count === 1;
  });
  const { stdout, stderr } = await runCli([
    ...['init', '--stdout', '--task-queue', taskQueue, '--address', temporalAddress()],
    ...['--data-converter', inFolder('converter.mjs')],
  ]);
  await connection.close();
  await worker.stop();

  expect(stdout).toContain('quickJob');
  expect(stdout).not.toContain('chatter');
  expect(stderr).toContain('chatter of console');
});
