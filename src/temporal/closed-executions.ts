import type { ClosedExecution, ClosedPage, ClosedQuery, Owner } from '../core/tasks.js';

import type { Adoption } from './adoption.js';
import type { TaskLister } from './list-tasks.js';
import type { NamespaceRetention } from './namespace-retention.js';
import type { TemporalCalls } from './temporal-calls.js';
import { VisibilityLimit } from './visibility-limit.js';

/** Visibility calls a second for this, on top of those for lists. */
const CALLS_PER_SECOND = 2;
const PAGE_SIZE = 500;

/** What looking for closed executions needs. */
export interface ClosedDependencies {
  readonly lister: Pick<TaskLister, 'toFilter'>;
  readonly adoption: Pick<Adoption, 'remember'>;
  readonly retention: Pick<NamespaceRetention, 'read'>;
}

interface Timestamp {
  readonly seconds?: unknown;
  readonly nanos?: number | null;
}

function toMs({ seconds, nanos }: Timestamp): number {
  return Number(seconds ?? 0) * 1000 + Math.floor((nanos ?? 0) / 1e6);
}

/** Lists an owner's executions by when they have closed. */
export class ClosedExecutions {
  readonly #calls: TemporalCalls;
  readonly #dependencies: ClosedDependencies;
  readonly #limit = new VisibilityLimit(CALLS_PER_SECOND);

  constructor(calls: TemporalCalls, dependencies: ClosedDependencies) {
    this.#calls = calls;
    this.#dependencies = dependencies;
  }

  /**
   * Visibility sorts the newest first, and not every store sorts otherwise. So while there is more than a page, half of the
   * time is asked for, and the caller comes back for the rest.
   */
  async list(owner: Owner, { fromMs, untilMs }: ClosedQuery): Promise<ClosedPage> {
    const retentionMs = await this.#dependencies.retention.read();
    const kept = retentionMs === undefined ? {} : { keptSinceMs: Date.now() - retentionMs };
    let endMs = untilMs;
    while (endMs > fromMs) {
      const isShortest = endMs - fromMs <= 1;
      const executions = await this.#listWithin(owner, { fromMs, untilMs: endMs }, isShortest);
      if (executions) return { executions, untilMs: endMs, ...kept };
      endMs = fromMs + Math.ceil((endMs - fromMs) / 2);
    }
    return { executions: [], untilMs: Math.max(fromMs, untilMs), ...kept };
  }

  /** @returns `undefined` when there is more than a page, unless all of it has to be had. */
  async #listWithin(
    owner: Owner,
    { fromMs, untilMs }: ClosedQuery,
    takesAll: boolean,
  ): Promise<ClosedExecution[] | undefined> {
    const [from, until] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
    const query = `${this.#dependencies.lister.toFilter(owner)} AND ExecutionStatus != 'Running' AND ExecutionStatus != 'ContinuedAsNew' AND CloseTime >= '${from ?? ''}' AND CloseTime < '${until ?? ''}'`;
    const found: ClosedExecution[] = [];
    let nextPageToken = new Uint8Array();
    do {
      await this.#limit.take();
      const token = nextPageToken;
      const page = await this.#calls.run(async (client) =>
        client.workflowService.listWorkflowExecutions({
          namespace: client.options.namespace,
          query,
          pageSize: PAGE_SIZE,
          nextPageToken: token,
        }),
      );
      nextPageToken = Uint8Array.from(page.nextPageToken);
      if (nextPageToken.byteLength > 0 && page.executions.length > 0 && !takesAll) return undefined;
      for (const row of page.executions) {
        this.#dependencies.adoption.remember(owner, row);
        const taskId = row.execution?.workflowId;
        if (taskId && row.closeTime) found.push({ taskId, closedAtMs: toMs(row.closeTime) });
      }
    } while (nextPageToken.byteLength > 0);
    return found.sort((a, b) => a.closedAtMs - b.closedAtMs);
  }
}
