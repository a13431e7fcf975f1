import { randomBytes } from 'node:crypto';

import { InterceptingCall } from '@grpc/grpc-js';
import type { ConnectionOptions } from '@temporalio/client';

import { createLogger } from '../src/config/create-logger.js';
import { loadManifest } from '../src/manifest/load-manifest.js';
import { createTaskServer } from '../src/server/create-task-server.js';

import { BENCH_MANIFEST, type BenchEnvironment } from './bench-environment.js';
import { createRawMcpClient, type RawMcpClient } from './raw-mcp-client.js';
import { createByRawMcp, createFinished, finish } from './tasks.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

const SECRET_BYTES = 32;
/** Well-formed, and of an owner that nobody is. */
const FOREIGN_TASK = `mcp-${'a'.repeat(20)}-${'a'.repeat(26)}`;

/** What one request to the server costs the Temporal Service. */
export interface RequestCount {
  readonly what: string;
  /** Names of the gRPC methods that were called, in order. */
  readonly requests: readonly string[];
  /** How many there are meant to be. */
  readonly target: number;
}

/** A server in this process, over HTTP, whose Temporal Client notes each gRPC request before it goes out. */
async function startCountingServer(
  { temporalAddress, taskQueue }: BenchEnvironment,
  requests: string[],
): Promise<{ rawMcp: RawMcpClient; stop: () => Promise<void> }> {
  const count: Interceptor = (options, nextCall) => {
    requests.push(options.method_definition.path.split('/').at(-1) ?? '?');
    return new InterceptingCall(nextCall(options));
  };
  const logger = createLogger({ LOG_LEVEL: 'warn' });
  const taskServer = await createTaskServer({
    manifest: await loadManifest(BENCH_MANIFEST, { BENCH_TASK_QUEUE: taskQueue }),
    temporal: {
      connection: { address: temporalAddress, interceptors: [count] },
      namespace: 'default',
    },
    secret: randomBytes(SECRET_BYTES),
    previousSecrets: [],
    logger,
  });
  const server = await taskServer.listen({ port: 0 });
  const rawMcp = createRawMcpClient(server.url);
  return {
    rawMcp,
    stop: async () => {
      rawMcp.close();
      await server.close();
    },
  };
}

/** Counts the Temporal requests behind each kind of request. */
export async function countRequests(environment: BenchEnvironment): Promise<RequestCount[]> {
  const requests: string[] = [];
  const { rawMcp, stop } = await startCountingServer(environment, requests);
  const own = { rawMcp, temporal: environment.temporal };
  const counts: RequestCount[] = [];
  const count = async (
    what: string,
    target: number,
    call: () => Promise<unknown>,
  ): Promise<void> => {
    requests.length = 0;
    await call();
    counts.push({ what, requests: [...requests], target });
  };
  try {
    // The first one of a process also says hello and asks for the retention.
    const open = await createByRawMcp(own, 'wait_for_finish');
    const finished = await createFinished(own);
    const get = async (taskId: string): Promise<unknown> => rawMcp.request('tasks/get', { taskId });
    await count('create', 1, async () => createByRawMcp(own, 'wait_for_finish'));
    await count('get, open task', 1, async () => get(open));
    await count('get, finished task, first', 2, async () => get(finished));
    await count('get, finished task, again', 0, async () => get(finished));
    await count('get, foreign task', 0, async () => get(FOREIGN_TASK).catch(() => undefined));
    await finish(own, open);
  } finally {
    await stop();
  }
  return counts;
}
