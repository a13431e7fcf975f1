import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import express from 'express';

import { createTaskServer } from '../../src/app/server/create-task-server.js';
import type { TaskServer } from '../../src/app/server/task-server.js';
import { loadManifest } from '../../src/manifest/load/load-manifest.js';
import { MCP_PATH } from '../../src/transport/http/mcp-path.js';

import { createWireCheck } from './conformance/wire-check.js';
import { createWireLog, type WireLog } from './conformance/wire-log.js';
import { terminateRunning } from './open-executions.js';
import { connectStatelessHttp, type StatelessHttp } from './raw-mcp-2026.js';
import { parseBody, post, type RawMessage } from './raw-mcp.js';
import { runTestWorker, type TestWorker } from './run-test-worker.js';
import { temporalAddress } from './start-mcp-server.js';

/** A principal's clients of both generations. */
export interface OwnerClient {
  readonly owner: string;
  /** Sends a request under 2025-11-25. */
  readonly old: (method: string, params?: unknown) => Promise<RawMessage>;
  /** A client of 2026-07-28. */
  readonly peer: StatelessHttp;
}

/** A server that knows callers by a header, in place of authentication. */
export interface OwnerServer {
  readonly temporal: Client;
  readonly taskQueue: string;
  /** The URL of the server, which changes with a restart. */
  readonly url: string;
  readonly wireLog: WireLog;
  readonly connect: (owner: string) => OwnerClient;
  /** Ends the server, and starts another server with the same secret. */
  readonly restart: () => Promise<void>;
}

async function listen(taskServer: TaskServer): Promise<{ server: Server; url: string }> {
  const app = express();
  app.use((request, _response, next) => {
    const clientId = request.headers.authorization ?? 'nobody';
    Object.assign(request, { auth: { token: clientId, clientId, scopes: [] } });
    next();
  });
  app.use(taskServer.httpApp);
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}${MCP_PATH}` };
}

/** Options of {@link withOwners}. */
export interface WithOwnersOptions {
  /** Starts the Worker. Default: a Worker of the fixtures. */
  readonly startWorker?: (temporal: Client) => Promise<TestWorker>;
  /** Time limit for the start of the Worker and the server. */
  readonly timeoutMs?: number;
}

/**
 * Gives a test file a Worker, and a server of a manifest in this process that distinguishes owners.
 *
 * @returns A function that gives them, from the first test on.
 */
export function withOwners(
  manifestPath: string,
  {
    startWorker = async () => runTestWorker({ definitions: 'fixtures' }),
    timeoutMs,
  }: WithOwnersOptions = {},
): () => OwnerServer {
  let current: OwnerServer | undefined;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const connection = await Connection.connect({ address: temporalAddress() });
    closers.push(async () => connection.close());
    const temporal = new Client({ connection });
    const worker = await startWorker(temporal);
    closers.push(() => worker.stop());
    const { taskQueue } = worker;
    closers.push(async () => terminateRunning(temporal, `TaskQueue = '${taskQueue}'`));
    const manifest = await loadManifest(manifestPath, { TEST_TASK_QUEUE: taskQueue });
    const secret = randomBytes(32);
    const start = async (): Promise<{ url: string; close: () => Promise<void> }> => {
      const taskServer = await createTaskServer({
        manifest,
        secret,
        temporal: { connection: { address: temporalAddress() }, namespace: 'default' },
        identify: ({ authInfo }) => ({ owner: authInfo?.clientId ?? 'nobody' }),
      });
      const { server, url } = await listen(taskServer);
      const close = async (): Promise<void> => {
        await taskServer.close();
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      };
      return { url, close };
    };
    let running = await start();
    closers.push(async () => running.close());
    const wireLog = createWireLog(await createWireCheck(), ['server']);
    current = {
      temporal,
      taskQueue,
      get url() {
        return running.url;
      },
      wireLog,
      connect: (owner) => ({
        owner,
        async old(method, params) {
          const body = { jsonrpc: '2.0', id: randomUUID(), method, ...(params ? { params } : {}) };
          const response = await post(running.url, body, { headers: { authorization: owner } });
          const messages = parseBody(await response.text(), response.headers.get('content-type'));
          const reply = messages.find(({ id }) => id === body.id);
          if (!reply) throw new Error(`No reply to ${method}: HTTP ${response.status}`);
          return reply;
        },
        get peer() {
          return connectStatelessHttp(running.url, wireLog, { authorization: owner });
        },
      }),
      async restart() {
        await running.close();
        running = await start();
      },
    };
  }, timeoutMs);

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return () => {
    if (!current) throw new Error('The server is there in tests only.');
    return current;
  };
}
