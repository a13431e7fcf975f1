/**
 * `npm run bench`: what a task costs through this server, beside the raw calls of the Temporal Client that it comes
 * down to. Says how it was; asserts nothing, because times depend on the machine.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Command, InvalidArgumentError, Option } from 'commander';

import { untilStopped } from '../src/cli/until-stopped.js';
import { packageInfo } from '../src/config/package-info.js';

import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.js';
import { countRequests, type RequestCount } from './count-requests.js';
import { inspectProcess } from './inspect-process.js';
import { type ProcessResults, type ScenarioResult, toReport } from './report.js';
import { runScenario, type RunOptions } from './scenario.js';
import { scenarios } from './scenarios/index.js';
import { summarize } from './statistics.js';

const RESULTS = fileURLToPath(new URL('../../bench/results', import.meta.url));
const DEFAULT_ITERATIONS = 200;
const DEFAULT_WARM_UP = 20;

interface BenchFlags extends RunOptions {
  readonly scenario?: readonly string[];
}

interface BenchResults {
  readonly results: readonly ScenarioResult[];
  readonly requests: readonly RequestCount[];
  readonly processes: ProcessResults;
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('That is a whole number from 1 to 999999.');
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** How much ran on this machine, in the minute before. */
function readLoad(): number {
  return loadavg()[0] ?? 0;
}

async function measure(environment: BenchEnvironment, flags: BenchFlags): Promise<BenchResults> {
  const { server, worker, rawMcp } = environment;
  await rawMcp.request('tools/list', {});
  const idle = await inspectProcess(server.pid);
  const results: ScenarioResult[] = [];
  for (const scenario of scenarios) {
    if (flags.scenario && !flags.scenario.includes(scenario.name)) continue;
    say(`Measuring ${scenario.name} …`);
    const before = readLoad();
    const samples = await runScenario(scenario, environment, flags);
    results.push({ scenario, samples, load: [before, readLoad()] });
  }
  const after = await inspectProcess(server.pid);
  return {
    results,
    requests: await countRequests(environment),
    processes: { idle, after, worker: await inspectProcess(worker.pid) },
  };
}

/** Keeps all samples, so that another summary of them can be made later. */
async function keep({ results, requests, processes }: BenchResults): Promise<string> {
  const date = new Date().toISOString();
  const content = {
    date,
    version: packageInfo.version,
    node: process.versions.node,
    scenarios: results.map(({ scenario: { name, targetMs }, samples, load }) => ({
      name,
      targetMs,
      load,
      subjects: Object.entries(samples).map(([subject, samplesMs]) => ({
        subject,
        ...summarize(samplesMs),
        samplesMs: samplesMs.map((ms) => Number(ms.toFixed(3))),
      })),
    })),
    requests,
    processes,
  };
  await mkdir(RESULTS, { recursive: true });
  const path = join(RESULTS, `${date.replaceAll(':', '-')}.json`);
  await writeFile(path, `${JSON.stringify(content, undefined, 1)}\n`);
  return path;
}

async function bench(flags: BenchFlags): Promise<void> {
  const interruption = new AbortController();
  const starting = startBenchEnvironment(interruption.signal);
  const run = async (): Promise<void> => {
    const results = await measure(await starting, flags);
    const { iterations, warmUp } = flags;
    process.stdout.write(
      `\n${iterations} iterations after ${warmUp} to warm up\n\n` +
        `${toReport(results.results, results.requests, results.processes)}\n`,
    );
    say(`\nKept in ${await keep(results)}`);
  };
  const stop = async (): Promise<void> => {
    interruption.abort(new Error('Stopped.'));
    const environment = await starting.catch(() => undefined);
    await environment?.stop();
  };
  await untilStopped(
    [stop],
    run().catch((error: unknown) => {
      // What fails because it is being stopped has not failed.
      if (!interruption.signal.aborted) throw error;
    }),
  );
}

const names = scenarios.map(({ name }) => name);
const program = new Command('bench')
  .description('hold this server against the raw Temporal Client')
  .addOption(
    new Option('--iterations <number>', 'measurements of each kind')
      .default(DEFAULT_ITERATIONS)
      .argParser(parseCount),
  )
  .addOption(
    new Option('--warm-up <number>', 'measurements before those, thrown away')
      .default(DEFAULT_WARM_UP)
      .argParser(parseCount),
  )
  .addOption(new Option('--scenario <name...>', 'only these (default: all)').choices(names))
  .action(bench);

try {
  await program.parseAsync();
  // Keep-alive connections are all that is left open now.
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
