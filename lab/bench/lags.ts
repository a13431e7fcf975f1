import { setTimeout as pause } from 'node:timers/promises';

import { times } from './in-parallel.js';
import { neverPolled, startRaw } from './raw-temporal.js';
import type { BenchContext } from './scenario.js';

/** Waits without an answer after this time count as lost. */
const PATIENCE_MS = 180_000;

/** Starts tasks without a Worker. @returns Their IDs. */
export async function startTasks(context: BenchContext, count: number): Promise<string[]> {
  const { environment } = context;
  const handles = await times(count, async () => startRaw(environment, neverPolled(environment)));
  return handles.map(({ workflowId }) => workflowId);
}

/** Ends tasks, and records when each waiting client knows of the end. */
export class Lags {
  readonly #context: BenchContext;
  readonly #knownAtMs = new Map<string, number>();
  readonly #endedAtMs = new Map<string, number>();

  constructor(context: BenchContext) {
    this.#context = context;
  }

  expect(taskId: string, endedAtMs: Promise<number>): void {
    void endedAtMs.then((atMs) => this.#knownAtMs.set(taskId, atMs));
  }

  async end(taskId: string): Promise<void> {
    const handle = this.#context.environment.temporal.workflow.getHandle(taskId);
    await handle.terminate('enough');
    this.#endedAtMs.set(taskId, performance.now());
  }

  async settle(count: number): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    while (this.#knownAtMs.size < count && performance.now() < until) await pause(50);
  }

  /** Returns lags in milliseconds. An answer before Temporal's acknowledgement counts as 0. Lost waits are left out. */
  of(taskIds: readonly string[]): number[] {
    return taskIds.flatMap((taskId) => {
      const [known, ended] = [this.#knownAtMs.get(taskId), this.#endedAtMs.get(taskId)];
      return known === undefined || ended === undefined ? [] : [Math.max(0, known - ended)];
    });
  }
}
