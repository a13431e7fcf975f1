import { groupBy } from './audit/group-by.js';
import type { ChaosResult } from './run-chaos.js';
import type { Inflicted } from './world/inflict.js';

const SHOWN_OF_EACH = 10;
/** Log lines may contain a stack trace. */
const TROUBLE_WIDTH = 240;
const NAME_WIDTH = 28;
const COLUMN_WIDTH = 10;

/**
 * Returns the time from a fault's end to the next acknowledged call, in milliseconds; `undefined` if no call followed.
 */
export function toRecoveryMs(
  { healedMs }: Inflicted,
  acknowledgedAt: readonly number[],
): number | undefined {
  const next = acknowledgedAt.find((ms) => ms >= healedMs);
  return next === undefined ? undefined : next - healedMs;
}

/** Makes the figures of a run, for JSON. */
export function toFigures(result: ChaosResult): Readonly<Record<string, unknown>> {
  const { plan, logbook, inflicted, violations, troubles, settledMs } = result;
  const { journal, methods, acknowledgedAt } = logbook;
  const byKind = [...groupBy(inflicted, ({ fault }) => fault.kind)];
  const recoveries = inflicted.flatMap((one) => toRecoveryMs(one, acknowledgedAt) ?? []);
  return {
    plan,
    tasks: journal.creates.filter(({ taskId }) => taskId !== undefined).length,
    unknownStarts: journal.creates.filter(({ taskId }) => taskId === undefined).length,
    errands: result.errands,
    executions: result.executions,
    attempts: result.attempts,
    jobs: result.jobs,
    answers: journal.answers.length,
    declines: result.declines,
    cancellations: journal.cancellations.length,
    views: journal.views.length,
    trespasses: journal.trespasses.length,
    faults: Object.fromEntries(byKind.map(([kind, faults]) => [kind, faults.length])),
    requests: Object.fromEntries(methods),
    longestRecoveryMs: Math.max(0, ...recoveries),
    settledMs,
    violations,
    troubles,
  };
}

function row(name: string, cells: readonly (string | number)[]): string {
  const columns = cells.map((cell) => String(cell).padStart(COLUMN_WIDTH)).join('');
  return `  ${name.padEnd(NAME_WIDTH)}${columns}`;
}

function toList(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function toRequestLines({ logbook }: ChaosResult): string[] {
  const rows = [...logbook.methods].map(([method, { outcomes, longestMs }]) =>
    row(method, [outcomes.answered, outcomes.refused, outcomes.lost, outcomes.overdue, longestMs]),
  );
  return [row('requests', ['answered', 'refused', 'lost', 'overdue', 'max ms']), ...rows];
}

function toViolationLines({ violations }: ChaosResult): string[] {
  if (violations.length === 0) return ['Every promise was kept.'];
  return [...groupBy(violations, ({ promise }) => promise)].flatMap(([promise, broken]) => [
    `BROKEN: ${promise} (${broken.length})`,
    ...broken.slice(0, SHOWN_OF_EACH).map(({ what }) => `  ${what}`),
  ]);
}

/** Makes the report of a run, as text. */
export function toReport(result: ChaosResult): string {
  const { plan, inflicted, logbook, troubles, settledMs } = result;
  const { journal, acknowledgedAt } = logbook;
  const tasks = journal.creates.filter(({ taskId }) => taskId !== undefined).length;
  const faults = [...groupBy(inflicted, ({ fault }) => fault.kind)].map(([kind, same]) => {
    const recoveries = same.flatMap((one) => toRecoveryMs(one, acknowledgedAt) ?? []);
    return row(kind, [same.length, Math.max(0, ...recoveries)]);
  });
  return [
    `Seed ${plan.seed}: ${result.errands} errands, ${tasks} tasks, ${result.executions} executions, ` +
      `${journal.answers.length} answers, ${result.declines} declines in time, ${journal.cancellations.length} cancellations`,
    '',
    row('faults', ['times', 'ms to call']),
    ...faults,
    '',
    ...toRequestLines(result),
    '',
    ...Object.entries(result.jobs).map(([name, counts]) => `Jobs, ${name}: ${toList(counts)}`),
    `The last client was done ${(settledMs / 1_000).toFixed(1)} s after the end of the faults.`,
    ...troubles.slice(0, SHOWN_OF_EACH).map((line) => `Trouble: ${line.slice(0, TROUBLE_WIDTH)}`),
    ...toViolationLines(result),
  ].join('\n');
}
