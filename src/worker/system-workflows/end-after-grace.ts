import { condition, log, proxyActivities } from '@temporalio/workflow';

import type {
  Cancellation,
  EndActivities,
  EndExecutionOutcome,
  Ending,
} from '../../core/companion/companion.js';

/** An outage keeps a task alive for a week at most: after that, nobody expects its end. */
const { endExecution } = proxyActivities<EndActivities>({
  startToCloseTimeout: '20 seconds',
  scheduleToCloseTimeout: '7 days',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Ends a task that was cancelled, once its time of grace is over. */
export class EndAfterGrace {
  readonly #taskId: string;
  #ending: Ending | undefined;

  constructor(taskId: string, ending: Ending | undefined) {
    this.#taskId = taskId;
    this.#ending = ending;
  }

  /** The cancellation whose time of grace runs. Absent: none. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** @param atMs When it came, in milliseconds since the epoch. */
  begin(cancellation: Cancellation, atMs: number): void {
    // Further cancellations don't delay the end. One that was repeated after a crash has never reached the task.
    if (this.#ending && cancellation.isRepeated) return;
    const dueAtMs = atMs + cancellation.graceMs;
    this.#ending = { ...cancellation, dueAtMs, evenUnasked: false };
  }

  /**
   * Waits for a cancellation, and terminates the task when its time is over. If its current run was not asked to stop,
   * it is asked then, and terminated after the same time.
   *
   * @param isOver Returns true once no cancellation can come.
   */
  async run(isOver: () => boolean): Promise<void> {
    await condition(() => this.#ending !== undefined || isOver());
    for (let ending = this.#ending; ending; ending = this.#ending) {
      const current = ending;
      const waitMs = Math.max(current.dueAtMs - Date.now(), 1);
      if (await condition(() => this.#ending !== current, waitMs)) continue;
      const outcome = await this.#end(current);
      if (this.#ending !== current) continue;
      const dueAtMs = Date.now() + current.graceMs;
      this.#ending = outcome === 'asked' ? { ...current, dueAtMs, evenUnasked: true } : undefined;
    }
  }

  async #end({ firstRunId, graceMs, signal, evenUnasked }: Ending): Promise<EndExecutionOutcome> {
    const taskId = this.#taskId;
    try {
      return await endExecution({ taskId, firstRunId, graceMs, signal, evenUnasked });
    } catch (error) {
      log.error('A task could not be ended after its cancellation', { taskId, err: error });
      return 'ended';
    }
  }
}
