import { continueAsNew, log, proxyActivities, workflowInfo } from '@temporalio/workflow';

import type {
  AwaitNewsInput,
  Notice,
  NotifierActivities,
  NotifierInput,
  TaskNews,
} from '../../core/webhook/notifier.js';

/** Length of the first wait, in milliseconds. Each further one is twice as long. */
const FIRST_WAIT_MS = 30_000;
/** Maximum length of a wait, in milliseconds. After the death of a Worker, its tasks' news may be this late. */
const MAX_WAIT_MS = 10 * 60_000;
/** Time for reads beyond the wait, in milliseconds. */
const READ_MS = 30_000;

type Post = (notice: Notice) => Promise<void>;

/** Retries come after 2, 14 and 98 seconds, then every 10 minutes. */
function postFor({ taskQueue, toolName }: NotifierInput): Post {
  const { postNotice } = proxyActivities<NotifierActivities>({
    taskQueue,
    startToCloseTimeout: '20 seconds',
    scheduleToCloseTimeout: '3 days',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 7, maximumInterval: '10 minutes' },
    // Where the service supports it, waits of other tasks do not delay messages.
    priority: { priorityKey: 1 },
  });
  return async (notice) => postNotice({ ...notice, toolName });
}

async function awaitNews(
  { taskQueue, ...task }: NotifierInput,
  wait: Pick<AwaitNewsInput, 'toldKeys' | 'waiting' | 'waitMs'>,
): Promise<TaskNews> {
  const activities = proxyActivities<NotifierActivities>({
    taskQueue,
    startToCloseTimeout: wait.waitMs + READ_MS,
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  });
  return activities.awaitNews({ ...task, ...wait });
}

/** Posts notices to endpoints: those of one endpoint one after the other. */
class Posts {
  readonly #send: Post;
  readonly #last = new Map<string, Promise<void>>();

  constructor(send: Post) {
    this.#send = send;
  }

  add(notice: Notice): void {
    const before = this.#last.get(notice.endpoint) ?? Promise.resolve();
    this.#last.set(
      notice.endpoint,
      before.then(async () => this.#post(notice)),
    );
  }

  async end(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  async #post(notice: Notice): Promise<void> {
    try {
      await this.#send(notice);
    } catch (error) {
      const { endpoint, messageId } = notice;
      log.warn('A webhook was not accepted: it is lost', { endpoint, messageId, err: error });
    }
  }
}

/**
 * Tells the endpoints of a tool of one task's questions and end.
 *
 * Open executions outlive releases: guard any change to its behavior with `patched`.
 */
export async function notifyOfTask(input: NotifierInput): Promise<void> {
  const posts = new Posts(postFor(input));
  let { toldKeys = [], waiting } = input;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    const news = await awaitNews(input, { toldKeys, waiting, waitMs });
    ({ toldKeys, waiting } = news);
    for (const notice of news.notices) posts.add(notice);
    if (news.isOver) return posts.end();
    if (workflowInfo().continueAsNewSuggested) {
      await posts.end();
      return continueAsNew<typeof notifyOfTask>({ ...input, toldKeys, waiting });
    }
    waitMs = news.notices.length > 0 ? FIRST_WAIT_MS : Math.min(2 * waitMs, MAX_WAIT_MS);
  }
}
