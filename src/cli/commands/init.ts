import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, relative, sep } from 'node:path';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { connectTemporal } from '../../app/config/connect-temporal.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { explainError } from '../../check/finding.js';
import { toLine } from '../../core/value/quote.js';
import { type DraftManifest, draftManifest } from '../../init/draft-manifest.js';
import { type NamespaceSurvey, surveyNamespace } from '../../init/survey-namespace.js';
import { parseManifest } from '../../manifest/load/load-manifest.js';
import { createCommand } from '../create-command.js';
import { ExitCode } from '../exit-code.js';
import { answerStream } from '../keep-stdout.js';
import {
  addExamples,
  addTemporalFlags,
  DEFAULT_MANIFEST,
  listOption,
  type TemporalFlags,
  toTemporalOptions,
} from '../options.js';
import { printLine } from '../print-line.js';

interface InitFlags extends TemporalFlags {
  /** Path of the manifest; `-` is standard output. */
  readonly out: string;
  readonly stdout?: true | undefined;
  readonly force?: true | undefined;
  /** Workflow Types. Default: all. */
  readonly workflow?: string[] | undefined;
  /** Task Queues. Default: all. */
  readonly taskQueue?: string[] | undefined;
  readonly executions: number;
}

const DEFAULT_EXECUTIONS = 20;
const MAX_EXECUTIONS = 100;
const MAX_NAME_LENGTH = 100;
const YAML = /\.ya?ml$/i;

function parseCount(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_EXECUTIONS) return number;
  throw new InvalidArgumentError(`Write a number from 1 to ${MAX_EXECUTIONS}.`);
}

/** @throws {Error} If the file exists already, or its name does not end in `.yaml` or `.yml`. */
function checkPath(path: string, force: boolean): void {
  if (!YAML.test(path)) {
    throw new Error(`init writes YAML: name a file that ends in .yaml in place of ${path}.`);
  }
  if (force || !existsSync(path)) return;
  throw new Error(
    `${path} already exists and was not changed. Write another file with --out, print the manifest with --stdout, or overwrite the file with --force.`,
  );
}

/** @throws {Error} When the file cannot be written, or another program has created it meanwhile. */
async function write(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const reason = String((error as { readonly code?: unknown }).code ?? error);
    throw new Error(`${path} cannot be written (${reason}).`, { cause: error });
  }
}

/** @throws {Error} When Temporal cannot be asked, with Temporal's reason. */
async function survey(flags: InitFlags): Promise<NamespaceSurvey> {
  const settings = await loadTemporalSettings(toTemporalOptions(flags));
  const { client } = connectTemporal(settings);
  try {
    return await surveyNamespace(client, {
      types: flags.workflow,
      taskQueues: flags.taskQueue,
      limit: flags.executions,
    });
  } catch (error) {
    throw new Error(`The request to Temporal failed: ${explainError(error)}`, { cause: error });
  }
}

/** `3 executions`, `1 execution`. */
function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function describe(
  { namespace, offered, activities, leftOut, hasMore }: NamespaceSurvey,
  made: DraftManifest | undefined,
): { readonly lead?: string | undefined; readonly text: string }[] {
  const types = offered.length + leftOut.length;
  const none =
    types === 0
      ? 'nothing was written, since no execution was found. Start one, wait a second, and run this again; or name another --namespace, --address or --task-queue.'
      : 'nothing was written, since none of its Workflow Types can be offered as a tool.';
  return [
    {
      text: `Namespace ${namespace}: ${made ? `${count(types, 'Workflow Type')} in recent executions.` : none}`,
    },
    ...[...(made?.tools ?? [])].map(([tool, { type, executions, failures, taskQueue }]) => ({
      lead: 'offered   ',
      text: `${toLine(type, MAX_NAME_LENGTH)} as ${tool}: ${count(executions, 'execution')} read${failures === 0 ? '' : `, ${failures} left out that failed, timed out or ${failures === 1 ? 'was' : 'were'} terminated`}; Task Queue ${toLine(taskQueue.name, MAX_NAME_LENGTH)} (${count(taskQueue.pollers, 'Worker')})`,
    })),
    ...(made ? activities : []).map(({ type }) => ({
      lead: 'comment   ',
      text: `${toLine(type, MAX_NAME_LENGTH)}: an Activity, which can be a tool without a Workflow`,
    })),
    ...leftOut.map(({ type, reason }) => ({
      lead: 'left out  ',
      text: `${toLine(type, MAX_NAME_LENGTH)}: ${reason}`,
    })),
    ...(hasMore
      ? [
          {
            text: 'Not all Workflow Types were read, since there are too many: name some with --workflow.',
          },
        ]
      : []),
  ];
}

/** @param folder Where the file will be. */
function draft(namespace: NamespaceSurvey, folder: string): DraftManifest | undefined {
  if (namespace.offered.length === 0) return undefined;
  const drafted = draftManifest(namespace, {
    date: new Date().toISOString().slice(0, 10),
    toPackages: relative(folder, '.').replaceAll(sep, '/') || '.',
  });
  // The draft has to be a valid manifest.
  parseManifest(drafted.text, { source: 'the manifest that init has drafted' });
  return drafted;
}

async function init(flags: InitFlags): Promise<void> {
  const { out, force = false } = flags;
  const toStdout = flags.stdout === true || out === '-';
  if (!toStdout) checkPath(out, force);
  const namespace = await survey(flags);
  const drafted = draft(namespace, toStdout ? '.' : dirname(out));
  const report = toStdout ? process.stderr : process.stdout;
  for (const { text, ...lead } of describe(namespace, drafted))
    printLine(text, { ...lead, to: report });
  if (!drafted) {
    process.exitCode = ExitCode.error;
    return;
  }
  if (toStdout) {
    answerStream().write(drafted.text);
    return;
  }
  await write(out, drafted.text, force);
  const manifest = out === DEFAULT_MANIFEST ? '' : ` --manifest ${out}`;
  report.write(`\nWrote ${out}. Go through it, then: temporal-mcp-tasks check${manifest}\n`);
}

/**
 * `init`: writes a first manifest from recent executions of a namespace. It changes nothing in Temporal, and overwrites
 * no file. Sets the exit code to 1 if there was nothing to write.
 */
export function createInitCommand(): Command {
  const command = createCommand('init')
    .addOption(
      new Option('--out <path>', 'the manifest that is written; "-" is standard output').default(
        DEFAULT_MANIFEST,
      ),
    )
    .option('--stdout', 'write to standard output (the same as --out -)')
    .option('--force', 'overwrite an existing file')
    .addOption(
      listOption(
        '--workflow <type>',
        'this Workflow Type only, even if it has no Worker, or other Workflows start it',
      ),
    )
    .addOption(listOption('--task-queue <name>', 'what was started on this Task Queue only'))
    .addOption(
      new Option('--executions <number>', 'executions of each Workflow Type that are read')
        .default(DEFAULT_EXECUTIONS)
        .argParser(parseCount),
    );
  return addExamples(
    addTemporalFlags(command),
    'init',
    'init --stdout --workflow OrderWorkflow --workflow RefundWorkflow',
  ).action(init);
}
