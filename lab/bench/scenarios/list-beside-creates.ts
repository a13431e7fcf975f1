import { randomBytes } from 'node:crypto';

import { LOCAL_OWNER } from '../../../src/core/person/owner.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { times } from '../in-parallel.js';
import { connectHttp2025 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import { type BenchContext, type Scenario, time } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge, type Row } from '../table.js';

const LISTERS = 6;
const CREATORS = 10;
const LISTED = 100;
const LASTS_MS = 20_000;
const SECRET_BYTES = 32;
const TARGET = { of: 'first page, p50', kind: 'at most', bound: 500, unit: 'ms' } as const;

/** Starts a server with its own secret, so that its owner has the tasks of this scenario only. */
async function connect({ environment, atEnd }: BenchContext): Promise<() => Promise<Peer>> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const server = await environment.startServer({ TEMPORAL_MCP_TASKS_SECRET: secret });
  atEnd(server.stop);
  const ownerTag = new TaskIdFactory(Buffer.from(secret)).ownerTag(LOCAL_OWNER);
  await times(LISTED, async () => startRaw(environment, { ...neverPolled(environment), ownerTag }));
  return async () => {
    const peer = await connectHttp2025(server.match);
    atEnd(peer.close);
    return peer;
  };
}

/** Calls `act` by all clients, again and again, for {@link LASTS_MS}. @returns Durations in milliseconds. */
async function repeat(
  clients: readonly Peer[],
  act: (peer: Peer) => Promise<unknown>,
): Promise<number[]> {
  const untilMs = performance.now() + LASTS_MS;
  const samples: number[] = [];
  const goOn = async (peer: Peer): Promise<void> => {
    while (performance.now() < untilMs) samples.push(await time(async () => act(peer)));
  };
  await Promise.all(clients.map(goOn));
  return samples;
}

/** Reads first pages by several clients of an owner, while other clients of the owner create tasks. */
export const listBesideCreates: Scenario = {
  name: 'list-beside-creates',
  run: async (context) => {
    const newPeer = await connect(context);
    const listers = await Promise.all(Array.from({ length: LISTERS }, newPeer));
    const creators = await Promise.all(Array.from({ length: CREATORS }, newPeer));
    const list = async ({ request }: Peer): Promise<unknown> => request('tasks/list', {});
    const create = async (peer: Peer): Promise<unknown> => peer.create('never_polled');
    const alone = await repeat(listers, list);
    const [beside, creates] = await Promise.all([repeat(listers, list), repeat(creators, create)]);
    const row = (name: string, samples: readonly number[]): Row => ({
      name,
      cells: [
        percentile(samples, 50),
        percentile(samples, 95),
        (samples.length / LASTS_MS) * 1_000,
      ],
    });
    return [
      {
        title: `\`tasks/list\` by ${LISTERS} clients of an owner, while ${CREATORS} other clients of the owner create tasks`,
        columns: ['p50, ms', 'p95, ms', 'calls a second'],
        rows: [
          row('lists, without creates', alone),
          {
            ...row('lists, with creates', beside),
            judgements: [judge(percentile(beside, 50), TARGET)],
          },
          row('creates', creates),
        ],
      },
    ];
  },
};
