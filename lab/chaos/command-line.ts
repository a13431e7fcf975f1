/** Shared parts of the commands `chaos` and `soak`. */
import { randomInt } from 'node:crypto';

import { type Command, InvalidArgumentError, Option } from 'commander';

import { untilStopped } from '../../src/cli/until-stopped.js';

const MS_PER_MINUTE = 60_000;
const LARGEST_SEED = 2 ** 31 - 1;
const MOST_MINUTES = 1_440;

function parseMinutes(text: string): number {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= MOST_MINUTES) return minutes * MS_PER_MINUTE;
  throw new InvalidArgumentError(`Give a number above 0, at most ${MOST_MINUTES}.`);
}

function parseCount(text: string, least: number): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= least) return Number(text);
  throw new InvalidArgumentError(`Give a whole number from ${least} to 9999.`);
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (/^\d{1,10}$/.test(text) && seed <= LARGEST_SEED) return seed;
  throw new InvalidArgumentError(`Give a whole number from 0 to ${LARGEST_SEED}.`);
}

/** `--minutes`, in milliseconds. */
export function createMinutes(description: string, byDefault: number): Option {
  return new Option('--minutes <number>', description)
    .default(byDefault * MS_PER_MINUTE, String(byDefault))
    .argParser(parseMinutes);
}

/** `--seed`. Default: a random one. */
export function createSeed(): Option {
  return new Option('--seed <number>', 'seed of the plan; the same seed repeats it')
    .default(randomInt(LARGEST_SEED), 'random')
    .argParser(parseSeed);
}

/** Creates a flag with a whole number, which may be 0 if that is its default. */
export function createCount(flags: string, description: string, byDefault: number): Option {
  const least = Math.min(byDefault, 1);
  return new Option(flags, description)
    .default(byDefault)
    .argParser((text: string) => parseCount(text, least));
}

/** Prints a line to standard error; standard output is for the figures. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs until done or until Ctrl-C, which aborts the run and waits until it has stopped its programs.
 *
 * @throws the run's error, unless the run was aborted
 */
export async function runStoppable<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  onResult: (result: Result) => void,
): Promise<void> {
  const interruption = new AbortController();
  const running = run(interruption.signal);
  const stop = async (): Promise<void> => {
    interruption.abort(new Error('Stopped.'));
    await running.catch(() => undefined);
  };
  await untilStopped(
    [stop],
    running.then(onResult).catch((error: unknown) => {
      // A failure caused by the stop is expected.
      if (!interruption.signal.aborted) throw error;
    }),
  );
}

/** Runs a command, then ends the process. */
export async function runProgram(program: Command): Promise<never> {
  try {
    await program.parseAsync();
    process.exit();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
