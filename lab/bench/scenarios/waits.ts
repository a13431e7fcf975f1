import { setTimeout as pause } from 'node:timers/promises';

import { inParallel } from '../in-parallel.js';
import { Lags, startTasks } from '../lags.js';
import { connectHttp2025, connectHttp2026 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { type ProcessUsage, readUsage } from '../process-usage.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { percentile } from '../statistics.js';
import { type Cell, judge, type Judgement, type Row } from '../table.js';

const SETTLE_MS = 10_000;
const READS = 150;
const WAKE_UPS = 50;
const WAKE_UP_EVERY_MS = 100;
/** Up to this number of waits, the server uses Temporal's long polls. It looks at further tasks in turn. */
const LONG_POLLED = 800;
const COLUMNS = [
  'memory MiB',
  'CPU while all wait, %',
  'get p50/p95 before, ms',
  'get p50/p95 meanwhile, ms',
  'wake-up p50/p99, ms',
  'wake-up of the Temporal Client p50/p99, ms',
  'last of all that end at once, ms',
  'lost',
];

async function measureReads(peer: Peer, taskIds: readonly string[]): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const startedAtMs = performance.now();
    await peer.get(taskIds[index % taskIds.length] ?? '');
    samples.push(performance.now() - startedAtMs);
  }
  return samples;
}

function rawWait({ environment: { temporal } }: BenchContext, taskId: string): Promise<number> {
  const ended = temporal.workflow.getHandle(taskId).result();
  return ended.catch(() => undefined).then(() => performance.now());
}

/** Measurements of many waits in one process. */
interface Held {
  readonly usage: ProcessUsage;
  readonly cpuPercent: number;
  readonly readsBefore: readonly number[];
  readonly readsMeanwhile: readonly number[];
  readonly lags: readonly number[];
  readonly rawLags: readonly number[];
  readonly allLags: readonly number[];
}

async function measure(
  context: BenchContext,
  { peer, pid }: { readonly peer: Peer; readonly pid: number },
  count: number,
): Promise<Held> {
  const taskIds = await startTasks(context, count);
  const readsBefore = await measureReads(peer, taskIds);
  const lags = new Lags(context);
  await inParallel(taskIds, async (taskId) => {
    lags.expect(taskId, (await peer.waitFor(taskId)).endedAtMs);
  });
  const opened = await readUsage(pid);
  await pause(SETTLE_MS);
  const usage = await readUsage(pid);
  const readsMeanwhile = await measureReads(peer, taskIds);
  // First ends samples one after another, so that they don't slow each other; then all others at once.
  const step = Math.ceil(count / WAKE_UPS);
  const samples = taskIds.filter((_taskId, index) => index % step === 0);
  const raw = await startTasks(context, samples.length);
  for (const taskId of raw) lags.expect(taskId, rawWait(context, taskId));
  for (const [index, taskId] of samples.entries()) {
    for (const one of [taskId, raw[index] ?? '']) {
      await lags.end(one);
      await pause(WAKE_UP_EVERY_MS);
    }
  }
  await lags.settle(samples.length + raw.length);
  const rest = taskIds.filter((taskId) => !samples.includes(taskId));
  await inParallel(rest, async (taskId) => lags.end(taskId));
  await lags.settle(count + raw.length);
  return {
    usage,
    cpuPercent: ((usage.cpuMs - opened.cpuMs) / SETTLE_MS) * 100,
    readsBefore,
    readsMeanwhile,
    lags: lags.of(samples),
    rawLags: lags.of(raw),
    allLags: lags.of(taskIds),
  };
}

function judgeHeld(held: Held, count: number): Judgement[] {
  const reads = percentile(held.readsMeanwhile, 95) / percentile(held.readsBefore, 95);
  const later = percentile(held.lags, 50) - percentile(held.rawLags, 50);
  const news: Judgement =
    count <= LONG_POLLED
      ? judge(later, { of: 'wake-up later by (p50)', kind: 'at most', bound: 20, unit: 'ms' })
      : judge(percentile(held.lags, 99), {
          of: 'wake-up p99',
          kind: 'at most',
          bound: 2_000,
          unit: 'ms',
        });
  return [
    judge(held.usage.rssMiB, { of: 'memory', kind: 'at most', bound: 500, unit: 'MiB' }),
    judge(reads, { of: 'get p95, times as long', kind: 'at most', bound: 3 }),
    news,
    judge(count - held.allLags.length, { of: 'lost', kind: 'exactly', bound: 0 }),
  ];
}

function both(samples: readonly number[], high: number): string {
  return [50, high].map((percent) => percentile(samples, percent).toFixed(1)).join(' / ');
}

function toRow(name: string, held: Held, count: number): Row {
  const cells: Cell[] = [
    held.usage.rssMiB,
    held.cpuPercent,
    both(held.readsBefore, 95),
    both(held.readsMeanwhile, 95),
    both(held.lags, 99),
    both(held.rawLags, 99),
    percentile(held.allLags, 100),
    count - held.allLags.length,
  ];
  return { name, cells, judgements: judgeHeld(held, count) };
}

async function hold(
  context: BenchContext,
  connect: (url: string) => Promise<Peer> | Peer,
  count: number,
): Promise<Row> {
  const server = await context.environment.startServer();
  const peer = await connect(server.match);
  try {
    process.stderr.write(`  ${count} waits, ${peer.name} …\n`);
    // The first requests load and compile code.
    await measureReads(peer, await startTasks(context, 1));
    return toRow(
      `${count.toLocaleString('en-GB')}, ${peer.name}`,
      await measure(context, { peer, pid: server.pid }, count),
      count,
    );
  } finally {
    await peer.close();
    await server.stop();
  }
}

/** Measures the cost of many waits in one server process, and their effect on other requests. */
export const waits: Scenario = {
  name: 'waits',
  run: async (context) => {
    const rows: Row[] = [];
    for (const count of context.options.waits) {
      for (const connect of [connectHttp2025, connectHttp2026]) {
        rows.push(await hold(context, connect, count));
      }
    }
    return [
      {
        title: 'Waits in one process: `tasks/result` (2025-11-25), subscriptions (2026-07-28)',
        columns: COLUMNS,
        rows,
        notes: [
          `Each wait has its own task, in a new server process. ${WAKE_UPS} tasks end one after another, alternating with as many waits of the Temporal Client. Then all others end at once.`,
        ],
      },
    ];
  },
};
