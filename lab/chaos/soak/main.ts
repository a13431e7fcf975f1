/**
 * `npm run soak`: runs tasks, connects and disconnects without faults, for an hour by default. Reports the growth of
 * the server's memory, handles and listeners. Exits with 1 if one of them grows.
 */
import { Command } from 'commander';

import {
  createCount,
  createMinutes,
  createSeed,
  runProgram,
  runStoppable,
  say,
} from '../command-line.js';

import { runSoak, type SoakPlan, type SoakResult } from './run-soak.js';

interface SoakFlags extends Omit<SoakPlan, 'forMs'> {
  readonly minutes: number;
  readonly json?: boolean;
}

function toReport({ errands, visits, samples, growths, violations }: SoakResult): string {
  const lines = growths.map(
    ({ measure, from, to, perHour, isFlat }) =>
      `  ${measure.padEnd(12)}${from.toFixed(1).padStart(10)} → ${to.toFixed(1).padEnd(10)}` +
      `${perHour.toFixed(1).padStart(10)} an hour  ${isFlat ? 'flat' : 'GROWS'}`,
  );
  return [
    `${errands} errands, ${visits} connects and disconnects, ${samples.length} samples`,
    ...lines,
    ...violations.map(({ promise, what }) => `BROKEN: ${promise}: ${what}`),
  ].join('\n');
}

async function soak({ minutes: forMs, json, ...size }: SoakFlags): Promise<void> {
  const plan: SoakPlan = { ...size, forMs };
  await runStoppable(
    async (signal) => runSoak(plan, { signal, report: say }),
    (result) => {
      const { errands, visits, samples, growths, violations } = result;
      const figures = { plan, errands, visits, growths, violations, samples };
      process.stdout.write(
        json ? `${JSON.stringify(figures, undefined, 1)}\n` : `\n${toReport(result)}\n`,
      );
      const isWell = violations.length === 0 && growths.every(({ isFlat }) => isFlat);
      if (!isWell) process.exitCode = 1;
    },
  );
}

const program = new Command('soak')
  .description('run tasks, connects and disconnects, and check if the server grows')
  .addOption(createMinutes('minutes of the run', 60))
  .addOption(createSeed())
  .addOption(createCount('--tasks <number>', 'number of concurrent tasks', 30))
  .addOption(
    createCount('--visitors <number>', 'number of clients that connect and disconnect', 20),
  )
  .option('--json', 'figures as JSON on standard output')
  .action(soak);

await runProgram(program);
