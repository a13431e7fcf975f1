/**
 * `demo`: a client that works with the example tools as a host would, and tells what happens. Where no server runs, it
 * starts one, with a Temporal of its own.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Task } from '@modelcontextprotocol/sdk/experimental/tasks';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';

import { cleanLine } from '../../app/config/clean-text.js';
import { createLogger } from '../../app/config/create-logger.js';
import { createCommand } from '../create-command.js';
import { PACKAGED_MANIFEST } from '../dev-manifest.js';
import { ExitCode } from '../exit-code.js';
import { provideLocalTemporal } from '../local-temporal.js';
import { listAllTools, urlOption, withClient } from '../mcp-client.js';
import { addExamples, DEFAULT_HOST, portOption, toLocalUrl } from '../options.js';
import { acceptsConnections } from '../probe-temporal.js';
import { type Dev, report, startDev } from '../start-dev.js';
import { TaskCalls } from '../task-calls.js';
import { toTyped } from '../this-program.js';
import { untilStopped } from '../until-stopped.js';

/** Limit of each wait, in milliseconds. Every step takes less than half of it. */
const MAX_WAIT_MS = 45_000;
/** Time in which the person at this client reads a form and fills it in, in milliseconds. */
const FILL_IN_MS = 1_500;
/** Time for requests that are under way when the demo's own server stops, in milliseconds. */
const DRAIN_MS = 1_000;
const REQUIRED_TOOLS = ['fulfill_order', 'generate_report'];
const COLOURS = new Map<string, Parameters<typeof styleText>[0]>([
  ['working', 'cyan'],
  ['input_required', 'yellow'],
  ['completed', 'green'],
  ['cancelled', 'magenta'],
]);

function toText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Tells each operation of a client on standard output as it happens. */
class Storyteller {
  readonly #client: Client;
  readonly #calls: TaskCalls;
  /** Tool names by the IDs of the created tasks. */
  readonly #created = new Map<string, string>();
  #steps = 0;
  #stepStartedAt = 0;
  #lastStatus = '';

  constructor(client: Client) {
    this.#client = client;
    this.#calls = new TaskCalls(client, {
      limitMs: MAX_WAIT_MS,
      onReading: (task) => {
        this.#tellChange(task);
      },
    });
    this.#calls.answerWith(async ({ message }) => {
      this.#event('asked', message);
      await pause(FILL_IN_MS);
      const content = { approve: true, note: 'For the new office' };
      this.#event('answered', toText(content));
      return { action: 'accept', content };
    });
  }

  /** @param leavesOrder An order is left to the person who reads this, where the server has an inbox. */
  async tell(url: string, { leavesOrder }: { readonly leavesOrder: boolean }): Promise<void> {
    const startedAt = performance.now();
    await this.#listTools(url);
    await this.#generateReport();
    await this.#approveOrder();
    await this.#cancelOrder();
    await this.#listTasks();
    if (leavesOrder) await this.#leaveQuestion(new URL('/inbox', url));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.#print(`\nThat was all, in ${seconds} s.`);
  }

  async #listTools(url: string): Promise<void> {
    this.#step('The tools (tools/list)', 'Each is a Temporal Workflow.');
    const tools = await listAllTools(this.#client);
    for (const { name, title = '', execution } of tools) {
      const support = execution?.taskSupport ?? 'forbidden';
      this.#print(
        `   ${cleanLine(name).padEnd(20)}  task ${support.padEnd(9)}  ${cleanLine(title)}`,
      );
    }
    const missing = REQUIRED_TOOLS.filter((name) => !tools.some((tool) => tool.name === name));
    if (missing.length === 0) return;
    throw new Error(
      `The server at ${url} has no tool ${missing.join(', ')}. "temporal-mcp-tasks dev" serves the example tools in a directory without a manifest.`,
    );
  }

  async #generateReport(): Promise<void> {
    this.#step(
      'A report, as a task',
      'Created at once, polled while pages are rendered, collected when it is done.',
    );
    const pages = { title: 'Annual report', pages: 4, pageMs: 1_200 };
    const task = await this.#create('generate_report', pages);
    await this.#calls.poll(task);
    await this.#collect(task);
  }

  async #approveOrder(): Promise<void> {
    this.#step(
      'An order that a person has to approve',
      'It is above 500.00, so the Workflow asks before it charges the card. Temporal keeps the question.',
    );
    const task = await this.#order('A-1002', 30, 300);
    await this.#calls.poll(task, ({ status }) => status === 'input_required');
    // The wait for the result opens a stream, on which the server sends the question.
    await this.#collect(task);
  }

  async #cancelOrder(): Promise<void> {
    this.#step(
      'An order, cancelled in the middle',
      'Cancelled while the parcel is shipped: the Workflow ends after it has undone its steps.',
    );
    const task = await this.#order('A-1003', 2, 3_000);
    await this.#calls.poll(task, ({ statusMessage = '' }) => statusMessage.includes('shipOrder'));
    const cancelled = await this.#calls.cancel(task);
    this.#event(cancelled.status, 'tasks/cancel is answered; the work is being undone');
    // On a slow machine the parcel may be gone: the Workflow then ends by itself.
    await this.#calls.poll(
      task,
      ({ statusMessage = '' }) => !statusMessage.startsWith('Cancellation requested'),
    );
    await this.#collect(task).catch((error: unknown) => {
      if (!(error instanceof McpError)) throw error;
      this.#event('tasks/result', error.message);
    });
  }

  async #listTasks(): Promise<void> {
    this.#step('All of them (tasks/list)', 'The ID of a task is its Workflow ID.');
    const { tasks } = await this.#client.experimental.tasks.listTasks();
    for (const { status, taskId } of tasks) {
      const tool = this.#created.get(taskId);
      if (tool !== undefined) this.#print(`   ${this.#mark(status)} ${taskId}  ${tool}`);
    }
  }

  async #leaveQuestion(inbox: URL): Promise<void> {
    const { ok } = await fetch(inbox);
    if (!ok) return;
    this.#step('An order that waits for you', 'Nobody answers here. It waits half an hour.');
    const task = await this.#order('A-1004', 30, 300);
    await this.#calls.poll(task, ({ status }) => status === 'input_required');
    this.#print(`   Approve it in a browser: ${inbox.href}`);
  }

  async #order(orderId: string, quantity: number, stepMs: number): Promise<Task> {
    const items = [{ sku: 'teapot', quantity, unitPriceCents: 2450 }];
    const to = { cardToken: 'tok_visa', address: '1 Harbour Street' };
    return this.#create('fulfill_order', { orderId, items, ...to, stepMs });
  }

  async #create(name: string, args: Readonly<Record<string, unknown>>): Promise<Task> {
    const task = await this.#calls.start(name, args);
    this.#created.set(task.taskId, name);
    this.#event('created', `task ${task.taskId}`);
    this.#lastStatus = 'working ';
    return task;
  }

  #tellChange({ status, statusMessage = '' }: Task): void {
    if (`${status} ${statusMessage}` !== this.#lastStatus) this.#event(status, statusMessage);
    this.#lastStatus = `${status} ${statusMessage}`;
  }

  async #collect(task: Task): Promise<void> {
    const { structuredContent = {} } = await this.#calls.collect(task);
    this.#event('result');
    for (const [name, value] of Object.entries(structuredContent)) {
      this.#print(`${' '.repeat(27)}${cleanLine(name).padEnd(14)} ${cleanLine(toText(value))}`);
    }
  }

  #step(title: string, sentence: string): void {
    this.#steps += 1;
    this.#stepStartedAt = performance.now();
    this.#print(`\n${styleText('bold', `${this.#steps}. ${title}`)}`);
    this.#print(`   ${styleText('dim', sentence)}`);
  }

  #event(what: string, text = ''): void {
    const seconds = ((performance.now() - this.#stepStartedAt) / 1000).toFixed(1);
    this.#print(
      `   ${styleText('dim', `${seconds.padStart(5)} s`)}  ${this.#mark(what)} ${cleanLine(text)}`,
    );
  }

  #mark(what: string): string {
    return styleText(COLOURS.get(what) ?? 'blue', what.padEnd(14));
  }

  #print(line: string): void {
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

