/** `deliver` with a counter: prints the number of visibility calls so far, once a second. */
import { InterceptingCall } from '@grpc/grpc-js';
import type { ConnectionOptions } from '@temporalio/client';

import { createLogger } from '../../src/app/config/create-logger.js';
import { startDeliveryWorker } from '../../src/cli/start-delivery-worker.js';
import { untilStopped } from '../../src/cli/until-stopped.js';
import { loadManifest } from '../../src/manifest/file/load-manifest.js';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];

const VISIBILITY = /\/(List|Count)WorkflowExecutions$/;
const SAY_EVERY_MS = 1_000;

let calls = 0;
const count: Interceptor = (options, nextCall) => {
  if (VISIBILITY.test(options.method_definition.path)) calls += 1;
  return new InterceptingCall(nextCall(options));
};
const { BENCH_MANIFEST = '', TEMPORAL_ADDRESS = '' } = process.env;
const worker = await startDeliveryWorker({
  manifest: await loadManifest(BENCH_MANIFEST, process.env),
  temporal: {
    connection: { address: TEMPORAL_ADDRESS, interceptors: [count] },
    namespace: 'default',
  },
  logger: createLogger({ LOG_LEVEL: 'warn' }),
});
process.stderr.write('Events are being delivered\n');
setInterval(() => {
  process.stderr.write(`visibility calls: ${calls}\n`);
}, SAY_EVERY_MS).unref();
await untilStopped([async () => worker.stop()], worker.stopped);
process.exit();
