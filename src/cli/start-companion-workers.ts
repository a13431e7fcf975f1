import type { NotifierOptions } from '../app/server/create-notifier.js';
import { hasDeadlines } from '../core/question/declared-question.js';
import type { Manifest } from '../manifest/manifest.js';
import type { WorkerHandle } from '../worker/run-worker.js';

function hasWebhooks({ tools }: Manifest): boolean {
  return [...tools.values()].some(({ webhooks }) => webhooks.length > 0);
}

function declines({ tools }: Manifest): boolean {
  return [...tools.values()].some(({ questions }) => hasDeadlines(questions.declared));
}

/** Starts the Workers that a manifest needs for its webhooks and deadlines: none, one or two. */
export async function startCompanionWorkers(options: NotifierOptions): Promise<WorkerHandle[]> {
  const { manifest } = options;
  return Promise.all([
    ...(hasWebhooks(manifest) ? [startWebhookWorker(options)] : []),
    ...(declines(manifest) ? [startDeadlineWorker(options)] : []),
  ]);
}

async function startDeadlineWorker(options: NotifierOptions): Promise<WorkerHandle> {
  const { createDeadlineKeeper } = await import('../app/server/create-deadline-keeper.js');
  const { startWorker } = await import('../worker/run-worker.js');
  const { deadlineWorkerOptions } = await import('../worker/deadline-worker.js');
  const { manifest, temporal } = options;
  const { connection, namespace, dataConverter } = temporal;
  return startWorker({
    connection: connection as Parameters<typeof startWorker>[0]['connection'],
    namespace,
    ...deadlineWorkerOptions(createDeadlineKeeper(options), manifest.server.name),
    dataConverter,
  });
}

async function startWebhookWorker(options: NotifierOptions): Promise<WorkerHandle> {
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
