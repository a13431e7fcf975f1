import type { WorkflowService } from '@temporalio/client';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import { Turns } from '../../core/value/turns.js';

import type { TemporalCalls } from './temporal-calls.js';

/** The owner of searches for all owners. No real owner has this name, since owners are words or JSON. */
export const EVERYBODY = '';
const DEFAULT_CALLS_PER_SECOND = 4;
/** Maximum wait for a call, in milliseconds. Longer waits are refused. */
const MAX_WAIT_MS = 10_000;

type ListRequest = Exclude<Parameters<WorkflowService['listWorkflowExecutions']>[0], Uint8Array>;

export interface VisibilityQuery extends Pick<ListRequest, 'nextPageToken'> {
  readonly query: string;
  readonly pageSize: number;
}

export type VisibilityPage = Awaited<ReturnType<WorkflowService['listWorkflowExecutions']>>;

/**
 * All calls of a process to Temporal's visibility. A namespace allows 10 a second by default, so a process takes a part
 * of them, in which owners take turns.
 */
export class Visibility {
  readonly #calls: TemporalCalls;
  readonly #turns: Turns;

  constructor(calls: TemporalCalls, callsPerSecond = DEFAULT_CALLS_PER_SECOND) {
    this.#calls = calls;
    this.#turns = new Turns({ atOnce: callsPerSecond, perSecond: callsPerSecond });
  }

  /** @throws {TaskError} `busy` if too many calls are waiting; else the error of the call. */
  async list(owner: string, query: VisibilityQuery): Promise<VisibilityPage> {
    return this.#run(owner, async () =>
      this.#calls.run(async ({ workflowService, options: { namespace } }) =>
        workflowService.listWorkflowExecutions({ namespace, ...query }),
      ),
    );
  }

  /** @throws {TaskError} As {@link list}. */
  async count(owner: string, query: string): Promise<number> {
    const { count } = await this.#run(owner, async () =>
      this.#calls.run(async ({ workflowService, options: { namespace } }) =>
        workflowService.countWorkflowExecutions({ namespace, query }),
      ),
    );
    return Number(count);
  }

  async #run<Answer>(owner: string, call: () => Promise<Answer>): Promise<Answer> {
    const waitMs = this.#turns.waitMs(owner);
    if (waitMs > MAX_WAIT_MS) {
      const waitSeconds = Math.ceil(waitMs / 1_000);
      throw new TaskError(
        TaskErrorCode.busy,
        `You have requested too many lists of tasks at once. Try again in ${waitSeconds} seconds.`,
        { retryAfterMs: waitSeconds * 1_000 },
      );
    }
    return this.#turns.run(owner, call);
  }
}
