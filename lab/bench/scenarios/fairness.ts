import { createHash, randomBytes } from 'node:crypto';

import { TWO_PRINCIPALS_MANIFEST } from '../bench-environment.js';
import { connectHttp2025, connectHttp2026 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { type BenchContext, type Scenario, time } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge, type Row } from '../table.js';

/** Number of requests that the burst keeps open. */
const BURST = 200;
const READS = 300;
/** Number of reads where each takes longer: within the burst, and beside lists of tools. */
const READS_AMID = 60;
/** The bound is a share of a burst request's time, at the 95th percentile. */
const TARGET = { of: 'of the time of the burst, p95', kind: 'at most', bound: 0.25 } as const;
const TOKEN_BYTES = 32;

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Calls `act` repeatedly, {@link BURST} calls at a time, until stopped. */
function startBurst(act: () => Promise<unknown>): {
  readonly stop: () => Promise<readonly number[]>;
} {
  let isOver = false;
  const samples: number[] = [];
  const readOn = async (): Promise<void> => {
    while (!isOver) samples.push(await time(act));
  };
  const reading = Promise.all(Array.from({ length: BURST }, readOn));
  return {
    stop: async () => {
      isOver = true;
      await reading;
      return samples;
    },
  };
}

async function readOften({ get }: Peer, taskId: string, count = READS): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < count; index += 1) {
    samples.push(await time(async () => get(taskId)));
  }
  return samples;
}

/** Measures reads alone, beside another principal's burst, and within the own burst. */
async function measure(quiet: Peer, busy: Peer, name: string): Promise<Row[]> {
  const [ownTask, busyTask] = [
    await quiet.create('never_polled'),
    await busy.create('never_polled'),
  ];
  await readOften(quiet, ownTask);
  const alone = await readOften(quiet, ownTask);
  const besideAnother = startBurst(async () => busy.get(busyTask));
  const meanwhile = await readOften(quiet, ownTask);
  const burst = await besideAnother.stop();
  const besideOwn = startBurst(async () => busy.get(busyTask));
  const amid = await readOften(busy, busyTask, READS_AMID);
  await besideOwn.stop();
  const besideLists = startBurst(async () => busy.request('tools/list', {}));
  const beside = await readOften(quiet, ownTask, READS_AMID);
  const lists = await besideLists.stop();
  const row = (what: string, samples: readonly number[]): Row => ({
    name: `${name}: ${what}`,
    cells: [percentile(samples, 50), percentile(samples, 95), percentile(samples, 99)],
  });
  const part = percentile(meanwhile, 95) / percentile(burst, 95);
  return [
    row('alone', alone),
    { ...row('beside the burst of another', meanwhile), judgements: [judge(part, TARGET)] },
    row('beside the burst of the same principal', amid),
    row('the burst itself', burst),
    row('beside a burst of `tools/list` of another', beside),
    row('the burst of `tools/list` itself', lists),
  ];
}

async function connectBoth(
  { environment, atEnd }: BenchContext,
  connect: typeof connectHttp2025 | typeof connectHttp2026,
): Promise<[quiet: Peer, busy: Peer]> {
  const [quiet, busy] = [newToken(), newToken()];
  const { match: url, stop } = await environment.startServer(
    { BENCH_QUIET_SHA256: hashOf(quiet), BENCH_BUSY_SHA256: hashOf(busy) },
    TWO_PRINCIPALS_MANIFEST,
  );
  atEnd(stop);
  const peers = [
    await connect(url, { token: quiet }),
    await connect(url, { token: busy }),
  ] as const;
  for (const { close } of peers) atEnd(close);
  return [...peers];
}

/** Measures the effect of one principal's burst on another principal at the same server process. */
export const fairness: Scenario = {
  name: 'fairness',
  run: async (context) => {
    const rows: Row[] = [];
    for (const connect of [connectHttp2025, connectHttp2026]) {
      const [quiet, busy] = await connectBoth(context, connect);
      rows.push(...(await measure(quiet, busy, quiet.name)));
    }
    return [
      {
        title: '`tasks/get` of one principal beside the burst of another',
        columns: ['p50, ms', 'p95, ms', 'p99, ms'],
        rows,
        notes: [
          `The burst keeps ${BURST} requests open, so that the process is always busy; limits are off. The other principal sends ${READS} requests, one after another.`,
        ],
      },
    ];
  },
};
