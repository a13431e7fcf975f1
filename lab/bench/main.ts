/**
 * `npm run bench`: the cost of a task through this server, compared with the raw calls of the Temporal Client. It
 * prints Markdown, writes JSON, and says which targets were met. It asserts nothing, because times depend on the
 * machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Command, InvalidArgumentError, Option } from 'commander';

import { packageInfo } from '../../src/app/config/package-info.js';
import { untilStopped } from '../../src/cli/until-stopped.js';

import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.js';
import { countVerdicts, toMarkdown } from './markdown.js';
import { type BenchOptions, runScenario } from './scenario.js';
import { scenarios } from './scenarios/index.js';
import type { Table } from './table.js';

const RESULTS = fileURLToPath(new URL('../../../lab/bench/results', import.meta.url));
const FULL_WAITS = [800, 2_000, 10_000];
const FULL_LISTED = 10_000;
const FULL_OWNERS = 2_000;

interface BenchFlags extends BenchOptions {
  readonly only?: readonly string[];
  readonly json?: string;
  readonly full?: true;
}

interface Measured {
  readonly scenario: string;
  readonly load: readonly [before: number, after: number];
  readonly seconds: number;
  readonly tables: readonly Table[];
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number from 1 to 999999.');
}

/** Parses an option with several values. Given values replace the default. */
function parseCounts(): (text: string) => number[] {
  const counts: number[] = [];
  return (text) => {
    counts.push(parseCount(text));
    return counts;
  };
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the load average of the last minute. */
function readLoad(): number {
  return loadavg()[0] ?? 0;
}

function describeMachine(): string {
  const [cpu] = cpus();
  const isOther = Boolean(process.env['TEMPORAL_ADDRESS']);
  const memoryGiB = (totalmem() / 1_024 ** 3).toFixed(0);
  return (
    `${new Date().toISOString().slice(0, 10)}, version ${packageInfo.version}, Node.js ${process.versions.node}, ` +
    `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${memoryGiB} GiB, ${process.platform}, ` +
    (isOther ? 'the Temporal Service of TEMPORAL_ADDRESS' : 'a dev server')
  );
}

/** Prints each table at once, so that a failure of a later scenario loses no result. */
async function measure(environment: BenchEnvironment, flags: BenchFlags): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const scenario of scenarios) {
    if (flags.only && !flags.only.includes(scenario.name)) continue;
    say(`Measuring ${scenario.name} …`);
    const before = readLoad();
    const startedAtMs = performance.now();
    const tables = await runScenario(scenario, environment, flags);
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    measured.push({ scenario: scenario.name, load: [before, readLoad()], seconds, tables });
    for (const table of tables) process.stdout.write(`${toMarkdown(table)}\n\n`);
  }
  return measured;
}

/** Saves all samples, so that another summary can be made later. */
async function keep(
  measured: readonly Measured[],
  { json, ...options }: BenchFlags,
): Promise<string> {
  const date = new Date().toISOString();
  const path = json ?? join(RESULTS, `${date.replaceAll(':', '-')}.json`);
  await mkdir(dirname(path), { recursive: true });
  const content = { date, machine: describeMachine(), options, measured };
  await writeFile(path, `${JSON.stringify(content, undefined, 1)}\n`);
  return path;
}

async function bench(given: BenchFlags): Promise<void> {
  const flags = given.full
    ? { ...given, waits: FULL_WAITS, listed: FULL_LISTED, owners: FULL_OWNERS }
    : given;
  const interruption = new AbortController();
  const starting = startBenchEnvironment(interruption.signal);
  const run = async (): Promise<void> => {
    const environment = await starting;
    process.stdout.write(`${describeMachine()}; ${flags.rounds} rounds.\n\n`);
    const measured = await measure(environment, flags);
    const tables = measured.flatMap((one) => one.tables);
    const loads = measured.flatMap(({ load }) => load);
    const load = `load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`;
    process.stdout.write(`${countVerdicts(tables)} (${load}).\n`);
    say(`\nSamples are in ${await keep(measured, flags)}`);
  };
  const stop = async (): Promise<void> => {
    interruption.abort(new Error('Stopped.'));
    const environment = await starting.catch(() => undefined);
    await environment?.stop();
  };
  await untilStopped(
    [stop],
    run().catch((error: unknown) => {
      // A failure caused by the stop is expected.
      if (!interruption.signal.aborted) throw error;
    }),
  );
}

const program = new Command('bench')
  .description('compare this server with the raw Temporal Client')
  .addOption(
    new Option('--rounds <number>', 'turns of each subject').default(15).argParser(parseCount),
  )
  .addOption(
    new Option('--clients <number...>', 'numbers of concurrent clients')
      .default([1, 16], '1 16')
      .argParser(parseCounts()),
  )
  .addOption(
    new Option('--waits <number...>', 'numbers of waits in one process')
      .default([200], '200')
      .argParser(parseCounts()),
  )
  .addOption(
    new Option('--listed <number>', 'number of tasks to list from')
      .default(1_000)
      .argParser(parseCount),
  )
  .addOption(
    new Option('--owners <number>', 'number of owners with webhooks')
      .default(100)
      .argParser(parseCount),
  )
  .option(
    '--full',
    `waits up to ${FULL_WAITS.at(-1)}, lists among ${FULL_LISTED} tasks, webhooks of ${FULL_OWNERS} owners`,
  )
  .addOption(
    new Option('--only <name...>', 'names of scenarios (default: all)').choices(
      scenarios.map(({ name }) => name),
    ),
  )
  .option('--json <file>', 'file for the samples (default: a new file in lab/bench/results)')
  .action(bench);

try {
  await program.parseAsync();
  // Only keep-alive connections are open now.
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
