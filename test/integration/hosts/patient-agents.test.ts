/** Jobs of 330 s under agents with the limits of real frameworks (docs/hosts.md), with every time shortened alike. */
import { randomBytes, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startScaledServer } from '../../support/hosts/scaled-server.js';
import {
  type AgentClient,
  type AgentLimits,
  type AgentRun,
  runAgent,
} from '../../support/hosts/scripted-agent.js';
import { runTestWorker } from '../../support/run-test-worker.js';

const JOB_MS = 330_000;
/** So short that a run takes 40 s, and so long that a busy machine answers in time. */
const SCALE = 10;
/** Twice as long: a host that gives up after 5 s leaves 1 s to spare, and its run ends early. */
const FINE_SCALE = 0.5;
const page = (taskId: string): string => `https://inbox.example/tasks/${taskId}`;

interface Framework {
  readonly title: string;
  readonly client: AgentClient;
  readonly limits: AgentLimits;
  readonly scale: number;
  /** Calls that it takes where the job is delivered. Absent: it is handed over. */
  readonly deliveredIn?: number;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    title: 'a loop detector (Gemini CLI), under a name of which nothing is known',
    client: { name: 'some-host' },
    limits: { turns: 100, sameCalls: 4 },
    scale: SCALE,
    deliveredIn: 4,
  },
  {
    title: 'a loop detector and progress (Gemini CLI)',
    client: { name: 'gemini-cli-mcp-client', timeoutMs: 600_000 / SCALE, followsProgress: true },
    limits: { turns: 100, sameCalls: 4 },
    scale: SCALE,
    deliveredIn: 1,
  },
  {
    title: '10 turns and 5 s a call, given up in silence (OpenAI Agents)',
    client: { name: 'mcp', timeoutMs: 5_000 / FINE_SCALE, givesUp: 'silently' },
    limits: { turns: 10 },
    scale: FINE_SCALE,
  },
  {
    title: '10 turns and a longer time-out (OpenAI Agents)',
    client: { name: 'mcp', timeoutMs: 600_000 / SCALE, givesUp: 'silently' },
    limits: { turns: 10 },
    scale: SCALE,
    deliveredIn: 7,
  },
  {
    title: 'a session a call, over two replicas (LangChain)',
    client: { name: 'mcp', reconnects: true },
    limits: { turns: 12 },
    scale: SCALE,
    deliveredIn: 7,
  },
  {
    title: '5 steps (Mastra)',
    client: { name: 'own-key' },
    limits: { turns: 5 },
    scale: SCALE,
    deliveredIn: 4,
  },
  {
    title: '5 steps and 60 s a call, cancelled (Mastra)',
    client: { name: 'own-key-60', timeoutMs: 60_000 / SCALE, givesUp: 'cancels' },
    limits: { turns: 5 },
    scale: SCALE,
  },
  {
    title: '9 steps and 60 s a call, with a closed stream (AI SDK 2)',
    client: { name: 'other-key-60', timeoutMs: 60_000 / SCALE, givesUp: 'closes' },
    limits: { turns: 9 },
    scale: SCALE,
  },
];

const closers: (() => Promise<void>)[] = [];
const runs = new Map<string, AgentRun | Error>();

beforeAll(async () => {
  const worker = await runTestWorker({ definitions: 'fixtures' });
  closers.push(async () => worker.stop());
  const { taskQueue } = worker;
  const secret = randomBytes(32);
  const start = async (scale: number): Promise<string> => {
    const { url, close } = await startScaledServer({ taskQueue, secret, scale, pageOf: page });
    closers.push(close);
    return url;
  };
  const [one, other, fine] = await Promise.all([start(SCALE), start(SCALE), start(FINE_SCALE)]);
  await Promise.all(
    FRAMEWORKS.map(async ({ title, client, limits, scale }) => {
      const input = { seconds: JOB_MS / scale / 1_000, label: randomUUID() };
      const urls: [string, ...string[]] = scale === FINE_SCALE ? [fine] : [one, other];
      const run = runAgent(urls, { name: 'compute', arguments: input }, { client, limits });
      runs.set(title, await run.catch((error: unknown) => error as Error));
    }),
  );
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const named = FRAMEWORKS.map((framework) => [framework.title, framework] as const);
const delivered = named.filter(([, { deliveredIn }]) => deliveredIn !== undefined);
const handedOver = named.filter(([, { deliveredIn }]) => deliveredIn === undefined);

function runOf(title: string): AgentRun {
  const run = runs.get(title);
  if (run === undefined || run instanceof Error) throw run ?? new Error('It has not run.');
  return run;
}

it.each(delivered)('an agent with %s has the result', (title, { deliveredIn }) => {
  const { lastWord, calls } = runOf(title);
  const texts = calls.map((call) => JSON.stringify(call));

  expect(lastWord).toContain(String(calls[0]?.arguments['label']));
  expect(calls).toHaveLength(deliveredIn ?? 0);
  expect(new Set(texts).size).toBe(texts.length);
});

it.each(handedOver)('an agent with %s is told to hand over', (title) => {
  const { lastWord, calls } = runOf(title);
  const taskId = String(calls.at(-1)?.arguments['task_id']);

  expect(lastWord).toContain('Stop here for now');
  expect(lastWord).toContain(`Tell the person that task ${taskId}`);
  expect(lastWord).toContain(page(taskId));
});
