import { CancellationScope, sleep, workflowInfo } from '@temporalio/workflow';

import type { TaskProgress } from '../core/contract/contract.js';

import type { StatePublisher } from './state-publisher.js';

/**
 * Minimum interval of published progress: a share of the run's age, within bounds. It grows with the run's age to keep
 * history small; `docs/workflow-contract.md` has the figures.
 */
export interface ProgressPace {
  readonly minIntervalMs: number;
  readonly maxIntervalMs: number;
  /** Above 0 and below 1: 0.02 is every 2 % of the run's age. */
  readonly shareOfAge: number;
}

/** Once a second at first, at last once a minute: 265 publications in the first hour, 60 in each later hour. */
export const OWN_PACE: ProgressPace = {
  minIntervalMs: 1_000,
  maxIntervalMs: 60_000,
  shareOfAge: 0.02,
};

/**
 * A fifth of that rate, for a child: each publication is also a Signal to its parent, which can take 10,000 Signals.
 */
export const CHILD_PACE: ProgressPace = {
  minIntervalMs: 5_000,
  maxIntervalMs: 300_000,
  shareOfAge: 0.1,
};

/** Progress by contributor: the Workflow itself or one of its children. */
export type Contributions = Readonly<Record<string, TaskProgress>>;

const OWN = 'own';

/** Adds up the progress of a Workflow and its children, and publishes it at intervals. The sum never decreases. */
export class ProgressReporter {
  readonly #publisher: StatePublisher;
  readonly #pace: ProgressPace;
  readonly #contributions: Map<string, TaskProgress>;
  #isStaged = false;
  #isTimerRunning = false;

  constructor(publisher: StatePublisher, pace: ProgressPace, carried: Contributions = {}) {
    this.#publisher = publisher;
    this.#pace = pace;
    this.#contributions = new Map(Object.entries(carried));
  }

  /**
   * Takes a report and publishes it when the interval has passed. The last report of a burst is published after two
   * intervals at the latest. A report that does not exceed the contributor's highest so far is ignored.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge` if the message is too long.
   */
  report(progress: TaskProgress, contributor: string = OWN): void {
    const highest = this.#contributions.get(contributor)?.progress ?? -Infinity;
    if (progress.progress <= highest) return;
    this.#contributions.set(contributor, progress);
    const sum = this.#sum(progress.message);
    if (sum.progress <= (this.#publisher.state.progress?.progress ?? -Infinity)) return;
    this.#publisher.stage(sum);
    this.#isStaged = true;
    this.#publishWhenDue();
  }

  /** Call it after every publication, which contains the staged progress, too. */
  onPublish(): void {
    this.#isStaged = false;
  }

  flush(): void {
    if (this.#isStaged) this.#publisher.publishStaged();
  }

  carryOver(): Contributions {
    return Object.fromEntries(
      [...this.#contributions].map(([contributor, { progress, total }]) => [
        contributor,
        { progress, total },
      ]),
    );
  }

  /** Returns the sum. It has a total only if every contributor reports one. */
  #sum(message: string | undefined): TaskProgress {
    const reports = [...this.#contributions.values()];
    const totals = reports.flatMap(({ total }) => total ?? []);
    return {
      progress: reports.reduce((sum, { progress }) => sum + progress, 0),
      total:
        totals.length === reports.length
          ? totals.reduce((sum, total) => sum + total, 0)
          : undefined,
      message,
    };
  }

  #publishWhenDue(): void {
    if (!this.#isStaged) return;
    const dueAtMs = this.#publisher.publishedAtMs + this.#intervalMs();
    if (dueAtMs <= Date.now()) this.#publisher.publishStaged();
    else if (!this.#isTimerRunning) this.#startTimer(dueAtMs);
  }

  /**
   * Publishes the last report of a burst, since no later report would. The timer fires an interval after that report is
   * due. While reports keep coming, they publish themselves, in Workflow Tasks that run anyway.
   */
  #startTimer(dueAtMs: number): void {
    this.#isTimerRunning = true;
    const waitMs = dueAtMs - Date.now() + this.#intervalMs();
    // A cancellation does not stop the timer, so that the progress of the clean-up appears.
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
