import type { Caller } from '../../core/person/caller.js';
import { toShownPrincipal } from '../../core/person/shown-principal.js';
import type { DecidedTask } from '../../core/question/decision.js';
import type { RecentDecisions } from '../decisions/recent-decisions.js';
import { readMemo } from '../describe/describe-execution.js';
import { IS_OPEN } from '../link/open-executions.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { quoteTexts } from '../link/visibility-text.js';
import type { Visibility } from '../link/visibility.js';
import { readInBatches } from '../list/read-in-batches.js';

import type { ApproverReader } from './approver-reader.js';

/** Number of running executions of a list, the newest ones. Each row has its memo. */
const ROWS = 50;
/** Number of tasks whose histories are looked at, which takes two calls each. */
const MAX_TASKS = 20;

/** Lists what was decided about running tasks of others. It makes the search in which their questions are found. */
export class DecidedLister {
  readonly #calls: TemporalCalls;
  readonly #reader: ApproverReader;
  readonly #visibility: Visibility;
  readonly #decisions: RecentDecisions;

  constructor(
    calls: TemporalCalls,
    {
      reader,
      visibility,
      decisions,
    }: {
      readonly reader: ApproverReader;
      readonly visibility: Visibility;
      readonly decisions: RecentDecisions;
    },
  ) {
    this.#calls = calls;
    this.#reader = reader;
    this.#visibility = visibility;
    this.#decisions = decisions;
  }

  async list(by: Caller): Promise<readonly DecidedTask[]> {
    const tools = this.#reader.toolsFor(by);
    if (tools.size === 0) return [];
    const types = new Set(Array.from(tools.values(), ({ start }) => start.type));
    const { executions } = await this.#visibility.list(by.owner, {
      query: `WorkflowType IN ${quoteTexts(types)} AND ${IS_OPEN}`,
      pageSize: ROWS,
      nextPageToken: null,
    });
    const rows = await Promise.all(
      executions.map(async ({ execution, memo }) => {
        const taskId = execution?.workflowId ?? '';
        const { meta } = await readMemo(this.#calls, taskId, memo?.fields ?? {});
        return { taskId, isTheirs: this.#reader.isForApprover(meta, by) };
      }),
    );
    const theirs = rows.filter(({ isTheirs }) => isTheirs).slice(0, MAX_TASKS);
    return readInBatches(theirs, async ({ taskId }) => this.#read(taskId, by));
  }

  /** Reads a task again, since only its own memo says who may see it. */
  async #read(taskId: string, by: Caller): Promise<DecidedTask | undefined> {
    const reading = await this.#reader.readPast(taskId, by).catch(() => undefined);
    if (!reading) return undefined;
    const { tool, meta, execution } = reading;
    return {
      taskId,
      toolName: tool.name,
      calledBy: meta.principal && toShownPrincipal(meta.principal),
      decisions: await this.#decisions.read({ taskId, runId: execution.runId }),
    };
  }
}
