import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import { quoteTexts } from '../link/visibility-text.js';

/** Visibility calls per second for look-ups, in addition to those for lists. */
const CALLS_PER_SECOND = 2;
/** Maximum number of look-ups in one call. Their IDs take 4 KB of its query. */
const MAX_IN_ONE_CALL = 100;
/** Suggested retry, in milliseconds. Other owners may wait for a call at the same time. */
const RETRY_AFTER_MS = 2_000;

/** Lookups of one owner that go into one call. */
interface Lookups {
  readonly runIds: Set<string>;
  /** Run IDs that visibility has found. */
  readonly found: Promise<ReadonlySet<string>>;
}

/**
 * Asks visibility if executions belong to an owner. Waiting look-ups of one owner become one call. Owners take turns,
 * so that an owner with many look-ups does not delay others.
 */
export class OwnerLookups {
  readonly #calls: TemporalCalls;
  readonly #limit = new VisibilityLimit(CALLS_PER_SECOND);
  /** Waiting calls, by owner and filter. */
  readonly #waiting = new Map<string, Lookups>();

  constructor(calls: TemporalCalls) {
    this.#calls = calls;
  }

  /**
   * @param filter Finds the owner's executions in visibility.
   * @returns True if the run is among them.
   * @throws {TaskError} `busy` above 100 lookups of the owner at once.
   */
  async has(owner: string, runId: string, filter: string): Promise<boolean> {
    const key = JSON.stringify([owner, filter]);
    const { runIds, found } = this.#waiting.get(key) ?? this.#begin(owner, key, filter);
    if (runIds.size >= MAX_IN_ONE_CALL && !runIds.has(runId)) {
      throw new TaskError(
        TaskErrorCode.busy,
        `You look for more than ${MAX_IN_ONE_CALL} tasks at once. Try again in ${RETRY_AFTER_MS / 1_000} seconds.`,
        { retryAfterMs: RETRY_AFTER_MS },
      );
    }
    runIds.add(runId);
    return (await found).has(runId);
  }

  #begin(owner: string, key: string, filter: string): Lookups {
    const runIds = new Set<string>();
    const find = async (): Promise<ReadonlySet<string>> => {
      try {
        await this.#limit.take(owner);
      } finally {
        // Lookups that come from now on go into the next call.
        this.#waiting.delete(key);
      }
      return this.#find(runIds, filter);
    };
    const lookups = { runIds, found: find() };
    this.#waiting.set(key, lookups);
    return lookups;
  }

  async #find(runIds: ReadonlySet<string>, filter: string): Promise<ReadonlySet<string>> {
    const { executions } = await this.#calls.run(async (client) =>
      client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        query: `RunId IN ${quoteTexts(runIds)} AND (${filter})`,
        pageSize: MAX_IN_ONE_CALL,
      }),
    );
    return new Set(executions.flatMap(({ execution }) => execution?.runId ?? []));
  }
}
