/** `call` and `tools`: a person at a terminal uses the example tools without an MCP host. */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';

import { ExitCode } from '../../../src/cli/exit-code.js';
import { eventually } from '../../support/eventually.js';
import { runTestWorker, type TestWorker } from '../../support/run-test-worker.js';
import { type CliExit, type CliProcess, runCli, startCli } from '../../support/start-cli.js';
import {
  startMcpServer,
  temporalAddress,
  type TestServer,
} from '../../support/start-mcp-server.js';
import { createTestFolder } from '../../support/test-folder.js';

const EXAMPLES = fileURLToPath(new URL('../../../mcp-tasks.yaml', import.meta.url));
const CTRL_C = '\u0003';

let worker: TestWorker;
let server: TestServer;
let environment: NodeJS.ProcessEnv;
let connection: Connection;
let temporal: Client;

beforeAll(async () => {
  connection = await Connection.connect({ address: temporalAddress() });
  temporal = new Client({ connection });
  worker = await runTestWorker({ definitions: 'examples' });
  environment = { TEMPORAL_MCP_TASKS_TASK_QUEUE: worker.taskQueue };
  server = await startMcpServer({ taskQueue: worker.taskQueue, manifest: EXAMPLES, environment });
});

afterAll(async () => {
  await server.stop();
  await worker.stop();
  await connection.close();
});

const order = (quantity: number): string =>
  JSON.stringify({
    orderId: 'A-1',
    items: [{ sku: 'teapot', quantity, unitPriceCents: 2450 }],
    cardToken: 'tok_visa',
    address: '1 Harbour Street',
    stepMs: 50,
  });

const call = async (...args: string[]): Promise<CliExit> =>
  runCli(['call', ...args, '--url', server.url]);

/** Starts a call in a terminal, where the person answers and interrupts. */
const callInTerminal = (...args: string[]): CliProcess =>
  startCli(['call', ...args, '--url', server.url], { inTerminal: true });

function handleOf(output: string): WorkflowHandle {
  const [taskId = ''] = /mcp-[a-z2-7]{20}-[a-z2-7]{26}/.exec(output) ?? [];
  return temporal.workflow.getHandle(taskId);
}

describe('call', () => {
  it('prints the result on standard output, and the status on standard error', async () => {
    const { code, stdout, stderr } = await call(
      ...['generate_report', '--arg', 'title=Report', '--arg', 'pages=2', '--arg', 'pageMs=200'],
      '--json',
    );

    expect(code).toBe(ExitCode.done);
    expect(JSON.parse(stdout)).toMatchObject({
      structuredContent: { title: 'Report', pages: 2 },
    });
    expect(stderr).toMatch(/^task mcp-\S+\nworking/);
    expect(stderr).toMatch(/^completed/m);
  });

  it('serves a manifest for one call', async () => {
    const { code, stdout } = await runCli(
      ['call', 'fulfill_order', '--input', order(1), '--manifest', EXAMPLES],
      { environment },
    );

    expect(code).toBe(ExitCode.done);
    expect(stdout).toContain('"orderId":"A-1"');
  });

  it('reads the arguments from a file that PowerShell has written, in UTF-16', async () => {
    const input = '\uFEFF{"title":"Report","pages":2,"pageMs":50}';
    const folder = await createTestFolder({ 'input.json': Buffer.from(input, 'utf16le') });
    const { stdout } = await call('generate_report', '--input', `@${folder.path}/input.json`);
    await folder.remove();

    expect(stdout).toMatch(/"title": ?"Report"/);
  });

  it('ends with 1, and the reason, when the work fails', async () => {
    const { code, stdout } = await call(
      ...['fulfill_order', '--input', order(1).replace('tok_visa', 'tok_declined')],
    );

    expect(code).toBe(ExitCode.error);
    expect(stdout).toContain('declined');
  });

  it.each([
    ['no_such_tool', [], 'The server has no tool "no_such_tool". Its tools: '],
    ['generate_report', [], 'title'],
    ['generate_report', ['--input', '{'], '--input is not JSON'],
    ['generate_report', ['--input', '[]'], '/title is required'],
    ['generate_report', ['--input', '[1]'], '--input has to be a JSON object'],
  ])('says of %s %j what is wrong', async (tool, args, message) => {
    const { code, stdout, stderr } = await call(tool, ...args);

    expect(code).toBe(ExitCode.error);
    expect(stdout + stderr).toContain(message);
  });

  it('asks the person at the terminal, field by field', async () => {
    const calling = callInTerminal('fulfill_order', '--input', order(30));
    await calling.untilOutput(
      /Approve it\? An answer counts until [-\d]+ [:\d]+ UTC\.[^]*\[a\]ccept, \[d\]ecline or \[c\]ancel\?/,
    );
    calling.type('\n');
    await calling.untilOutput(/Type y for yes[^]*\[a\]ccept, \[d\]ecline or \[c\]ancel\?/);
    calling.type('yes\n');
    await calling.untilOutput(/Approve the order \(yes \| no\):/);
    calling.type('yes\n');
    await calling.untilOutput(/Note: Kept with it\. \(optional\):/);
    calling.type('For the new office\n');
    const { code, stdout } = await calling.exited;

    expect(code).toBe(ExitCode.done);
    expect(stdout).toMatch(/"approvalNote": ?"For the new office"/);
  });

  /** Starts work of minutes, presses Ctrl-C, and answers what is asked then. */
  async function leaveWith(answer: string): Promise<CliExit> {
    const args = ['--arg', 'title=Long', '--arg', 'pages=1000', '--arg', 'pageMs=200'];
    const calling = callInTerminal('generate_report', ...args);
    await calling.untilOutput(/working/);
    calling.type(CTRL_C);
    await calling.untilOutput(/Cancel the task, too\? \[y\/N\]/);
    calling.type(`${answer}\n`);
    return calling.exited;
  }

  it("never prints a result's control characters", async () => {
    const title = 'Report\u001B[2J\u001B]52;c;cm0gLXJm\u0007\u009B31m\u202E';
    const { stdout } = await call('generate_report', '--arg', `title=${title}`, '--arg', 'pages=1');

    expect(stdout).toContain('Report');
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  it('asks at Ctrl-C whether to cancel the task', async () => {
    const { code, stdout } = await leaveWith('y');

    expect(code).toBe(ExitCode.interrupted);
    expect(stdout).toContain('is being cancelled');
    await eventually('the task is cancelled', async () => {
      const { status } = await handleOf(stdout).describe();
      return status.name === 'CANCELLED';
    });
  });

  it('leaves a task running that was not to be cancelled', async () => {
    const { code, stdout } = await leaveWith('');

    const { status } = await handleOf(stdout).describe();
    await handleOf(stdout).terminate();
    expect(code).toBe(ExitCode.interrupted);
    expect(stdout).toMatch(
      /keeps running\. For its result: node \S+ call task_result --arg task_id=mcp-/,
    );
    expect(status.name).toBe('RUNNING');
  });
});

describe('tools', () => {
  it('lists what clients see', async () => {
    const { code, stdout } = await runCli(['tools', '--url', server.url]);

    expect(code).toBe(ExitCode.done);
    expect(stdout).toMatch(/^generate_report \(Generate a report\), task required$/m);
    expect(stdout).toMatch(/^ {3}- orderId \(string\): The order's number in the shop\.$/m);
  });

  it('prints them as JSON', async () => {
    const { stdout } = await runCli(['tools', '--manifest', EXAMPLES, '--json'], { environment });

    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name: 'fulfill_order' }));
  });
});
