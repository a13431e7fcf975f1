import type { Attempt, Evidence, Execution, Step } from './evidence.js';
import { groupBy } from './group-by.js';

const toKey = (token: string, step: number): string => `${token} step ${step}`;

/** Finds steps that a history schedules or completes more than once. */
function findInHistory({ token, steps }: Execution): string[] {
  return [...groupBy(steps, ({ step }) => step)].flatMap(([step, scheduled]) => {
    const completions = scheduled.flatMap((one) => one.completedByAttempts).length;
    return [
      ...(scheduled.length > 1
        ? [`${toKey(token, step)} was scheduled ${scheduled.length} times`]
        : []),
      ...(completions > 1 ? [`${toKey(token, step)} was completed ${completions} times`] : []),
    ];
  });
}

/**
 * Finds attempts that a Worker began twice, or after the attempt that completed the step. It compares attempt numbers,
 * not times: a frozen Worker may begin an attempt late, after Temporal has given it up.
 */
function findInWorkers(
  what: string,
  attempts: readonly Attempt[],
  step: Step | undefined,
): string[] {
  const numbers = attempts.map(({ attempt }) => attempt);
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  const last = step?.completedByAttempts[0] ?? Infinity;
  const after = numbers.filter((number) => number > last);
  return [
    ...twice.map((number) => `${what}: attempt ${number} began twice`),
    ...after.map((number) => `${what}: attempt ${number} began though ${last} had completed it`),
  ];
}

/** Finds finished Activities that ran again, by Temporal's histories and by the Workers' records. */
export function findRepeatedSteps({ executions, attempts }: Evidence): string[] {
  const steps = new Map(
    executions.flatMap(({ token, steps: all }) =>
      all.map((step) => [toKey(token, step.step), step] as const),
    ),
  );
  const ran = groupBy(attempts, ({ token, step }) => toKey(token, step));
  return [
    ...executions.flatMap(findInHistory),
    ...[...ran].flatMap(([key, same]) => findInWorkers(key, same, steps.get(key))),
  ];
}
