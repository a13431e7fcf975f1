import { setTimeout as pause } from 'node:timers/promises';

import { inParallel } from '../in-parallel.js';
import { Lags, startTasks } from '../lags.js';
import { connectHttp2025 } from '../peers/connect.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge, type Row } from '../table.js';

const WAITS = 2_000;
/** The first run has half the rate: on two cores, Temporal may not end 100 executions a second. */
const WITHIN_MS = [40_000, 20_000];
const SETTLE_MS = 5_000;
const TARGET = {
  of: 'later than the end, p99',
  kind: 'at most',
  bound: 2_000,
  unit: 'ms',
} as const;

async function measure(context: BenchContext, withinMs: number): Promise<Row> {
  const { environment, atEnd } = context;
  const server = await environment.startServer();
  atEnd(server.stop);
  const peer = await connectHttp2025(server.match);
  atEnd(peer.close);
  const taskIds = await startTasks(context, WAITS);
  const lags = new Lags(context);
  await inParallel(taskIds, async (taskId) => {
    lags.expect(taskId, (await peer.waitFor(taskId)).endedAtMs);
  });
  await pause(SETTLE_MS);
  const startedAtMs = performance.now();
  const ends = taskIds.map(async (taskId, index) => {
    await pause((index / WAITS) * withinMs);
    await lags.end(taskId);
  });
  await Promise.all(ends);
  const tookS = (performance.now() - startedAtMs) / 1_000;
  await lags.settle(WAITS);
  const all = lags.of(taskIds);
  return {
    name: `${(WAITS * 1_000) / withinMs} ends a second wanted`,
    cells: [
      ...[50, 95, 99, 100].map((percent) => percentile(all, percent)),
      ...[WAITS - all.length, WAITS / tookS],
    ],
    judgements: [judge(percentile(all, 99), TARGET)],
  };
}

/** Measures the delay of answers after the ends of tasks, when tasks end one after another. */
export const waitsEnding: Scenario = {
  name: 'waits-ending',
  run: async (context) => {
    const rows: Row[] = [];
    for (const withinMs of WITHIN_MS) rows.push(await measure(context, withinMs));
    return [
      {
        title: `${WAITS} waits in one process whose tasks end one after another; 2025-11-25`,
        columns: ['p50, ms', 'p95, ms', 'p99, ms', 'last, ms', 'lost', 'ends a second'],
        rows,
      },
    ];
  },
};
