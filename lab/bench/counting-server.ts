import { randomBytes } from 'node:crypto';

import { InterceptingCall } from '@grpc/grpc-js';
import type { ConnectionOptions } from '@temporalio/client';

import { createLogger } from '../../src/app/config/create-logger.js';
import { createTaskServer } from '../../src/app/server/create-task-server.js';
import { loadManifest } from '../../src/manifest/load/load-manifest.js';

import { BENCH_MANIFEST } from './bench-environment.js';
import type { BenchContext } from './scenario.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

const SECRET_BYTES = 32;

/** A server in this process whose Temporal Client records each gRPC request. */
export interface CountingServer {
  readonly url: string;
  /** Names of the called gRPC methods, in order. */
  readonly requests: string[];
}

/** Starts the server until the scenario ends. */
export async function startCountingServer({
  environment: { temporalAddress, taskQueue },
  atEnd,
}: BenchContext): Promise<CountingServer> {
  const requests: string[] = [];
  const count: Interceptor = (options, nextCall) => {
    requests.push(options.method_definition.path.split('/').at(-1) ?? '?');
    return new InterceptingCall(nextCall(options));
  };
  const taskServer = await createTaskServer({
    manifest: await loadManifest(BENCH_MANIFEST, { BENCH_TASK_QUEUE: taskQueue }),
    temporal: {
      connection: { address: temporalAddress, interceptors: [count] },
      namespace: 'default',
    },
    secret: randomBytes(SECRET_BYTES),
    logger: createLogger({ LOG_LEVEL: 'warn' }),
  });
  const server = await taskServer.listen({ port: 0 });
  atEnd(server.close);
  return { url: server.url, requests };
}
