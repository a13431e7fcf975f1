import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { SpawnedProgram } from '../../../src/cli/demo/spawn-program.js';
import { TaskIdFactory } from '../../../src/temporal/start/task-id-factory.js';
import { createGrants } from '../../fixtures/grant-subscription.js';
import { EVENTS_MANIFEST } from '../bench-environment.js';
import { type EventReceiver, Lateness, startEventReceiver } from '../event-receiver.js';
import { inParallel, times } from '../in-parallel.js';
import { connectHttp2026 } from '../peers/connect.js';
import type { Peer } from '../peers/peer.js';
import { readUsage } from '../process-usage.js';
import { neverPolled, startRaw } from '../raw-temporal.js';
import type { BenchContext, Scenario } from '../scenario.js';
import { percentile } from '../statistics.js';
import { judge, type Row } from '../table.js';

const SECRET_BYTES = 32;
const FEW_OWNERS = 10;
const ENDS = 60;
const END_EVERY_MS = 1_000;
/** Time until simultaneous starts have settled, in milliseconds. */
const SETTLE_MS = 20_000;
const BURST = 200;
/** The owner's name that the server makes for the manifest's principal. */
const PRINCIPAL = JSON.stringify(['static', 'bench']);
const NAME = 'task.finished';

const LATE_COLUMNS = ['p50, ms', 'p99, ms', 'last, ms', 'lost', 'doubled'];
const late = (boundMs: number) =>
  ({ of: 'lateness p99', kind: 'at most', bound: boundMs, unit: 'ms' }) as const;

interface Told {
  readonly samples: readonly number[];
  readonly lost: number;
  readonly doubled: number;
}

async function toTold(lateness: Lateness, taskIds: readonly string[]): Promise<Told> {
  const samples = await lateness.of(taskIds);
  return { samples, lost: taskIds.length - samples.length, doubled: lateness.doubled };
}

function toRow(name: string, { samples, lost, doubled }: Told, boundMs: number): Row {
  if (samples.length === 0) return { name, cells: [undefined, undefined, undefined, lost, 0] };
  const [p50, p99, last] = [50, 99, 100].map((percent) => percentile(samples, percent));
  return {
    name,
    cells: [p50, p99, last, lost, doubled],
    judgements: [
      judge(p99 ?? 0, late(boundMs)),
      judge(lost, { of: 'lost', kind: 'exactly', bound: 0 }),
    ],
  };
}

/** Starts a `deliver` process until the scenario ends. */
async function startDelivery(
  { environment, atEnd }: BenchContext,
  secret: string,
): Promise<{ readonly program: SpawnedProgram; readonly calls: () => number }> {
  let calls = 0;
  const program = await environment.startDelivery(secret, (line) => {
    calls = Number(/visibility calls: (\d+)/.exec(line)?.[1] ?? calls);
  });
  atEnd(program.stop);
  return { program, calls: () => calls };
}

async function endRaw({ environment }: BenchContext, taskId: string): Promise<void> {
  await environment.temporal.workflow.getHandle(taskId).terminate('enough');
}

/** Ends all subscriptions, so that the next measurement has no other deliveries. */
async function endSubscriptions({ environment: { temporal } }: BenchContext): Promise<void> {
  const ids: string[] = [];
  const query = "WorkflowId STARTS_WITH 'mcpsub-' AND ExecutionStatus = 'Running'";
  for await (const { workflowId } of temporal.workflow.list({ query })) ids.push(workflowId);
  await inParallel(ids, async (id) =>
    temporal.workflow
      .getHandle(id)
      .terminate('enough')
      .catch(() => undefined),
  );
}

/** Gives each owner a subscription, then ends one task a second. */
async function measureOwners(
  context: BenchContext,
  { url, lateness }: EventReceiver,
  count: number,
): Promise<Row> {
  const { environment } = context;
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const ids = new TaskIdFactory(Buffer.from(secret));
  const { program, calls } = await startDelivery(context, secret);
  const grant = createGrants(environment.temporal, Buffer.from(secret));
  const owners = Array.from({ length: count }, (_none, index) => `owner-${index}`);
  await inParallel(owners, async (owner) => grant({ owner, url: `${url}${owner}` }));
  const endOne = async (owner = ''): Promise<string> => {
    const start = { ...neverPolled(environment), ownerTag: ids.ownerTag(owner) };
    const { workflowId } = await startRaw({ ...environment, ids }, start);
    await endRaw(context, workflowId);
    return workflowId;
  };
  // All subscriptions have begun once the last owner receives an event.
  await lateness.of([await endOne(owners.at(-1))]);
  await pause(SETTLE_MS);
  const [callsBefore, before, startedAtMs] = [
    calls(),
    await readUsage(program.pid),
    performance.now(),
  ];
  const taskIds: string[] = [];
  for (let index = 0; index < ENDS; index += 1) {
    taskIds.push(await endOne(owners[Math.floor((index * count) / ENDS) % count]));
    await pause(END_EVERY_MS);
  }
  const told = await toTold(lateness, taskIds);
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const usage = await readUsage(program.pid);
  const row = toRow(`${count.toLocaleString('en-GB')} owners`, told, 5_000);
  await program.stop();
  await endSubscriptions(context);
  return {
    ...row,
    cells: [
      ...row.cells,
      (calls() - callsBefore) / seconds,
      (usage.cpuMs - before.cpuMs) / seconds / 10,
      usage.rssMiB,
    ],
  };
}

