import { randomBytes } from 'node:crypto';

import { InterceptingCall } from '@grpc/grpc-js';
import type { ConnectionOptions } from '@temporalio/client';

import { createLogger } from '../../src/app/config/create-logger.js';
import { createTaskServer } from '../../src/app/server/create-task-server.js';
import { LOCAL_OWNER } from '../../src/core/person/owner.js';
import { loadManifest } from '../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../src/manifest/manifest.js';
import { TaskIdFactory } from '../../src/temporal/start/task-id-factory.js';

import { BENCH_MANIFEST } from './bench-environment.js';
import type { BenchContext } from './scenario.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

const SECRET_BYTES = 32;

/** A server in this process whose Temporal Client records each gRPC request. */
export interface CountingServer {
  readonly url: string;
  /** Names of the called gRPC methods, in order. */
  readonly requests: string[];
  /** The owner tag of its tasks. */
  readonly ownerTag: string;
}

/** Starts the server until the scenario ends. @param changes Changes to the manifest at the path. */
export async function startCountingServer(
  { environment: { temporalAddress, taskQueue }, atEnd }: BenchContext,
  path = BENCH_MANIFEST,
  changes: Partial<Manifest> = {},
): Promise<CountingServer> {
  const requests: string[] = [];
  const count: Interceptor = (options, nextCall) => {
    requests.push(options.method_definition.path.split('/').at(-1) ?? '?');
    return new InterceptingCall(nextCall(options));
  };
  const manifest = await loadManifest(path, { BENCH_TASK_QUEUE: taskQueue });
  const secret = randomBytes(SECRET_BYTES);
  const taskServer = await createTaskServer({
    manifest: { ...manifest, ...changes },
    temporal: {
      connection: { address: temporalAddress, interceptors: [count] },
      namespace: 'default',
    },
    secret,
    logger: createLogger({ LOG_LEVEL: 'warn' }),
  });
  const server = await taskServer.listen({ port: 0 });
  atEnd(server.close);
  const ownerTag = new TaskIdFactory(secret).ownerTag(LOCAL_OWNER);
  return { url: server.url, requests, ownerTag };
}
