import { randomUUID } from 'node:crypto';

import { Client, Connection, type WorkflowHandle } from '@temporalio/client';

import type { WorkflowState } from '../../../src/core/contract/contract.js';
import { eventually } from '../../support/eventually.js';
import { runTestWorker, type RunTestWorkerOptions } from '../../support/run-test-worker.js';
import { temporalAddress } from '../../support/start-mcp-server.js';

/** Options of a start. */
export interface StartOptions {
  args: unknown[];
  /** Maximum number of attempts. Default: 1. */
  maximumAttempts?: number;
}

/** A Worker and a Client for one test file. */
export interface Harness {
  /** A Client of the namespace that the Worker polls. */
  client: Client;
  /** Starts a Workflow Execution with a random ID. */
  start(workflowType: string, options: StartOptions): Promise<WorkflowHandle>;
  /** Terminates open executions of the file, stops the Worker, closes the Client. */
  close(): Promise<void>;
}

/** Starts a Worker and connects a Client. */
export async function openHarness(
  definitions: RunTestWorkerOptions['definitions'],
): Promise<Harness> {
  const worker = await runTestWorker({ definitions });
  const connection = await Connection.connect({ address: temporalAddress() });
  const client = new Client({ connection });
  const started: WorkflowHandle[] = [];

  return {
    client,
    async start(workflowType, { args, maximumAttempts }) {
      const handle = await client.workflow.start(workflowType, {
        workflowId: `test-${randomUUID()}`,
        taskQueue: worker.taskQueue,
        args,
        ...(maximumAttempts !== undefined && { retry: { initialInterval: 10, maximumAttempts } }),
      });
      started.push(handle);
      return handle;
    },
    async close() {
      for (const handle of started) {
        const { status } = await handle.describe();
        if (status.name === 'RUNNING') await handle.terminate('the test is over');
      }
      await worker.stop();
      await connection.close();
    },
  };
}

/** The Activity Types that a Workflow Execution has scheduled so far, in order. */
export async function scheduledActivities(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? [],
  );
}

/** Waits until a Workflow Execution has scheduled an Activity of a type. */
export async function untilScheduled(handle: WorkflowHandle, activityType: string): Promise<void> {
  await eventually(`${activityType} is scheduled`, async () =>
    (await scheduledActivities(handle)).includes(activityType),
  );
}

/** The published state of a Workflow Execution; `{}` before the first publication. */
export async function shownState(handle: WorkflowHandle): Promise<WorkflowState> {
  return (await handle.describe()).memo?.['mcp.task'] ?? {};
}

/** Waits until a Workflow Execution asks a question, and returns its published state. */
export async function untilAsking(handle: WorkflowHandle): Promise<WorkflowState> {
  return eventually('a question is open', async () => {
    const state = await shownState(handle);
    return state.status === 'input_required' ? state : undefined;
  });
}
