import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll } from '@jest/globals';

import { runTestWorker } from '../run-test-worker.js';
import { startMcpServer, type TestServerOptions } from '../start-mcp-server.js';

/** The tools that tests of hosts call. */
export const HOST_MANIFEST = fileURLToPath(new URL('host-manifest.yaml', import.meta.url));

/** The server process that the tests of a file share. */
export interface HostServer {
  /** The URL of the server process. */
  readonly url: string;
  /** Options of the process, for hosts that start their own server over stdio. */
  readonly options: TestServerOptions;
}

/**
 * Gives a test file a Worker of the fixtures, and a server process over HTTP with the tools of {@link HOST_MANIFEST}.
 *
 * @returns A function that gives it, from the first test on.
 */
export function withHostServer(): () => HostServer {
  let server: HostServer | undefined;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const worker = await runTestWorker({ definitions: 'fixtures' });
    closers.push(async () => worker.stop());
    const options: TestServerOptions = {
      taskQueue: worker.taskQueue,
      manifest: HOST_MANIFEST,
      environment: { TEMPORAL_MCP_TASKS_SECRET: `${randomUUID()}${randomUUID()}` },
    };
    const { url, stop } = await startMcpServer(options);
    closers.push(stop);
    server = { url, options };
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!server) throw new Error('The server is there in tests only.');
    return server;
  };
}
