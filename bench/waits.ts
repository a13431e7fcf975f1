/**
 * `node dist/bench/waits.js [N …]`: what it costs to keep so many `tasks/result` waiting in one server, and what others
 * notice of it meanwhile. Says how it was; asserts nothing.
 */
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { type BenchEnvironment, startBenchEnvironment } from './bench-environment.js';
import { percentile } from './statistics.js';
import { createByRawMcp } from './tasks.js';

const DEFAULT_COUNTS = [200, 800, 2_000];
const AT_ONCE = 16;
const SETTLE_MS = 10_000;
const READS = 150;
const WAKE_UPS = 50;
const WAKE_UP_EVERY_MS = 100;
/** Ticks of the kernel's clock in a millisecond: 100 a second, on every Linux that is in use. */
const MS_PER_TICK = 10;

interface Usage {
  readonly rssMiB: number;
  readonly cpuMs: number;
}

async function readUsage(pid: number): Promise<Usage> {
  const [status, stat] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
  ]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    rssMiB: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
  };
}

async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

interface Wait {
  readonly taskId: string;
  readonly ended: Promise<{ readonly atMs: number; readonly answer: string }>;
}

/** A `tasks/result` on a connection of its own. Resolves when its answer has begun. */
async function openWait(url: string, agent: Agent, taskId: string): Promise<Wait> {
  const request = sendRequest(url, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  const params = { taskId };
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/result', params }));
  const begun = await response;
  const ended = text(begun)
    .catch((error: unknown) => String(error))
    .then((answer) => ({ atMs: performance.now(), answer }));
  return { taskId, ended };
}

async function measureReads(
  { rawMcp }: BenchEnvironment,
  taskIds: readonly string[],
): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const startedAt = performance.now();
    await rawMcp.request('tasks/get', { taskId: taskIds[index % taskIds.length] });
    samples.push(performance.now() - startedAt);
  }
  return samples;
}

function round(value: number): number {
  return Number(value.toFixed(1));
}

async function measure(environment: BenchEnvironment, count: number): Promise<object> {
  const { server, temporal } = environment;
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const taskIds: string[] = [];
  await inTurns([...Array(count).keys()], async () => {
    taskIds.push(await createByRawMcp(environment, 'never_polled'));
  });
  const idleReads = await measureReads(environment, taskIds);
  const before = await readUsage(server.pid);
  const waits: Wait[] = [];
  const openedAt = performance.now();
  await inTurns(taskIds, async (taskId) => {
    waits.push(await openWait(server.match, agent, taskId));
  });
  const openMs = performance.now() - openedAt;
  const opened = await readUsage(server.pid);
  await pause(SETTLE_MS);
  const waiting = await readUsage(server.pid);
  const reads = await measureReads(environment, taskIds);
  const endedAt = new Map<string, number>();
  const terminate = async (taskId: string): Promise<void> => {
    await temporal.workflow.getHandle(taskId).terminate('enough');
    endedAt.set(taskId, performance.now());
  };
  // Some, one after another, whose ends are not in each other's way; then all others together.
  const step = Math.ceil(taskIds.length / WAKE_UPS);
  const samples = taskIds.filter((_taskId, index) => index % step === 0);
  for (const taskId of samples) {
    await terminate(taskId);
    await pause(WAKE_UP_EVERY_MS);
  }
  await pause(SETTLE_MS);
  await inTurns(
    taskIds.filter((taskId) => !endedAt.has(taskId)),
    terminate,
  );
  const ends = await Promise.all(
    waits.map(async ({ taskId, ended }) => {
      const { atMs, answer } = await ended;
      const lagMs = atMs - (endedAt.get(taskId) ?? 0);
      return { taskId, lagMs, isExpected: answer.includes('terminated') };
    }),
  );
  agent.destroy();
  const toLags = (some: typeof ends): number[] => some.map(({ lagMs }) => lagMs);
  const lags = toLags(ends.filter(({ taskId }) => samples.includes(taskId)));
  const all = toLags(ends);
  return {
    waits: count,
    'open, s': round(openMs / 1_000),
    'RSS, MiB': `${round(before.rssMiB)} → ${round(waiting.rssMiB)}`,
    'KiB a wait': round(((waiting.rssMiB - before.rssMiB) * 1_024) / count),
    'CPU of an open, ms': round((opened.cpuMs - before.cpuMs) / count),
    'CPU while idle, %': round(((waiting.cpuMs - opened.cpuMs) / SETTLE_MS) * 100),
    'get p50/p95 before': `${round(percentile(idleReads, 50))}/${round(percentile(idleReads, 95))}`,
    'get p50/p95 meanwhile': `${round(percentile(reads, 50))}/${round(percentile(reads, 95))}`,
    'wake-up p50/p99': `${round(percentile(lags, 50))}/${round(percentile(lags, 99))}`,
    'of all at once, p99': round(percentile(all, 99)),
    errors: ends.filter(({ isExpected }) => !isExpected).length,
  };
}

const counts = process.argv.slice(2).map(Number);
const environment = await startBenchEnvironment(new AbortController().signal);
try {
  // The first requests load and compile what all others need.
  await measure(environment, AT_ONCE);
  for (const count of counts.length > 0 ? counts : DEFAULT_COUNTS) {
    process.stdout.write(`${JSON.stringify(await measure(environment, count))}\n`);
  }
} finally {
  await environment.stop();
}
process.exit();
