import { availableParallelism } from 'node:os';

import type { RequestCount } from './count-requests.js';
import type { ProcessFacts } from './inspect-process.js';
import { type Samples, type Scenario, Subject } from './scenario.js';
import { type Summary, summarize } from './statistics.js';

/** Resident memory that a serving process is meant to stay below while idle, in megabytes. */
export const TARGET_RSS_MB = 150;

const NAME_WIDTH = 32;
const COLUMN_WIDTH = 10;
const HEADINGS = ['p50 ms', 'p99 ms', 'p50 diff', 'p99 diff', 'p50 ratio', 'p99 ratio'];

/** What one scenario came to. */
export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly samples: Samples;
  /** The machine's load average of the minute before, and after it. */
  readonly load: readonly [before: number, after: number];
}

/** What the processes looked like. */
export interface ProcessResults {
  /** The serving process before it has done anything but list its tools. */
  readonly idle: ProcessFacts | undefined;
  /** The same after all scenarios. */
  readonly after: ProcessFacts | undefined;
  /** The worker: it does load the native core, so it shows that one would be seen. */
  readonly worker: ProcessFacts | undefined;
}

function row(name: string, cells: readonly string[], remark = ''): string {
  const columns = cells.map((cell) => cell.padStart(COLUMN_WIDTH)).join('');
  return `${name.padEnd(NAME_WIDTH)}${columns}  ${remark}`.trimEnd();
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

function signed(ms: number): string {
  return `${ms < 0 ? '' : '+'}${ms.toFixed(2)}`;
}

function compare(summary: Summary, raw: Summary): string[] {
  return [
    signed(summary.p50 - raw.p50),
    signed(summary.p99 - raw.p99),
    (summary.p50 / raw.p50).toFixed(2),
    (summary.p99 / raw.p99).toFixed(2),
  ];
}

function toScenarioLines({ scenario, samples, load }: ScenarioResult): string[] {
  const raw = summarize(samples[Subject.temporal]);
  const rows = Object.values(Subject).map((subject) => {
    const summary = summarize(samples[subject]);
    const own = [summary.p50.toFixed(2), summary.p99.toFixed(2)];
    if (subject === Subject.temporal) return row(`  ${subject}`, own);
    const isMeasured = subject === Subject.server;
    const isMet = summary.p50 - raw.p50 <= scenario.targetMs;
    const remark = `p50 diff at most ${scenario.targetMs}: ${verdict(isMet)}`;
    return row(`  ${subject}`, [...own, ...compare(summary, raw)], isMeasured ? remark : '');
  });
  const loads = load.map((value) => value.toFixed(1)).join(' to ');
  return [`${scenario.name}: ${scenario.description} (load ${loads})`, ...rows];
}

/** Said where something else kept the machine busy: times are longer then, and differences too. */
function toNoiseLines(results: readonly ScenarioResult[]): string[] {
  const cpus = availableParallelism();
  const isBusy = results.some(({ load }) => Math.max(...load) > cpus);
  return isBusy ? [`More was running than ${cpus} CPUs can do at once: expect noise.`, ''] : [];
}

function toRequestLine({ what, requests, target }: RequestCount): string {
  const remark = `${target} wanted: ${verdict(requests.length === target)}`;
  return `${row(`  ${what}`, [String(requests.length)], remark)}  ${requests.join(', ')}`.trimEnd();
}

function toProcessLines({ idle, after, worker }: ProcessResults): string[] {
  if (!idle || !after || !worker) return ['Processes: not looked at (no /proc on this system)'];
  const isSmall = idle.rssMb < TARGET_RSS_MB;
  const memory = `below ${TARGET_RSS_MB} wanted: ${verdict(isSmall)}`;
  const core = `native core not loaded: ${verdict(!after.hasNativeCore)}`;
  const control = `native core ${worker.hasNativeCore ? 'loaded, as it must be' : 'NOT SEEN'}`;
  return [
    'Processes: resident memory, MB',
    row('  serve, idle', [idle.rssMb.toFixed(0)], memory),
    row('  serve, after all this', [after.rssMb.toFixed(0)], core),
    row('  worker', [worker.rssMb.toFixed(0)], control),
  ];
}

/** The figures of a run, as a table for people. */
export function toReport(
  results: readonly ScenarioResult[],
  requests: readonly RequestCount[],
  processes: ProcessResults,
): string {
  return [
    ...toNoiseLines(results),
    row('', HEADINGS, 'target'),
    ...results.flatMap((result) => [...toScenarioLines(result), '']),
    'Temporal requests behind one request',
    ...requests.map(toRequestLine),
    '',
    ...toProcessLines(processes),
  ].join('\n');
}
