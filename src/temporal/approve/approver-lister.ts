import { isTaskGone } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import type { AskedPage, AskedTask } from '../../core/question/asked-task.js';
import type { Sealer } from '../../core/sealer.js';
import { readMemo } from '../describe/describe-execution.js';
import { isTooLarge } from '../link/from-temporal-error.js';
import { invalidCursor } from '../link/invalid-cursor.js';
import { IS_OPEN } from '../link/open-executions.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { quoteTexts } from '../link/visibility-text.js';
import type { Visibility, VisibilityPage } from '../link/visibility.js';
import { readInBatches } from '../list/read-in-batches.js';
import { SharedRuns } from '../list/shared-runs.js';

import type { ApprovedTool, ApproverReader, ApproverReading } from './approver-reader.js';

/** Rows of a page of visibility. Each row has its memo, of 32 KiB and more. */
const ROWS = 50;
/**
 * Maximum pages of visibility for one page. If most executions have no question, a page may be empty although there
 * are more.
 */
const MAX_PAGES = 4;
/** Number of tasks that fill a page. The last call may bring more. */
const PAGE_SIZE = 20;
const PURPOSE = 'asked-cursor';

interface Row {
  readonly taskId: string;
  /** True if the task may have a question for the approver. */
  readonly isCandidate: boolean;
}

export interface ApproverListerOptions {
  readonly reader: ApproverReader;
  readonly visibility: Visibility;
  readonly sealer: Sealer;
  readonly toView: (reading: ApproverReading) => AskedTask;
}

export class ApproverLister {
  readonly #calls: TemporalCalls;
  readonly #options: ApproverListerOptions;
  readonly #lists = new SharedRuns<AskedPage>();

  constructor(calls: TemporalCalls, options: ApproverListerOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  get #namespace(): string {
    return this.#calls.client.options.namespace;
  }

  async list(by: Caller, cursor: string | undefined): Promise<AskedPage> {
    const tools = this.#options.reader.toolsFor(by);
    if (tools.size === 0) {
      if (cursor !== undefined) throw invalidCursor();
      return { tasks: [] };
    }
    const key = JSON.stringify([by.owner, [...tools.keys()], cursor]);
    return this.#lists.share(key, async () => this.#list(by, tools, cursor));
  }

  async #list(
    by: Caller,
    tools: ReadonlyMap<string, ApprovedTool>,
    cursor: string | undefined,
  ): Promise<AskedPage> {
    const tasks: AskedTask[] = [];
    const types = new Set(Array.from(tools.values(), ({ start }) => start.type));
    const pages = this.#options.visibility.pages(by.owner, {
      query: `WorkflowType IN ${quoteTexts(types)} AND ${IS_OPEN}`,
      pageSize: ROWS,
      nextPageToken: cursor === undefined ? null : await this.#open(by, cursor),
    });
    let read = 0;
    for await (const { executions, nextPageToken } of pages) {
      tasks.push(...(await this.#readAll(await this.#toRows(executions, by, tools), by)));
      read += 1;
      const isFull = read === MAX_PAGES || tasks.length >= PAGE_SIZE;
      if (isFull && nextPageToken.byteLength > 0) {
        return { tasks, nextCursor: await this.#seal(by, nextPageToken) };
      }
    }
    return { tasks };
  }

  async #toRows(
    executions: VisibilityPage['executions'],
    by: Caller,
    tools: ReadonlyMap<string, ApprovedTool>,
  ): Promise<readonly Row[]> {
    const rows = executions.map(async ({ execution, memo }): Promise<Row> => {
      const taskId = execution?.workflowId ?? '';
      const { meta, state } = await readMemo(this.#calls, taskId, memo?.fields ?? {});
      // A later run may lack the memo. Then only a read of the task decides.
      if (!meta) return { taskId, isCandidate: true };
      const asks = state?.inputRequests !== undefined;
      const { declared = [] } = tools.get(meta.toolName)?.questions ?? {};
      const isTheirs = this.#options.reader.isForApprover(meta, by);
      return { taskId, isCandidate: isTheirs && (asks || declared.length > 0) };
    });
    return Promise.all(rows);
  }

  /** Reads each candidate, since visibility lags behind. */
  async #readAll(rows: readonly Row[], by: Caller): Promise<AskedTask[]> {
    const candidates = rows.filter(({ isCandidate }) => isCandidate);
    return readInBatches(candidates, async ({ taskId }) => this.#read(taskId, by));
  }

  async #read(taskId: string, by: Caller): Promise<AskedTask | undefined> {
    try {
      return this.#options.toView(await this.#options.reader.read(taskId, by));
    } catch (error) {
      // A task that cannot be read must not keep its approvers from the others.
      if (isTaskGone(error) || isTooLarge(error)) return undefined;
      throw error;
    }
  }

  async #seal({ owner }: Caller, token: Uint8Array): Promise<string> {
    const position = Buffer.from(token).toString('base64');
    return this.#options.sealer.seal(PURPOSE, { owner, position, namespace: this.#namespace });
  }

  async #open(by: Caller, cursor: string): Promise<Uint8Array> {
    const opened = (await this.#options.sealer.open(PURPOSE, cursor)) ?? {};
    const { owner, position, namespace } = opened;
    const isTheirs = owner === by.owner && namespace === this.#namespace;
    if (!isTheirs || typeof position !== 'string') throw invalidCursor();
    return Uint8Array.from(Buffer.from(position, 'base64'));
  }
}
