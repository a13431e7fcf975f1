import type { CreatedDelivery, DeliveryOptions } from '../app/server/create-delivery.js';
import type { WorkerHandle } from '../worker/run-worker.js';

/** Starts the Workers that deliver events to endpoints: one for each valid secret, which has its own Task Queue. */
export async function startDeliveryWorker(
  options: DeliveryOptions,
): Promise<WorkerHandle & Pick<CreatedDelivery, 'reload'>> {
  const { createDelivery } = await import('../app/server/create-delivery.js');
  const { delivery, taskQueues, configured, reload } = await createDelivery(options);
  const { startWorker } = await import('../worker/run-worker.js');
  const { deliveryWorkerOptions } = await import('../worker/delivery-worker.js');
  const { connection, namespace, dataConverter } = options.temporal;
  const workers: WorkerHandle[] = [];
  for (const taskQueue of taskQueues) {
    const worker = await startWorker({
      connection: connection as Parameters<typeof startWorker>[0]['connection'],
      namespace,
      ...deliveryWorkerOptions(delivery, taskQueue),
      ...(dataConverter && { dataConverter }),
    });
    workers.push(worker);
  }
  // The Workers for these executions are running by now.
  void configured.apply(options.manifest.webhooks ?? []);
  return {
    reload,
    stop: async () => {
      configured.close();
      await Promise.all(workers.map(async (worker) => worker.stop()));
    },
    stopped: Promise.race(workers.map(async ({ stopped }) => stopped)),
  };
}