interface DemoFlags {
  /** `undefined`: none was given. */
  readonly url: string | undefined;
  readonly port: number;
  readonly once?: true | undefined;
}

async function tell(url: string, { once }: Pick<DemoFlags, 'once'>): Promise<void> {
  const capabilities = { elicitation: { form: {} } };
  await withClient({ url }, capabilities, async (client) => {
    await new Storyteller(client).tell(url, { leavesOrder: once !== true });
  });
  process.exitCode = ExitCode.done;
}

/**
 * Serves the example tools on a Temporal of their own, whatever the environment names: the examples have no business in
 * a namespace of somebody else.
 */
async function serveExamples(port: number, databasePath: string): Promise<Dev | undefined> {
  return startDev({
    host: DEFAULT_HOST,
    port,
    drainTime: DRAIN_MS,
    worker: true,
    manifestPaths: [PACKAGED_MANIFEST],
    secret: randomBytes(32),
    again: toTyped(['demo']),
    logger: createLogger({ LOG_LEVEL: 'error', ...process.env }),
    provideTemporal: async (signal) => {
      const namespace = 'default';
      const own = { isOwn: true, port: 0, namespace, databasePath };
      const local = await provideLocalTemporal({ ...own, report, signal });
      return { local, settings: { connection: { address: local.address }, namespace } };
    },
  });
}

async function tellAtOwnServer(flags: DemoFlags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-demo-'));
  try {
    const dev = await serveExamples(flags.port, join(folder, 'demo.db'));
    if (!dev) return;
    const { served, local, stops, ended } = dev;
    const told = tell(served.url, flags).then(async () => {
      if (flags.once) return;
      report(`Each task is a Workflow Execution: ${local.uiUrl}\nCtrl-C stops all of it.`);
      await ended;
    });
    await untilStopped(stops, Promise.race([told, ended]), DRAIN_MS);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function demo(flags: DemoFlags): Promise<void> {
  process.exitCode = ExitCode.interrupted;
  const { url = toLocalUrl(flags.port), port } = flags;
  const isThere = flags.url !== undefined || (await acceptsConnections(DEFAULT_HOST, port));
  await (isThere ? untilStopped([], tell(url, flags)) : tellAtOwnServer(flags));
}

export function createDemoCommand(): Command {
  const command = createCommand('demo')
    .addOption(
      urlOption('MCP server with the example tools, as "dev" serves them').conflicts('port'),
    )
    .addOption(portOption('where a server is looked for on this machine, else started'))
    .option('--once', 'leave no order to approve, and end');
  return addExamples(command, 'demo', 'demo --once', 'demo --url http://127.0.0.1:7500/mcp').action(
    async ({ url, ...flags }: DemoFlags) => {
      const isGiven = command.getOptionValueSource('url') === 'cli';
      await demo({ ...flags, url: isGiven ? url : undefined });
    },
  );
}
