import type { WorkflowService } from '@temporalio/client';

import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { logSummed } from '../../core/value/summed-log.js';
import { Turns } from '../../core/value/turns.js';

import { fetchFittingPage } from './fitting-page.js';
import { isTooLarge } from './from-temporal-error.js';
import type { TemporalCalls } from './temporal-calls.js';

/** The owner of searches for all owners. No real owner has this name, since owners are words or JSON. */
export const EVERYBODY = '';
const DEFAULT_CALLS_PER_SECOND = 4;
/** Maximum wait for a call, in milliseconds. Longer waits are refused. */
const MAX_WAIT_MS = 10_000;

type ListRequest = Exclude<Parameters<WorkflowService['listWorkflowExecutions']>[0], Uint8Array>;

export interface VisibilityQuery extends Pick<ListRequest, 'nextPageToken'> {
  readonly query: string;
  /** Default: Workflows. */
  readonly source?: RowSource | undefined;
  /** Maximum number of rows. A page has fewer if their memos are larger than one message may be. */
  readonly pageSize: number;
}

type ListReply = Awaited<ReturnType<WorkflowService['listWorkflowExecutions']>>;

export type VisibilityPage = Pick<ListReply, 'executions' | 'nextPageToken'>;

/** Kinds of executions, which have lists of their own. */
export interface RowSource {
  list(calls: TemporalCalls, request: Omit<VisibilityQuery, 'source'>): Promise<VisibilityPage>;
  count(calls: TemporalCalls, query: string): Promise<number>;
}

const WORKFLOWS: RowSource = {
  list: async (calls, request) =>
    calls.run(async ({ workflowService, options: { namespace } }) =>
      workflowService.listWorkflowExecutions({ namespace, ...request }),
    ),
  async count(calls, query) {
    const { count } = await calls.run(async ({ workflowService, options: { namespace } }) =>
      workflowService.countWorkflowExecutions({ namespace, query }),
    );
    return Number(count);
  },
};

export interface VisibilityOptions {
  /** Default: 4. */
  readonly callsPerSecond?: number | undefined;
  /** Default: no log. */
  readonly logger?: Logger | undefined;
}

/** Ends a list before a row that is too large. No call of Temporal can skip a row without reading it. */
const LAST_PAGE: VisibilityPage = { executions: [], nextPageToken: new Uint8Array() };

/**
 * All calls of a process to Temporal's visibility. A namespace allows 10 a second by default, so a process takes a part
 * of them, in which owners take turns.
 */
export class Visibility {
  readonly #calls: TemporalCalls;
  readonly #turns: Turns;
  readonly #logger: Logger | undefined;

  constructor(
    calls: TemporalCalls,
    { callsPerSecond = DEFAULT_CALLS_PER_SECOND, logger }: VisibilityOptions = {},
  ) {
    this.#calls = calls;
    this.#logger = logger;
    this.#turns = new Turns({ atOnce: callsPerSecond, perSecond: callsPerSecond });
  }

  /**
   * Lists page after page. A page after one with fewer rows has up to twice as many.
   *
   * @throws {TaskError} `busy` if too many calls are waiting; else the error of the call.
   */
  async *pages(
    owner: string,
    { pageSize, nextPageToken: from, ...query }: VisibilityQuery,
  ): AsyncGenerator<VisibilityPage, void> {
    let [rows, nextPageToken] = [pageSize, from];
    do {
      const page = await fetchFittingPage(rows, async (pageSize) => {
        rows = pageSize;
        return this.#list(owner, {
          ...query,
          pageSize,
          nextPageToken: nextPageToken ?? null,
        });
      }).catch((error: unknown) => this.#endBefore(error));
      yield page;
      ({ nextPageToken } = page);
      rows = Math.min(pageSize, rows * 2);
    } while (nextPageToken.byteLength > 0);
  }

  /** Lists one page. @throws {TaskError} As {@link pages}. */
  async list(owner: string, query: VisibilityQuery): Promise<VisibilityPage> {
    const { value } = await this.pages(owner, query).next();
    return value ?? LAST_PAGE;
  }

  /** @throws {TaskError} As {@link list}. */
  async count(owner: string, query: string, source = WORKFLOWS): Promise<number> {
    return this.#run(owner, async () => source.count(this.#calls, query));
  }

  async #list(
    owner: string,
    { source = WORKFLOWS, ...request }: VisibilityQuery,
  ): Promise<VisibilityPage> {
    return this.#run(owner, async () => source.list(this.#calls, request));
  }

  #endBefore(error: unknown): VisibilityPage {
    if (!isTooLarge(error)) throw error;
    const message =
      'An execution is too large for one message of Temporal. Lists leave out this one and all after it';
    const { cause } = error as Error;
    logSummed(this.#logger, { level: 'error', kind: 'row', fields: { err: cause }, message });
    return LAST_PAGE;
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
