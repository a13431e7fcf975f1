import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import { connectTemporal } from '../../app/config/connect-temporal.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { type Choice, chooseWorkflows } from '../../core/survey/choose-workflows.js';
import type { NamespaceSurvey } from '../../core/survey/namespace-survey.js';
import { parseManifest } from '../../manifest/file/load-manifest.js';
import { explainError } from '../../temporal/check/finding.js';
import { surveyNamespace } from '../../temporal/survey/survey-namespace.js';
import { describeDraft, describeEmpty } from '../draft/describe-draft.js';
import { type DraftManifest, draftManifest } from '../draft/draft-manifest.js';
import { type TemporalFlags, toTemporalOptions } from '../options.js';

export interface InitFlags extends TemporalFlags {
  /** Path of the manifest; `-` is standard output. */
  readonly out: string;
  readonly stdout?: true;
  readonly force?: true;
  /** Workflow Types. Default: all. */
  readonly workflow?: string[];
  /** Task Queues. Default: all. */
  readonly taskQueue?: string[];
  readonly executions: number;
}

const YAML = /\.ya?ml$/i;

/** @throws {Error} If the file exists already, or its name does not end in `.yaml` or `.yml`. */
function checkPath(path: string, force: boolean): void {
  if (!YAML.test(path)) {
    throw new Error(`init writes YAML: name a file that ends in .yaml in place of ${path}.`);
  }
  if (force || !existsSync(path)) return;
  throw new Error(
    `${path} is there already, and is left as it is. Write another one with --out, look at it first with --stdout, or write over it with --force.`,
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
    throw new Error(`Temporal cannot be asked: ${explainError(error)}`, { cause: error });
  }
}

function draft(
  { namespace, hasOwnerAttribute }: NamespaceSurvey,
  { offered }: Choice,
): DraftManifest {
  const date = new Date().toISOString().slice(0, 10);
  const made = draftManifest(offered, { namespace, date, hasOwnerAttribute });
  // The draft has to be a valid manifest.
  parseManifest(made.text, { source: 'the manifest that init has made' });
  return made;
}

/**
 * Writes a manifest from recent executions of a namespace, and reports the found and omitted parts. It changes
 * nothing in Temporal, and overwrites no file. Sets the exit code to 1 if there was nothing to write.
 *
 * @throws {Error} When Temporal cannot be asked, or the file cannot be written.
 */
export async function init(flags: InitFlags): Promise<void> {
  const toStdout = flags.stdout === true || flags.out === '-';
  if (!toStdout) checkPath(flags.out, flags.force === true);
  const say = (line: string): void => {
    (toStdout ? process.stderr : process.stdout).write(`${line}\n`);
  };
  const found = await survey(flags);
  const choice = chooseWorkflows(found, flags.workflow);
  if (choice.offered.length === 0) {
    describeEmpty(found, choice, flags).forEach(say);
    process.exitCode = 1;
    return;
  }
  const made = draft(found, choice);
  describeDraft(found, choice, made).forEach(say);
  if (toStdout) {
    process.stdout.write(made.text);
    return;
  }
  await write(flags.out, made.text, flags.force === true);
  say(
    `\nWrote ${flags.out}. Go through it, then: temporal-mcp-tasks check${flags.out === 'mcp-tasks.yaml' ? '' : ` --manifest ${flags.out}`}`,
  );
}
