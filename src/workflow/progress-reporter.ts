import { CancellationScope, sleep, workflowInfo } from '@temporalio/workflow';

import type { TaskProgress } from '../core/contract.js';

import type { StatePublisher } from './state-publisher.js';

/**
 * Minimum interval of published progress: a share of the run's age, within bounds. A long job may report less often,
 * and history has to stay small: `docs/workflow-contract.md` has the figures.
 */
export interface ProgressPace {
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
  /** Above 0 and below 1: 0.02 is every 2 % of the run's age. */
  readonly shareOfAge: number;
}

/** Once a second at first, and once a minute in the end: 265 publications in the first hour, 60 in each later one. */
export const OWN_PACE: ProgressPace = {
  minIntervalMs: 1_000,
  maxIntervalMs: 60_000,
  shareOfAge: 0.02,
};

/** A fifth of that, for a child: each publication is a Signal to its parent as well, and a parent takes 10,000. */
export const CHILD_PACE: ProgressPace = {
  minIntervalMs: 5_000,
  maxIntervalMs: 300_000,
  shareOfAge: 0.1,
};

/** Progress by who made it: a Workflow itself, and its children. */
export type Contributions = Readonly<Record<string, TaskProgress>>;

const OWN = 'own';

/** Adds up the progress of a Workflow and its children, and publishes it now and then. It never goes back. */
export class ProgressReporter {
  readonly #publisher: StatePublisher;
  readonly #pace: ProgressPace;
  readonly #contributions: Map<string, TaskProgress>;
  #isWaiting = false;
  #isTimerRunning = false;

  constructor(publisher: StatePublisher, pace: ProgressPace, carried: Contributions = {}) {
    this.#publisher = publisher;
    this.#pace = pace;
    this.#contributions = new Map(Object.entries(carried));
  }

  /**
   * Takes a report, and publishes it when its turn comes: the last one of a burst two intervals later at the latest. A
   * report that does not exceed the contributor's highest so far is ignored.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge`, for a message that does not fit.
   */
  report(progress: TaskProgress, contributor: string = OWN): void {
    const highest = this.#contributions.get(contributor)?.progress ?? -Infinity;
    if (progress.progress <= highest) return;
    this.#contributions.set(contributor, progress);
    const sum = this.#sum(progress.message);
    if (sum.progress <= (this.#publisher.state.progress?.progress ?? -Infinity)) return;
    this.#publisher.stage(sum);
    this.#isWaiting = true;
    this.#publishWhenDue();
  }

  /** To be called after every publication: what waited has gone along with it. */
  onPublish(): void {
    this.#isWaiting = false;
  }

  /** Publishes at once what waits for its turn, if anything does. */
  flush(): void {
    if (this.#isWaiting) this.#publisher.publishStaged();
  }

  /** State for the next run, if this run continues as new now. */
  carryOver(): Contributions {
    return Object.fromEntries(
      [...this.#contributions].map(([contributor, { progress, total }]) => [
        contributor,
        { progress, ...(total !== undefined && { total }) },
      ]),
    );
  }

  /** The total is known once all parts know theirs. */
  #sum(message: string | undefined): TaskProgress {
    const all = [...this.#contributions.values()];
    const totals = all.flatMap(({ total }) => total ?? []);
    return {
      progress: all.reduce((sum, { progress }) => sum + progress, 0),
      ...(totals.length === all.length && { total: totals.reduce((sum, total) => sum + total, 0) }),
      ...(message !== undefined && { message }),
    };
  }

  #publishWhenDue(): void {
    if (!this.#isWaiting) return;
    const dueAtMs = this.#publisher.publishedAtMs + this.#intervalMs();
    if (dueAtMs <= Date.now()) this.#publisher.publishStaged();
    else if (!this.#isTimerRunning) this.#startTimer(dueAtMs);
  }

  /**
   * Publishes the last report of a burst, after which no other one comes. The timer fires an interval after that report
   * is due: as long as reports keep coming, they publish themselves, in Workflow Tasks that there are anyway.
   */
  #startTimer(dueAtMs: number): void {
    this.#isTimerRunning = true;
    const waitMs = dueAtMs - Date.now() + this.#intervalMs();
    // A cancellation does not stop it: progress of the clean-up matters, too.
    void CancellationScope.nonCancellable(() => sleep(waitMs)).then(() => {
      this.#isTimerRunning = false;
      this.#publishWhenDue();
    });
  }

  #intervalMs(): number {
    const { minIntervalMs, maxIntervalMs, shareOfAge } = this.#pace;
    const ageMs = Date.now() - workflowInfo().runStartTime.getTime();
    return Math.ceil(Math.min(Math.max(ageMs * shareOfAge, minIntervalMs), maxIntervalMs));
  }
}
