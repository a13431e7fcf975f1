import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { connectRawHttp, connectRawStdio, type RawMcp, type RawStdio } from './raw-mcp.js';
import { runTestWorker } from './run-test-worker.js';
import { startMcpServer, temporalAddress, type TestServerOptions } from './start-mcp-server.js';

/** What the tests of one file share. */
export interface TestServers {
  /** How the servers were started; another process started so answers for the same tasks. */
  readonly options: TestServerOptions;
  /** Where the HTTP server process listens. */
  readonly url: string;
  readonly http: RawMcp;
  /** A server process of its own, for the same tasks: started by the first call, and the same for all. */
  readonly connectStdio: () => Promise<RawStdio>;
  /** The peer of a transport. */
  readonly connect: (transport: RawMcp['transport']) => Promise<RawMcp>;
  /** Goes past the servers, to what is behind the tasks. */
  readonly temporal: Client;
}

async function terminateOpenWorkflows(temporal: Client, taskQueue: string): Promise<void> {
  const query = `TaskQueue IN ('${taskQueue}', '${taskQueue}-by-hand') AND ExecutionStatus = 'Running'`;
  for await (const { workflowId } of temporal.workflow.list({ query })) {
    await temporal.workflow
      .getHandle(workflowId)
      .terminate('the tests are over')
      .catch(() => undefined);
  }
}

/**
 * Gives a test file a Worker of the fixtures, an HTTP server process and, if it wants one, a stdio server process:
 * started before its first test, ended after its last. Both servers have one secret, which no other file has, so they
 * have the same tasks and nobody else's.
 *
 * @param manifest Path of the servers' manifest. Default: that of the fixtures.
 * @returns What there is, from the first test on.
 */
export function withTestServers(manifest?: string): () => TestServers {
  let servers: TestServers | undefined;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const worker = await runTestWorker({ definitions: 'fixtures' });
    closers.push(() => worker.stop());
    const connection = await Connection.connect({ address: temporalAddress() });
    const temporal = new Client({ connection });
    closers.push(async () => {
      await terminateOpenWorkflows(temporal, worker.taskQueue);
      await connection.close();
    });
    const options: TestServerOptions = {
      taskQueue: worker.taskQueue,
      ...(manifest !== undefined && { manifest }),
      environment: { TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}` },
    };
    const server = await startMcpServer(options);
    closers.push(() => server.stop());
    let stdio: Promise<RawStdio> | undefined;
    closers.push(async () => (await stdio)?.close());
    const connectStdio = async (): Promise<RawStdio> => (stdio ??= connectRawStdio(options));
    const http = connectRawHttp(server.url);
    const connect: TestServers['connect'] = async (transport) =>
      transport === 'http' ? http : connectStdio();
    servers = { options, url: server.url, http, connectStdio, connect, temporal };
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!servers) throw new Error('The servers are there in tests only.');
    return servers;
  };
}
