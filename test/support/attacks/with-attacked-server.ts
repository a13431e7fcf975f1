import { afterAll, beforeAll } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { terminateRunning } from '../open-executions.js';
import { runTestWorker } from '../run-test-worker.js';
import { temporalAddress } from '../start-mcp-server.js';

import { type AttackedServer, startAttackedServer } from './attacked-server.js';

/** The server, clients and Worker that the attacks of a test file share. */
export interface Attacked {
  readonly server: AttackedServer;
  /** Starts another server of the same manifest, with limits and owners of its own. */
  readonly startAnother: () => Promise<AttackedServer>;
  readonly temporal: Client;
  /** The queue of a Worker with the fixtures. */
  readonly taskQueue: string;
  /** Describes an execution. */
  readonly describe: (workflowId: string) => Promise<AnyDescription>;
}

type AnyDescription = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>;

/**
 * Gives a test file a server of a manifest to attack, and a Worker.
 *
 * @returns A function that gives them, from the first test on.
 */
export function withAttackedServer(manifestPath: string): () => Attacked {
  let current: Attacked | undefined;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const connection = await Connection.connect({ address: temporalAddress() });
    closers.push(async () => connection.close());
    const temporal = new Client({ connection });
    const worker = await runTestWorker({ definitions: 'fixtures' });
    closers.push(async () => worker.stop());
    const { taskQueue } = worker;
    closers.push(async () => {
      await terminateRunning(temporal, `TaskQueue = '${taskQueue}'`);
    });
    const startAnother = async (): Promise<AttackedServer> => {
      const server = await startAttackedServer(manifestPath, {
        TEST_TASK_QUEUE: taskQueue,
      });
      closers.push(server.close);
      return server;
    };
    const server = await startAnother();
    const describe: Attacked['describe'] = async (workflowId) =>
      temporal.workflow.getHandle(workflowId).describe();
    current = { server, startAnother, temporal, taskQueue, describe };
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!current) throw new Error('The server is there in tests only.');
    return current;
  };
}
