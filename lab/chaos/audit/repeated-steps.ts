import type { Attempt, Evidence, Execution, Step } from './evidence.js';
import { groupBy } from './group-by.js';

const toKey = (token: string, step: number): string => `${token} step ${step}`;

/** A Workflow schedules each step once, and Temporal completes it once. */
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
 * What really ran of a step. One attempt may begin before the end of another that was given up, and late, in a Worker that
 * was frozen: it counts by its number.
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

/** An Activity that has finished is never run again, by Temporal's account and by that of the Workers. */
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
