import type { TemporalSettings } from '../app/config/connect-temporal.js';
import type { WorkerHandle } from '../worker/run-worker.js';

/** Starts the Worker of this package's own Workflows, which end cancelled tasks after their time of grace. */
export async function startSystemWorker({
  connection,
  namespace,
  dataConverter,
}: TemporalSettings): Promise<WorkerHandle> {
  const { startWorker } = await import('../worker/run-worker.js');
  const { systemWorkerOptions } = await import('../worker/system-worker.js');
  return startWorker({
    connection: connection as Parameters<typeof startWorker>[0]['connection'],
    namespace,
    ...systemWorkerOptions(),
    dataConverter,
  });
}
