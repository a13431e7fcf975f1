import { randomUUID } from 'node:crypto';

import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import type { ApplicationFailure } from '@temporalio/common';
import type proto from '@temporalio/proto';

import type { TaskMeta, WorkflowState } from '../../src/core/contract/contract.js';

import { eventually } from './eventually.js';
import { runTestWorker, type TestWorker } from './run-test-worker.js';
import { temporalAddress } from './start-mcp-server.js';

/** The memo that the server writes at the start. The helper only checks that it exists. */
const meta: TaskMeta = {
  version: 1,
  createdAt: '2026-01-05T09:00:00.000Z',
  ownerTag: 'owner',
  toolName: 'a_tool',
  ttlMs: 3_600_000,
  pollIntervalMs: 1_000,
  protocolVersion: '2025-11-25',
};

/** A Workflow Execution, read and driven by the contract: its memo and Signals. */
export interface TaskUnderTest {
  readonly handle: WorkflowHandle;
  /** The published state; `{}` before the first publication. */
  state(): Promise<WorkflowState>;
  /** Waits for a published state. */
  until(what: string, isSo: (state: WorkflowState) => boolean): Promise<WorkflowState>;
  /** Waits until exactly these keys are open. */
  untilOpen(...keys: string[]): Promise<WorkflowState>;
  /** Sends answers, or invalid ones. */
  answer(responses: unknown): Promise<void>;
  proceed(): Promise<void>;
  /** The Application Failure that ended it. */
  failure(): Promise<ApplicationFailure>;
  /** Durations of the timers that the current run has started, in milliseconds. */
  timersMs(): Promise<number[]>;
  /** Number of events of a type in the current run's history. Without a type: number of all events. */
  countEvents(attribute?: string): Promise<number>;
}

/** A Client and a Worker for one test file. */
export interface TaskHarness {
  readonly client: Client;
  readonly worker: TestWorker;
  start(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** Starts a Workflow without the memo of an MCP task. */
  startPlain(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** Starts a Workflow with any memo. */
  startWith(
    memo: Record<string, unknown>,
    type: string,
    ...args: unknown[]
  ): Promise<TaskUnderTest>;
  /** Starts a Workflow without memo, and with at most two attempts. */
  startRetried(workflowType: string, ...args: unknown[]): Promise<TaskUnderTest>;
  /** Observes any Workflow Execution, such as a child. */
  get(workflowId: string): TaskUnderTest;
  /** Stops the Worker, acts, and starts a Worker again. One Workflow Task brings everything sent meanwhile. */
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
