/** `demo`: a client that works with the example tools as a host would, and tells what happens. */
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';

import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Task } from '@modelcontextprotocol/sdk/experimental/tasks';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Command } from 'commander';

import { cleanLine } from '../../app/config/clean-text.js';
import { createCommand } from '../create-command.js';
import { ExitCode } from '../exit-code.js';
import { listAllTools, urlOption, withClient } from '../mcp-client.js';
import { addExamples } from '../options.js';
import { TaskCalls } from '../task-calls.js';
import { untilStopped } from '../until-stopped.js';

/** Limit of each wait, in milliseconds. Every step takes less than half of it. */
const MAX_WAIT_MS = 45_000;
/** Time in which the person at this client reads a form and fills it in, in milliseconds. */
const FILL_IN_MS = 1_500;
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

  async tell(url: string): Promise<void> {
    const startedAt = performance.now();
    await this.#listTools(url);
    await this.#generateReport();
    await this.#approveOrder();
    await this.#cancelOrder();
    await this.#listTasks();
    await this.#leaveQuestion(new URL('/inbox', url));
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
    await this.#calls.poll(task, ({ statusMessage }) => statusMessage === 'Cancelled.');
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

  /** Leaves an order to the person who reads this, where the server has an inbox. */
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

async function demo({ url }: { readonly url: string }): Promise<void> {
  process.exitCode = ExitCode.interrupted;
  const capabilities = { elicitation: { form: {} } };
  const telling = withClient({ url }, capabilities, async (client) => {
    await new Storyteller(client).tell(url);
    process.exitCode = ExitCode.done;
  });
  await untilStopped([], telling);
}

export function createDemoCommand(): Command {
  const command = createCommand('demo').addOption(
    urlOption('MCP server with the example tools, as "dev" serves them'),
  );
  return addExamples(command, 'demo', 'demo --url http://127.0.0.1:7500/mcp').action(demo);
}