/** Measures webhooks of many owners: the delay of each event, and the calls to Temporal. */
export const webhooks: Scenario = {
  name: 'webhooks',
  run: async (context) => {
    const receiver = await startEventReceiver();
    context.atEnd(receiver.close);
    const rows: Row[] = [];
    for (const count of new Set([FEW_OWNERS, context.options.owners])) {
      process.stderr.write(`  ${count} owners …\n`);
      rows.push(await measureOwners(context, receiver, count));
    }
    return [
      {
        title:
          'Webhooks of many owners with a subscription each: time from the end of a task to its POST',
        columns: [...LATE_COLUMNS, 'visibility calls a second', 'CPU, %', 'memory, MiB'],
        rows,
        notes: [
          `One \`deliver\` process serves all owners. ${ENDS} tasks end, one a second, each of another owner if there are enough. Times count from the close time in Temporal.`,
        ],
      },
    ];
  },
};

/** Polls at the interval that the server asks for, until the signal aborts. */
async function poll(peer: Peer, lateness: Lateness, signal: AbortSignal): Promise<void> {
  let cursor: unknown = null;
  while (!signal.aborted) {
    const answer = await peer.request('events/poll', { name: NAME, arguments: {}, cursor });
    for (const { data } of answer['events'] as readonly { readonly data: unknown }[]) {
      lateness.note(data);
    }
    ({ cursor } = answer);
    await pause(Number(answer['nextPollMs']), undefined, { signal }).catch(() => undefined);
  }
}

async function listen(peer: Peer, lateness: Lateness): Promise<() => void> {
  const stop = peer.wire.listen(({ method, params }) => {
    if (method === 'notifications/events/event') lateness.note(params?.['data']);
  });
  const stream = await peer.wire.open('events/stream', { name: NAME, arguments: {} });
  return () => {
    stop();
    stream.leave();
  };
}

async function endBurst(context: BenchContext): Promise<Row[]> {
  const { environment, atEnd } = context;
  const token = randomBytes(SECRET_BYTES).toString('hex');
  const hash = createHash('sha256').update(token).digest('hex');
  const server = await environment.startServer({ BENCH_TOKEN_SHA256: hash }, EVENTS_MANIFEST);
  atEnd(server.stop);
  await startDelivery(context, environment.secret);
  const receiver = await startEventReceiver();
  atEnd(receiver.close);
  const grant = createGrants(environment.temporal, Buffer.from(environment.secret));
  await grant({ owner: PRINCIPAL, url: receiver.url });
  const [polling, streaming] = [
    connectHttp2026(server.match, { token }),
    connectHttp2026(server.match, { token }),
  ];
  for (const { close } of [polling, streaming]) atEnd(close);
  const [polled, streamed, over] = [new Lateness(), new Lateness(), new AbortController()];
  const polls = poll(polling, polled, over.signal);
  const leave = await listen(streaming, streamed);
  const start = { ...neverPolled(environment), ownerTag: environment.ids.ownerTag(PRINCIPAL) };
  const handles = await times(BURST, async () => startRaw(environment, start));
  const taskIds = handles.map(({ workflowId }) => workflowId);
  await pause(SETTLE_MS);
  await inParallel(taskIds, async (taskId) => endRaw(context, taskId));
  const rows: Row[] = [];
  for (const [name, lateness] of [
    ['`events/poll`, at the interval of its answers', polled],
    ['`events/stream`', streamed],
    ['webhook', receiver.lateness],
  ] as const) {
    rows.push(toRow(name, await toTold(lateness, taskIds), 6_000));
  }
  over.abort();
  leave();
  await polls;
  await endSubscriptions(context);
  return rows;
}

/** Ends many tasks of one owner at once, and measures all three ways of receiving events. */
export const burst: Scenario = {
  name: 'burst',
  run: async (context) => [
    {
      title: `${BURST} tasks of one owner that end at once, reported in three ways`,
      columns: LATE_COLUMNS,
      rows: await endBurst(context),
      notes: ['All three run at the same time. Times count from the close time in Temporal.'],
    },
  ],
};
