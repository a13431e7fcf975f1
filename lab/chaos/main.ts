/**
 * `npm run chaos`: kills, freezes and cuts off all parts, again and again, while clients work. Then an
 * auditor checks every promise. Exits with 1 if one was broken.
 */
import { Command } from 'commander';

import {
  createCount,
  createMinutes,
  createSeed,
  runProgram,
  runStoppable,
  say,
} from './command-line.js';
import { toFigures, toReport } from './report.js';
import { type ChaosPlan, runChaos } from './run-chaos.js';
import { findGivenTemporal } from './world/given-temporal.js';

const MS_PER_MINUTE = 60_000;

interface ChaosFlags extends Omit<ChaosPlan, 'forMs' | 'temporalProcesses'> {
  readonly minutes: number;
  readonly json?: boolean;
}

/** Returns the flags that repeat the run. */
function toArguments({ seed, forMs, tasks, replicas, workers, clockAhead }: ChaosPlan): string {
  return `--seed ${seed} --minutes ${forMs / MS_PER_MINUTE} --tasks ${tasks} --replicas ${replicas} --workers ${workers} --clock-ahead ${clockAhead}`;
}

async function chaos({ minutes: forMs, json, ...size }: ChaosFlags): Promise<void> {
  const temporalProcesses = findGivenTemporal(process.env)?.pidFiles.length ?? 1;
  const plan: ChaosPlan = { ...size, forMs, temporalProcesses };
  say(`Repeat this plan: npm run chaos -- ${toArguments(plan)}`);
  await runStoppable(
    async (signal) => runChaos(plan, { signal, report: say }),
    (result) => {
      process.stdout.write(
        json ? `${JSON.stringify(toFigures(result), undefined, 1)}\n` : `\n${toReport(result)}\n`,
      );
      if (result.violations.length > 0) process.exitCode = 1;
    },
  );
}

const program = new Command('chaos')
  .description('kill, freeze and cut off all parts, and check every promise')
  .addOption(createMinutes('minutes with faults', 5))
  .addOption(createSeed())
  .addOption(createCount('--tasks <number>', 'number of concurrent tasks', 200))
  .addOption(createCount('--replicas <number>', 'servers behind the load balancer', 2))
  .addOption(createCount('--workers <number>', 'Workers', 2))
  .addOption(
    createCount('--clock-ahead <minutes>', 'minutes that one Worker of each kind is ahead', 0),
  )
  .option('--json', 'figures as JSON on standard output')
  .action(chaos);

await runProgram(program);
