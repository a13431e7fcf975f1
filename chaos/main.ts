/**
 * `npm run chaos`: everything dies, freezes and is cut off, again and again, while clients do what clients do. Then an
 * auditor says whether every promise was kept. Exits with 1 where one was not.
 */
import { randomInt } from 'node:crypto';

import { Command, InvalidArgumentError, Option } from 'commander';

import { untilStopped } from '../src/cli/until-stopped.js';

import { toFigures, toReport } from './report.js';
import { type ChaosPlan, runChaos } from './run-chaos.js';

const MS_PER_MINUTE = 60_000;
const LARGEST_SEED = 2 ** 31 - 1;

interface ChaosFlags {
  readonly minutes: number;
  readonly seed: number;
  readonly tasks: number;
  readonly replicas: number;
  readonly workers: number;
  readonly json?: boolean;
}

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= 1_440) return minutes;
  throw new InvalidArgumentError('That is a number above 0, at most 1440.');
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('That is a whole number from 1 to 9999.');
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d{1,10}$/.test(text) && seed <= LARGEST_SEED) return seed;
  throw new InvalidArgumentError(`That is a whole number from 0 to ${LARGEST_SEED}.`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function chaos({ minutes, json, ...size }: ChaosFlags): Promise<void> {
  const plan: ChaosPlan = { ...size, forMs: minutes * MS_PER_MINUTE };
  say(
    `Seed ${plan.seed}. The same plan again: npm run chaos -- --minutes ${minutes} --seed ${plan.seed} --tasks ${plan.tasks} --replicas ${plan.replicas} --workers ${plan.workers}`,
  );
  const interruption = new AbortController();
  const running = runChaos(plan, { signal: interruption.signal, report: say });
  const run = async (): Promise<void> => {
    const result = await running;
    process.stdout.write(
      json ? `${JSON.stringify(toFigures(result), undefined, 1)}\n` : `\n${toReport(result)}\n`,
    );
    if (result.violations.length > 0) process.exitCode = 1;
  };
  const stop = async (): Promise<void> => {
    interruption.abort(new Error('Stopped.'));
    await running.catch(() => undefined);
  };
  await untilStopped(
    [stop],
    run().catch((error: unknown) => {
      // What fails because it is being stopped has not failed.
      if (!interruption.signal.aborted) throw error;
    }),
  );
}

const count = (flags: string, description: string, byDefault: number): Option =>
  new Option(flags, description).default(byDefault).argParser(parseCount);

const program = new Command('chaos')
  .description('kill, freeze and cut off everything, and see whether every promise is kept')
  .addOption(
    new Option('--minutes <number>', 'how long things go wrong').default(5).argParser(parseMinutes),
  )
  .addOption(
    new Option('--seed <number>', 'what is done when follows from it')
      .default(randomInt(LARGEST_SEED), 'a new one')
      .argParser(parseSeed),
  )
  .addOption(count('--tasks <number>', 'how many tasks are under way at a time', 200))
  .addOption(count('--replicas <number>', 'servers behind the load balancer', 2))
  .addOption(count('--workers <number>', 'Workers', 2))
  .option('--json', 'figures as JSON on standard output')
  .action(chaos);

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
