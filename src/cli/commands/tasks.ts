import { Argument, Command, InvalidArgumentError, Option } from 'commander';

import type { AnswerFlags } from '../actions/tasks/answer-task.js';
import type { CancelFlags } from '../actions/tasks/cancel-task.js';
import type { GetFlags } from '../actions/tasks/get-task.js';
import type { ListFlags } from '../actions/tasks/list-tasks.js';
import type { WatchFlags } from '../actions/tasks/watch-task.js';
import { addTemporalFlags, listOption } from '../options.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const HELP = `
Where the tasks are:
  At a running server (--url), as whoever its token says: in TEMPORAL_MCP_TASKS_TOKEN, or in a file that
  TEMPORAL_MCP_TASKS_TOKEN_FILE or --token-file names. Default: TEMPORAL_MCP_TASKS_URL, or http://127.0.0.1:7400/mcp.
  Or straight at Temporal (--manifest), with the servers' manifest, Temporal and TEMPORAL_MCP_TASKS_SECRET: the tasks of
  whoever uses them without tokens, or of whomever --as names.

Exit codes:
  0 done, or the watched task has completed · 1 error · 2 wrong usage · 3 the watched task has failed
  4 it was cancelled · 5 it needs an answer, and nobody is at a terminal · 130 Ctrl-C: the task goes on

Examples:
  temporal-mcp-tasks tasks list --limit 10
  temporal-mcp-tasks tasks watch mcp-4k7… --no-ask
  temporal-mcp-tasks tasks answer mcp-4k7… --content '{"approve": true}'`;

function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`Write a number from 1 to ${MAX_LIMIT}.`);
}

/** Creates a command with the flags that name the server or Temporal. */
function createDeskCommand(name: string, description: string): Command {
  const command = new Command(name)
    .description(description)
    .option('--url <url>', 'MCP server')
    .option('--token-file <path>', 'file with the access token for it')
    .addOption(listOption('--manifest <path>', 'straight at Temporal: the manifest'))
    .option(
      '--as <file>',
      'straight at Temporal: whose tasks, by a token or by claims as JSON; - for standard input',
    );
  return addTemporalFlags(command).option('--json', 'print JSON').addHelpText('after', HELP);
}

const TASK = new Argument('<task>', 'ID of the task');

function createList(): Command {
  return createDeskCommand('list', 'list tasks, running ones first')
    .addOption(
      new Option('--limit <number>', 'how many at most')
        .default(DEFAULT_LIMIT)
        .argParser(parseLimit),
    )
    .action(async (flags: ListFlags) =>
      (await import('../actions/tasks/list-tasks.js')).listTasks(flags),
    );
}

function createGet(): Command {
  return createDeskCommand('get', 'show how a task stands, what it asks, and its result')
    .addArgument(TASK)
    .action(async (taskId: string, flags: GetFlags) =>
      (await import('../actions/tasks/get-task.js')).getTask(taskId, flags),
    );
}

function createWatch(): Command {
  return createDeskCommand(
    'watch',
    'watch a task to its end, and answer what it asks; with --json, a JSON object for each change',
  )
    .addArgument(TASK)
    .option('--no-ask', 'ask nobody: show questions, and wait for others to answer them')
    .action(async (taskId: string, flags: WatchFlags) =>
      (await import('../actions/tasks/watch-task.js')).watchTask(taskId, flags),
    );
}

function createAnswer(): Command {
  return createDeskCommand(
    'answer',
    'answer a question of a task; without an answer, it is asked here',
  )
    .addArgument(TASK)
    .option('--key <key>', 'which question (default: the only one)')
    .addOption(
      new Option(
        '--content <json>',
        'the fields of the form, as JSON; @FILE, or - for standard input',
      ).conflicts(['accept', 'decline', 'cancel']),
    )
    .addOption(new Option('--accept', 'accept what has no fields').conflicts(['decline', 'cancel']))
    .addOption(new Option('--decline', 'decline it').conflicts(['cancel']))
    .option('--cancel', 'dismiss it without a decision')
    .action(async (taskId: string, flags: AnswerFlags) =>
      (await import('../actions/tasks/answer-task.js')).answerTask(taskId, flags),
    );
}

function createCancel(): Command {
  return createDeskCommand('cancel', 'ask a task to stop')
    .addArgument(TASK)
    .option('--reason <text>', 'why, for its Workflow: straight at Temporal only')
    .action(async (taskId: string, flags: CancelFlags) =>
      (await import('../actions/tasks/cancel-task.js')).cancelTask(taskId, flags),
    );
}

/** `tasks`: operations of a person at a terminal, at a server or directly at Temporal. */
export function createTasksCommand(): Command {
  return new Command('tasks')
    .description('list, watch, answer and cancel tasks, at a server or straight at Temporal')
    .addHelpText('after', HELP)
    .addCommand(createList())
    .addCommand(createGet())
    .addCommand(createWatch())
    .addCommand(createAnswer())
    .addCommand(createCancel());
}
