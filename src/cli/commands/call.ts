/** `call`: one call of a tool, from a terminal. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Task } from '@modelcontextprotocol/sdk/experimental/tasks';
import {
  type CallToolResult,
  CallToolResultSchema,
  type ClientCapabilities,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { type Command, InvalidArgumentError, Option } from 'commander';

import { cleanLines, toCleanJson } from '../../app/config/clean-text.js';
import { createCommand } from '../create-command.js';
import { ExitCode } from '../exit-code.js';
import { answerStream } from '../keep-stdout.js';
import { addServerFlags, listAllTools, type ServerFlags, withClient } from '../mcp-client.js';
import { addExamples } from '../options.js';
import { printLine } from '../print-line.js';
import { readInput } from '../read-input.js';
import { TaskCalls } from '../task-calls.js';
import { askAtTerminal, createTerminal, type Terminal } from '../terminal-form.js';
import { toTyped } from '../this-program.js';

/** People answer when they can; this client gives up no request before them. The longest timer, in milliseconds. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

type Arguments = Readonly<Record<string, unknown>>;

interface CallFlags extends ServerFlags {
  readonly input?: string | undefined;
  readonly arg?: Arguments | undefined;
  readonly json?: true | undefined;
}

function parseArgument(text: string, before: unknown): Arguments {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new InvalidArgumentError('Write name=value.');
  return { ...(before as Arguments | undefined), [name]: value.join('=') };
}

async function findTool(client: Client, name: string): Promise<Tool> {
  const tools = await listAllTools(client);
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  const names = tools.map((tool) => tool.name).join(', ');
  throw new Error(`The server has no tool "${name}". Its tools: ${names}.`);
}

/** One call, whose status is on standard error. */
class Call {
  readonly #client: Client;
  readonly #terminal: Terminal;
  readonly #calls: TaskCalls;
  readonly #url: string;
  readonly #manifest: readonly string[] | undefined;
  #task: Task | undefined;
  #lastLine = '';
  #isAnswering = false;

  constructor(client: Client, terminal: Terminal, { url, manifest }: ServerFlags) {
    this.#client = client;
    this.#url = url;
    this.#manifest = manifest;
    this.#terminal = terminal;
    this.#calls = new TaskCalls(client, {
      limitMs: NO_TIMEOUT_MS,
      onReading: (task) => {
        this.#show(task);
        if (task.status === 'input_required') this.#bringQuestions(task);
      },
    });
  }

  get taskId(): string | undefined {
    return this.#task?.taskId;
  }

  /** Lets the person at the terminal answer what this call asks. */
  answerQuestions(): void {
    this.#calls.answerWith(async (params) => askAtTerminal(this.#terminal, params));
  }

  async run({ name, execution }: Tool, args: Arguments): Promise<CallToolResult> {
    if ((execution?.taskSupport ?? 'forbidden') === 'forbidden') {
      return this.#client.request(
        { method: 'tools/call', params: { name, arguments: args } },
        CallToolResultSchema,
        { timeout: NO_TIMEOUT_MS },
      );
    }
    this.#task = await this.#calls.start(name, args);
    this.#terminal.say(`task ${this.#task.taskId}`);
    return this.#calls.collect(await this.#calls.poll(this.#task));
  }

  /** The command that waits for the result of this call's task. */
  toResume(): string {
    const where = this.#manifest?.flatMap((path) => ['--manifest', path]) ?? ['--url', this.#url];
    return toTyped(['call', 'task_result', '--arg', `task_id=${this.taskId ?? ''}`, ...where]);
  }

  async cancel(): Promise<void> {
    if (this.#task) await this.#calls.cancel(this.#task);
  }

  /** A stream with the result is open only while the task asks, since it brings the question. */
  #bringQuestions(task: Task): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    const over = (): void => {
      this.#isAnswering = false;
    };
    this.#calls.collect(task).then(over, over);
  }

  #show({ status, statusMessage = '' }: Task): void {
    const line = statusMessage === '' ? status : `${status}: ${statusMessage}`;
    if (line !== this.#lastLine) this.#terminal.say(line);
    this.#lastLine = line;
  }
}

