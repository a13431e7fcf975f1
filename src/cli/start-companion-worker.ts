import type { CompanionOptions } from '../app/server/create-companion.js';
import { isAccompanied } from '../core/companion/needs-companion.js';
import type { WorkerHandle } from '../worker/run-worker.js';

/** Starts the Worker that a manifest needs for its webhooks and deadlines: none, or one. */
export async function startCompanionWorker(options: CompanionOptions): Promise<WorkerHandle[]> {
  const { manifest, temporal } = options;
  if (![...manifest.tools.values()].some(isAccompanied)) return [];
  const { createCompanion } = await import('../app/server/create-companion.js');
  const { startWorker } = await import('../worker/run-worker.js');
  const { companionWorkerOptions } = await import('../worker/companion-worker.js');
  const { connection, namespace, dataConverter } = temporal;
  const worker = await startWorker({
    connection: connection as Parameters<typeof startWorker>[0]['connection'],
    namespace,
    ...companionWorkerOptions(createCompanion(options), manifest.server.name),
    dataConverter,
  });
  return [worker];
}
