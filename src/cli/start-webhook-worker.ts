import type { NotifierOptions } from '../app/server/create-notifier.js';
import type { Manifest } from '../manifest/manifest.js';
import type { WorkerHandle } from '../worker/run-worker.js';

/** They need a running Worker. */
export function hasWebhooks({ tools }: Manifest): boolean {
  return [...tools.values()].some(({ webhooks }) => webhooks.length > 0);
}

export async function startWebhookWorker(options: NotifierOptions): Promise<WorkerHandle> {
  const { createNotifier } = await import('../app/server/create-notifier.js');
  const { startWorker } = await import('../worker/run-worker.js');
  const { webhookWorkerOptions } = await import('../worker/webhook-worker.js');
  const { manifest, temporal } = options;
  const { connection, namespace, dataConverter } = temporal;
  return startWorker({
    connection: connection as Parameters<typeof startWorker>[0]['connection'],
    namespace,
    ...webhookWorkerOptions(createNotifier(options), manifest.server.name),
    dataConverter,
  });
}