function toText(block: CallToolResult['content'][number]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `${block.name}: ${block.uri}`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : block.resource.uri;
    case 'image':
    case 'audio':
      return `(${block.type}, ${block.mimeType})`;
  }
}

function print(result: CallToolResult, { json }: CallFlags): void {
  const { content, structuredContent, isError = false } = result;
  if (json) answerStream().write(`${toCleanJson(result)}\n`);
  else if (content.length === 0) answerStream().write(`${toCleanJson(structuredContent ?? {})}\n`);
  else for (const block of content) answerStream().write(`${cleanLines(toText(block))}\n`);
  process.exitCode = isError ? ExitCode.error : ExitCode.done;
}

/** Leaves the end of the program to {@link leave}. */
async function untilExit(): Promise<never> {
  return new Promise(() => undefined);
}

/** Ends the program after Ctrl-C. A task continues unless the person says otherwise. */
async function leave(call: Call | undefined, terminal: Terminal, isAsked: boolean): Promise<never> {
  const { taskId } = call ?? {};
  if (call && taskId !== undefined) {
    const choice = isAsked ? await terminal.ask('Cancel the task, too? [y/N]') : '';
    if (/^y/i.test(choice)) {
      await call.cancel();
      terminal.say(`Task ${taskId} is being cancelled.`);
    } else {
      terminal.say(`Task ${taskId} keeps running. For its result: ${call.toResume()}`);
    }
  }
  process.exit(ExitCode.interrupted);
}

async function callTool(name: string, flags: CallFlags): Promise<void> {
  const input = flags.input === undefined ? {} : await readInput(flags.input);
  const args = { ...input, ...flags.arg };
  const canAsk = process.stdin.isTTY && process.stderr.isTTY;
  const leaving = new AbortController();
  let call: Call | undefined;
  const onInterrupt = (): void => {
    // The second Ctrl-C asks nothing.
    if (leaving.signal.aborted) process.exit(ExitCode.interrupted);
    leaving.abort();
    terminal.close();
    leave(call, createTerminal(onInterrupt), canAsk).catch((error: unknown) => {
      printLine((error as Error).message, { to: process.stderr });
      process.exit(ExitCode.error);
    });
  };
  const terminal = createTerminal(onInterrupt);
  process.on('SIGINT', onInterrupt);
  const capabilities: ClientCapabilities = canAsk ? { elicitation: { form: {}, url: {} } } : {};
  try {
    await withClient(flags, capabilities, async (client) => {
      const tool = await findTool(client, name);
      call = new Call(client, terminal, flags);
      if (canAsk) call.answerQuestions();
      const result = await call.run(tool, args);
      if (leaving.signal.aborted) await untilExit();
      print(result, flags);
    });
  } catch (error) {
    if (leaving.signal.aborted) await untilExit();
    if (!(error instanceof McpError)) throw error;
    throw new Error(error.message.replace(/^MCP error -?\d+: /, ''), { cause: error });
  } finally {
    terminal.close();
  }
}

/** `call TOOL`: calls a tool of a running server, or of a manifest, as a task where the tool allows it. */
export function createCallCommand(): Command {
  const command = createCommand('call')
    .argument('<tool>', 'name of the tool')
    .option('--input <json>', 'the arguments as JSON; @file reads a file, @- standard input')
    .addOption(
      new Option(
        '--arg <name=value>',
        'one argument; the server reads numbers and other JSON where no text is allowed; repeat it for several',
      ).argParser(parseArgument),
    )
    .option('--json', 'print the result as JSON');
  return addExamples(
    addServerFlags(command),
    'call generate_report --arg title=Report --arg pages=3',
    `call fulfill_order --input @order.json --manifest mcp-tasks.yaml`,
  ).action(callTool);
}
