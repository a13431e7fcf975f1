import { randomUUID } from 'node:crypto';

import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import type { ApplicationFailure } from '@temporalio/common';
import type proto from '@temporalio/proto';

import type { TaskMeta, WorkflowState } from '../../src/core/contract.js';

import { eventually } from './eventually.js';
import { runTestWorker, type TestWorker } from './run-test-worker.js';
import { temporalAddress } from './start-mcp-server.js';

/** What the server writes at start; the helper only looks at whether it is there. */
const meta: TaskMeta = {
  version: 1,
  createdAt: '2026-01-05T09:00:00.000Z',
  ownerTag: 'owner',
  toolName: 'a_tool',
  ttlMs: 3_600_000,
  pollIntervalMs: 1_000,
  protocolVersion: '2025-11-25',
};

/** One Workflow Execution as the contract shows it: nothing but a memo and Signals. */
export interface TaskUnderTest {
  readonly handle: WorkflowHandle;
  /** The state as published now; `{}` before anything was. */
  state(): Promise<WorkflowState>;
  /** Waits until the published state is as described. */
  until(what: string, isSo: (state: WorkflowState) => boolean): Promise<WorkflowState>;
  /** Waits until these keys and no others are open. */
  untilOpen(...keys: string[]): Promise<WorkflowState>;
  /** Sends answers, or what is none. */
  answer(responses: unknown): Promise<void>;
  proceed(): Promise<void>;
  /** The Application Failure that ended it. */
  failure(): Promise<ApplicationFailure>;
  /** How long each timer of the current run was to take when it was started, in milliseconds. */
  timersMs(): Promise<number[]>;
  /** How many events of a type the current run's history has; without a type, how many in all. */
  countEvents(attribute?: string): Promise<number>;
}

/** A Client, and mostly a Worker, for one test file. */
export interface TaskHarness {
  readonly client: Client;
  readonly worker: TestWorker;
  start(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** The same without what makes it an MCP task. */
  startPlain(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** The same with a memo of any kind. */
  startWith(
    memo: Record<string, unknown>,
    type: string,
    ...args: unknown[]
  ): Promise<TaskUnderTest>;
  /** The same, tried twice. */
  startRetried(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** Any Workflow Execution, such as a child. */
  get(workflowId: string): TaskUnderTest;
  /** Stops the Worker, does something, starts it again: what was sent meanwhile arrives in one Workflow Task. */
  withoutWorker<Done>(act: () => Promise<Done>): Promise<Done>;
  close(): Promise<void>;
}

export const openKeys = ({ inputRequests = {} }: WorkflowState): string[] =>
  Object.keys(inputRequests);

function toMs(duration: proto.google.protobuf.IDuration | null | undefined): number {
  return Number(duration?.seconds ?? 0) * 1_000 + (duration?.nanos ?? 0) / 1e6;
}

function observe(handle: WorkflowHandle): TaskUnderTest {
  const state = async (): Promise<WorkflowState> =>
    (await handle.describe()).memo?.['mcp.task'] ?? {};
  const until: TaskUnderTest['until'] = (what, isSo) =>
    eventually(what, async () => {
      const current = await state();
      return isSo(current) ? current : undefined;
    });
  return {
    handle,
    state,
    until,
    untilOpen: (...keys) =>
      until(`open: ${keys.join()}`, (current) => openKeys(current).join() === keys.join()),
    answer: (responses) => handle.signal('mcp.task.input', responses),
    proceed: () => handle.signal('proceed'),
    async failure() {
      const error = await handle.result().then(
        () => new Error('It completed'),
        (reason: unknown) => reason,
      );
      return (error as Error).cause as ApplicationFailure;
    },
    async timersMs() {
      const { events } = await handle.fetchHistory();
      return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
        timer ? toMs(timer.startToFireTimeout) : [],
      );
    },
    async countEvents(attribute) {
      const { events } = await handle.fetchHistory();
      return (events ?? []).filter(
        (event) => attribute === undefined || Object.hasOwn(event, attribute),
      ).length;
    },
  };
}

/** Starts a Worker of the fixtures and connects a Client. */
export async function openTaskHarness(): Promise<TaskHarness> {
  let worker = await runTestWorker({ definitions: 'fixtures' });
  const { taskQueue } = worker;
  const connection = await Connection.connect({ address: temporalAddress() });
  const client = new Client({ connection });
  const started: WorkflowHandle[] = [];

  const start = async (
    workflowType: string,
    args: unknown[],
    options: { memo?: Record<string, unknown>; retry?: { maximumAttempts: number } } = {},
  ): Promise<TaskUnderTest> => {
    const handle = await client.workflow.start(workflowType, {
      workflowId: `test-${randomUUID()}`,
      taskQueue,
      args,
      ...options,
    });
    started.push(handle);
    return observe(client.workflow.getHandle(handle.workflowId));
  };

  return {
    client,
    worker,
    start: (workflowType, ...args) => start(workflowType, args, { memo: { 'mcp.meta': meta } }),
    startPlain: (workflowType, ...args) => start(workflowType, args),
    startWith: (memo, workflowType, ...args) => start(workflowType, args, { memo }),
    startRetried: (workflowType, ...args) =>
      start(workflowType, args, { retry: { maximumAttempts: 2 } }),
    get: (workflowId) => observe(client.workflow.getHandle(workflowId)),
    async withoutWorker(act) {
      await worker.stop();
      const done = await act();
      worker = await runTestWorker({ definitions: 'fixtures', taskQueue });
      return done;
    },
    async close() {
      for (const { workflowId } of started) {
        const handle = client.workflow.getHandle(workflowId);
        const { status } = await handle.describe();
        if (status.name === 'RUNNING') await handle.terminate('the test is over');
      }
      await worker.stop();
      await connection.close();
    },
  };
}
