import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';

import { terminateRunning } from './open-executions.js';
import { connectRawHttp, connectRawStdio, type RawMcp, type RawStdio } from './raw-mcp.js';
import { runTestWorker } from './run-test-worker.js';
import { startMcpServer, temporalAddress, type TestServerOptions } from './start-mcp-server.js';

/** The servers that the tests of a file share. */
export interface TestServers {
  /** Options of the servers. Another process with these options has the same tasks. */
  readonly options: TestServerOptions;
  /** The URL of the HTTP server process. */
  readonly url: string;
  /** The log of the HTTP server so far. */
  readonly readLog: () => string;
  readonly http: RawMcp;
  /** Connects to a stdio server process with the same tasks. The first call starts it, later calls share it. */
  readonly connectStdio: () => Promise<RawStdio>;
  /** Connects by a transport. */
  readonly connect: (transport: RawMcp['transport']) => Promise<RawMcp>;
  /** A Temporal Client, to read and change executions without the servers. */
  readonly temporal: Client;
}

/**
 * Gives a test file a Worker of the fixtures, an HTTP server process and, on demand, a stdio server process. They start
 * before the first test and end after the last. Both servers share a secret of this file alone, so they have the same
 * tasks, which no other file sees.
 *
 * @param manifest Path of the servers' manifest. Default: the manifest of the fixtures.
 * @returns A function that gives them, from the first test on.
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
      const { taskQueue } = worker;
      await terminateRunning(temporal, `TaskQueue IN ('${taskQueue}', '${taskQueue}-by-hand')`);
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
    const { url, log: readLog } = server;
    servers = { options, url, readLog, http, connectStdio, connect, temporal };
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!servers) throw new Error('The servers are there in tests only.');
    return servers;
  };
}
