import { log } from '@temporalio/workflow';

import type { Notice } from '../../core/webhook/task-news.js';

/** Posts notices to endpoints: those of one endpoint one after the other. */
export class Posts {
  readonly #send: (notice: Notice) => Promise<void>;
  readonly #last = new Map<string, Promise<void>>();
  #waiting = 0;

  constructor(send: (notice: Notice) => Promise<void>) {
    this.#send = send;
  }

  /** All notices are accepted or lost. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  add(notice: Notice): void {
    const before = this.#last.get(notice.endpoint) ?? Promise.resolve();
    this.#waiting += 1;
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
    } finally {
      this.#waiting -= 1;
    }
  }
}
