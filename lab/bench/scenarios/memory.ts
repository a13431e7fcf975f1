import { setTimeout as pause } from 'node:timers/promises';

import { times } from '../in-parallel.js';
import { connectHttp2025, connectHttp2026, connectStdio } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { readUsage } from '../process-usage.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { judge, type Row } from '../table.js';

const HELD = 400;
/** Number of objects before the measurement, so that code loaded once is not counted. */
const WARM_UP = 50;
const SETTLE_MS = 2_000;
const KIB_PER_MIB = 1_024;
/** Target for the resident memory of an idle server. */
const IDLE_MIB = 150;

/** Makes one wait, subscription or session. */
type Hold = (peer: Peer, url: string) => Promise<unknown>;

async function startTask(context: BenchContext): Promise<string> {
  return (await startRaw(context.environment, neverPolled(context.environment))).workflowId;
}

/** Returns a server's memory for each held object, in KiB: the growth of a new process, divided by {@link HELD}. */
async function measureHeld(
  context: BenchContext,
  connect: (url: string) => Promise<Peer> | Peer,
  hold: Hold,
): Promise<number> {
  const server = await context.environment.startServer();
  try {
    const peer = await connect(server.match);
    context.atEnd(peer.close);
    await times(WARM_UP, async () => hold(peer, server.match));
    await pause(SETTLE_MS);
    const before = await readUsage(server.pid);
    await times(HELD, async () => hold(peer, server.match));
    await pause(SETTLE_MS);
    const after = await readUsage(server.pid);
    return ((after.rssMiB - before.rssMiB) * KIB_PER_MIB) / HELD;
  } finally {
    await server.stop();
  }
}

async function measureHolding(context: BenchContext): Promise<Row[]> {
  const row = async (
    name: string,
    connect: (url: string) => Promise<Peer> | Peer,
    hold: Hold,
  ): Promise<Row> => ({ name, cells: [await measureHeld(context, connect, hold), 'KiB'] });
  const session: Hold = async (_peer, url) => {
    const peer = await connectHttp2025(url);
    context.atEnd(peer.close);
  };
  return [
    await row('a waiting `tasks/result` (2025-11-25)', connectHttp2025, async (peer) =>
      peer.waitFor(await startTask(context)),
    ),
    await row('a subscription to one task (2026-07-28)', connectHttp2026, async (peer) =>
      peer.watch(await startTask(context)),
    ),
    await row('a session (2025-11-25), and its open connection', connectHttp2025, session),
    await row(
      'a session with a standing stream, and both connections',
      connectHttp2025,
      async (_peer, url) => {
        const peer = await connectHttp2025(url);
        context.atEnd(peer.close);
        await peer.wire.stand();
      },
    ),
  ];
}

/** Measures resident memory, garbage included: idle, after other scenarios, and for each held object. */
export const memory: Scenario = {
  name: 'memory',
  run: async (context) => {
    const { environment, atEnd } = context;
    const server = await environment.startServer();
    atEnd(server.stop);
    const peer = await connectHttp2025(server.match);
    atEnd(peer.close);
    await peer.request('tools/list', {});
    const idle = await readUsage(server.pid);
    const worker = await readUsage(environment.worker.pid);
    const used = await readUsage(environment.server.pid);
    const stdio = await connectStdio(context);
    for (const { request } of stdio) await request('tools/list', {});
    const overStdio = await Promise.all(
      stdio.map(async ({ name, wire }): Promise<Row> => {
        const { rssMiB } = await readUsage(wire.pid ?? 0);
        return { name: `a process of \`serve\`: ${name}`, cells: [rssMiB, 'MiB'] };
      }),
    );
    const target = { of: 'memory', kind: 'at most', bound: IDLE_MIB, unit: 'MiB' } as const;
    const core = `MiB, native core ${used.hasNativeCore ? 'LOADED' : 'not loaded'}`;
    return [
      {
        title: 'Resident memory',
        columns: ['', ''],
        rows: [
          {
            name: '`serve --http`, idle',
            cells: [idle.rssMiB, 'MiB'],
            judgements: [judge(idle.rssMiB, target)],
          },
          { name: '`serve --http`, after the previous scenarios', cells: [used.rssMiB, core] },
          ...overStdio,
          { name: '`worker`', cells: [worker.rssMiB, 'MiB'] },
          ...(await measureHolding(context)),
        ],
        notes: [
          `Figures in KiB: growth of a separate process by ${HELD} of them, divided by ${HELD}.`,
        ],
      },
    ];
  },
};
