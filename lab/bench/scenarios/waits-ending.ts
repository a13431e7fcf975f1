import { setTimeout as pause } from 'node:timers/promises';

import { inParallel } from '../in-parallel.js';
import { Lags, startTasks } from '../lags.js';
import { connectHttp2025 } from '../peers/connect.js';
import type { Scenario } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge } from '../table.js';

const WAITS = 2_000;
const WITHIN_MS = 20_000;
const SETTLE_MS = 5_000;
const TARGET = {
  of: 'later than the end, p99',
  kind: 'at most',
  bound: 2_000,
  unit: 'ms',
} as const;

/** How much later than the ends of their tasks waits are answered, when the tasks end one after another within 20 s. */
export const waitsEnding: Scenario = {
  name: 'waits-ending',
  run: async (context) => {
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
      await pause((index / WAITS) * WITHIN_MS);
      await lags.end(taskId);
    });
    await Promise.all(ends);
    const tookS = (performance.now() - startedAtMs) / 1_000;
    await lags.settle(WAITS);
    const all = lags.of(taskIds);
    return [
      {
        title: `${WAITS} waits in one process whose tasks end within ${WITHIN_MS / 1_000} s`,
        columns: ['p50, ms', 'p95, ms', 'p99, ms', 'last, ms', 'lost', 'ended within, s'],
        rows: [
          {
            name: peer.name,
            cells: [
              ...[50, 95, 99, 100].map((percent) => percentile(all, percent)),
              ...[WAITS - all.length, tookS],
            ],
            judgements: [judge(percentile(all, 99), TARGET)],
          },
        ],
      },
    ];
  },
};
