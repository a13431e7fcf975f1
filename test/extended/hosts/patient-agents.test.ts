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
/** So short that a run takes 70 s, and so long that a busy machine answers in time. */
const SCALE = 5;
/** Twice as long: a host that gives up after 5 s leaves 1 s to spare, and its run ends early. */
const FINE_SCALE = 0.5;
/** Hosts with a time-out leave 4 to 10 s to spare, too little at the larger scale on a busy machine. */
const MIDDLE_SCALE = 2;
/** All agents run at once: the longest of them for 165 s. */
const RUNS_TIMEOUT_MS = 300_000;
const page = (taskId: string): string => `https://inbox.example/tasks/${taskId}`;

interface Framework {
  readonly title: string;
  readonly client: AgentClient;
  readonly limits: AgentLimits;
  readonly scale: number;
  /** Calls that it takes where the job is delivered. Absent: it is handed over. */
  readonly deliveredIn?: number;
  /** Calls that it takes where the job is handed over, and errors of these. */
  readonly handedOverIn?: { readonly calls: number; readonly errors: number };
}

const FRAMEWORKS: readonly Framework[] = [
  {
    title: 'a loop detector (Gemini CLI), under a name of which nothing is known',
    client: { name: 'some-host' },
    limits: { turns: 100, sameCalls: 4 },
    scale: SCALE,
    handedOverIn: { calls: 4, errors: 0 },
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
    handedOverIn: { calls: 7, errors: 1 },
  },
  {
    title: '10 turns and a longer time-out (OpenAI Agents)',
    client: { name: 'mcp', timeoutMs: 600_000 / MIDDLE_SCALE, givesUp: 'silently' },
    limits: { turns: 10 },
    scale: MIDDLE_SCALE,
    deliveredIn: 5,
  },
  {
    title: '10 turns and 20 s a call (OpenAI Agents), next to others of its name',
    client: { name: 'mcp', timeoutMs: 20_000 / MIDDLE_SCALE, givesUp: 'silently' },
    limits: { turns: 10 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 7, errors: 1 },
  },
  {
    title: 'a session a call, over two replicas (LangChain)',
    client: { name: 'mcp', reconnects: true },
    limits: { turns: 12 },
    scale: SCALE,
    deliveredIn: 5,
  },
  {
    title: '5 steps and 60 s a call (Mastra)',
    client: { name: 'own-key', timeoutMs: 60_000 / MIDDLE_SCALE },
    limits: { turns: 5 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 4, errors: 0 },
  },
  {
    title: '5 steps and 50 s a call, cancelled',
    client: { name: 'own-key-50', timeoutMs: 50_000 / MIDDLE_SCALE },
    limits: { turns: 5 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 4, errors: 1 },
  },
  {
    title: '9 steps and no limit (AI SDK)',
    client: { name: 'ai-sdk-mcp-client' },
    limits: { turns: 9 },
    scale: SCALE,
    deliveredIn: 5,
  },
  {
    title: '9 steps and 50 s a call, with a closed stream (AI SDK 2)',
    client: { name: 'other-key-50', timeoutMs: 50_000 / MIDDLE_SCALE, givesUp: 'closes' },
    limits: { turns: 9 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 4, errors: 1 },
  },
  {
    title: '60 s a call, called by a program that an error ends (SDK for TypeScript)',
    client: { name: 'own-program', timeoutMs: 60_000 / MIDDLE_SCALE, raises: true },
    limits: { turns: 100 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 4, errors: 0 },
  },
  {
    title: '60 s a call whatever the progress, and such a program (SDK for TypeScript)',
    client: {
      name: 'own-program-with-progress',
      timeoutMs: 60_000 / MIDDLE_SCALE,
      onlyShowsProgress: true,
      raises: true,
    },
    limits: { turns: 100 },
    scale: MIDDLE_SCALE,
    handedOverIn: { calls: 4, errors: 0 },
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
  const [one, other, middle, fine] = await Promise.all(
    [SCALE, SCALE, MIDDLE_SCALE, FINE_SCALE].map(start),
  );
  const replicas = new Map([
    [SCALE, [one, other]],
    [MIDDLE_SCALE, [middle]],
    [FINE_SCALE, [fine]],
  ]);
  await Promise.all(
    FRAMEWORKS.map(async ({ title, client, limits, scale }) => {
      const input = { seconds: JOB_MS / scale / 1_000, label: randomUUID() };
      const urls = replicas.get(scale) as [string, ...string[]];
      const run = runAgent(urls, { name: 'compute', arguments: input }, { client, limits });
      runs.set(title, await run.catch((error: unknown) => error as Error));
    }),
  );
}, RUNS_TIMEOUT_MS);

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

it.each(handedOver)('an agent with %s is told to hand over', (title, { handedOverIn }) => {
  const { lastWord, calls, errors } = runOf(title);
  const taskId = String(calls.at(-1)?.arguments['task_id']);

  expect({ calls: calls.length, errors }).toStrictEqual(handedOverIn);
  expect(lastWord).toContain('End your turn now');
  expect(lastWord).toContain(taskId);
  expect(lastWord).toContain(page(taskId));
});
