/**
 * `npm run capacity`: what so many tasks ask for, what runs out first, what is done about it, and whether that holds when it
 * is played. Calculates; measures nothing, and needs no Temporal.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { Command, InvalidArgumentError, Option } from 'commander';

import { toPlan } from './model/plan.js';
import { type ServiceName, services } from './model/service.js';
import { DEFAULT_WORKLOAD, type TaskProfile, type Workload } from './model/workload.js';
import { toReport } from './report.js';
import { fillTables } from './tables/document-tables.js';

const DOCUMENT = fileURLToPath(new URL('../../docs/capacity.md', import.meta.url));
const MOST = 1_000_000_000_000;

interface CapacityFlags extends Omit<Workload, 'profile'>, TaskProfile {
  readonly service: ServiceName;
  readonly seed: number;
  readonly seconds: number;
  readonly writeDocument?: boolean;
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= MOST) return value;
  throw new InvalidArgumentError(`That is a number from 0 to ${MOST}.`);
}

function parsePositive(text: string): number {
  const value = parseNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('That is a number above 0.');
}

function parseCount(text: string): number {
  const value = parsePositive(text);
  if (Number.isInteger(value)) return value;
  throw new InvalidArgumentError('That is a whole number above 0.');
}

function parseShare(text: string): number {
  const value = parseNumber(text);
  if (value <= 1) return value;
  throw new InvalidArgumentError('That is a number from 0 to 1.');
}

function option<Value>(
  flags: string,
  description: string,
  rule: [Value, (text: string) => Value],
): Option {
  return new Option(flags, description).default(rule[0]).argParser(rule[1]);
}

async function run(flags: CapacityFlags): Promise<void> {
  if (flags.writeDocument) {
    await writeFile(DOCUMENT, fillTables(await readFile(DOCUMENT, 'utf8')));
    return;
  }
  const { activities, timers, memoUpdates, questions, heartbeats } = flags;
  const profile = { activities, timers, memoUpdates, questions, heartbeats };
  const plan = toPlan(services[flags.service], { ...flags, profile });
  process.stdout.write(`${toReport(plan, { seed: flags.seed, seconds: flags.seconds })}\n`);
}

const { profile, ...defaults } = DEFAULT_WORKLOAD;

await new Command('capacity')
  .description('what so many tasks ask for, what runs out first, and what to do')
  .addOption(option('--open-tasks <n>', 'tasks that are open', [defaults.openTasks, parseCount]))
  .addOption(option('--owners <n>', 'everybody who has tasks', [defaults.owners, parseCount]))
  .addOption(
    new Option('--service <name>', 'where they are')
      .choices(Object.keys(services))
      .default('cloud'),
  )
  .addOption(
    option('--lifetime-seconds <n>', 'how long one is open', [
      defaults.lifetimeSeconds,
      parsePositive,
    ]),
  )
  .addOption(
    option('--polled-share <0..1>', 'of which a client looks', [defaults.polledShare, parseShare]),
  )
  .addOption(
    option('--waited-share <0..1>', 'for which somebody waits', [defaults.waitedShare, parseShare]),
  )
  .addOption(
    option('--poll-interval-ms <n>', 'the tools’ `pollInterval`', [
      defaults.pollIntervalMs,
      parseCount,
    ]),
  )
  .addOption(
    option('--lists-per-owner-per-day <n>', 'lists asked for', [
      defaults.listsPerOwnerPerDay,
      parseNumber,
    ]),
  )
  .addOption(new Option('--limits-open-tasks', 'each start counts what is open').default(false))
  .addOption(
    option('--replica-memory-mib <n>', 'memory of a replica', [
      defaults.replicaMemoryMib,
      parsePositive,
    ]),
  )
  .addOption(option('--activities <n>', 'Activities of a task', [profile.activities, parseNumber]))
  .addOption(option('--timers <n>', 'timers of a task', [profile.timers, parseNumber]))
  .addOption(
    option('--memo-updates <n>', 'status and progress published', [
      profile.memoUpdates,
      parseNumber,
    ]),
  )
  .addOption(option('--questions <n>', 'questions of a task', [profile.questions, parseNumber]))
  .addOption(
    option('--heartbeats <n>', 'heartbeats that reach Temporal', [profile.heartbeats, parseNumber]),
  )
  .addOption(option('--seconds <n>', 'how long is played', [300, parsePositive]))
  .addOption(option('--seed <n>', 'what is played follows from it', [1, parseCount]))
  .option('--write-document', 'write the tables of docs/capacity.md instead')
  .action(run)
  .parseAsync();
