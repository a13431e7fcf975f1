import type { TaskMeta } from '../../core/contract/contract.js';
import { DEFAULT_KEEP_MS } from '../../core/contract/task-meta.js';
import type { Caller } from '../../core/person/caller.js';
import {
  approversOf,
  isSamePrincipal,
  mayAnswer,
  mayApprove,
} from '../../core/question/approvers.js';
import { isOwnWorkflowId } from '../../core/task/own-workflow-id.js';
import { parseTaskId } from '../../core/task/task-id.js';
import { toPromisedTtlMs } from '../../core/task/task.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { Approvers } from '../../definition/tool/access.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { findExecution } from '../describe/find-execution.js';
import type { FirstRuns } from '../describe/first-runs.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { readCancelRequested } from '../read/read-cancel-requested.js';
import type { TemporalTask } from '../read/to-task.js';
import type { TaskIdRing } from '../start/task-id-ring.js';
import type { OpenTaskReader } from '../task/open-task-reader.js';
import { refuseEvenly } from '../task/refuse-evenly.js';

export type ApprovedTool = ToolDefinition & { readonly access: { readonly approvers: Approvers } };

export interface ApproverReaderOptions {
  readonly ids: TaskIdRing;
  readonly tools: ToolCatalog;
  readonly firstRuns: FirstRuns;
  readonly open: OpenTaskReader;
}

/** Another owner's task with questions for the approver. */
export interface ApproverReading {
  /** At least one of its questions is for the approver. */
  readonly task: TemporalTask;
  readonly tool: ApprovedTool;
  readonly meta: TaskMeta;
  readonly execution: DescribedExecution;
}

/** It alone decides what an approver sees. */
export class ApproverReader {
  readonly #calls: TemporalCalls;
  readonly #options: ApproverReaderOptions;

  constructor(calls: TemporalCalls, options: ApproverReaderOptions) {
    this.#calls = calls;
    this.#options = options;
  }

  toolsFor(by: Caller): ReadonlyMap<string, ApprovedTool> {
    const approved = [...this.#options.tools.values()].filter(
      (tool): tool is ApprovedTool =>
        tool.access.approvers !== undefined && mayApprove(tool.access.approvers, by),
    );
    return new Map(approved.map((tool) => [tool.name, tool]));
  }

  /** Returns true if the memo lets the caller see a task as an approver. Their own tasks are excluded. */
  isForApprover(meta: TaskMeta | undefined, by: Caller): meta is TaskMeta {
    if (!meta || !approversOf(this.toolsFor(by).get(meta.toolName), meta)) return false;
    // The name is compared, too: the tag may belong to a secret that was dropped.
    return (
      !this.#options.ids.isOwnerTag(meta.ownerTag, by.owner) && !isSamePrincipal(meta.principal, by)
    );
  }

  /**
   * @throws {TaskError} `taskNotFound` for every task that the caller may not answer. It takes one call to Temporal,
   * unless the caller approves no tool.
   */
  async read(taskId: string, by: Caller): Promise<ApproverReading> {
    const { execution, meta, tool } = await this.#find(taskId, by);
    if (!execution.isOpen) throw taskNotFound();
    const { firstRuns, open } = this.#options;
    const cancelRequested = await readCancelRequested(taskId, execution, firstRuns);
    const runId = parseTaskId(taskId) ? undefined : execution.runId;
    const task = await open.read({ taskId, execution, meta, runId, cancelRequested });
    if (!task.questions.some((question) => mayAnswer(question, 'approver'))) throw taskNotFound();
    return { task, tool, meta, execution };
  }

  /**
   * Finds a task whose questions the caller may answer, even without open questions or after its end.
   *
   * @throws {TaskError} `taskNotFound` for every other task, and after its expiry.
   */
  async readPast(taskId: string, by: Caller): Promise<Omit<ApproverReading, 'task'>> {
    const reading = await this.#find(taskId, by);
    const { meta, execution } = reading;
    const { closedAt } = execution;
    const keepMs = meta.keepMs ?? DEFAULT_KEEP_MS;
    const nowMs = Date.now();
    const ttlMs = toPromisedTtlMs({ ...meta, keepMs, closedAt, nowMs });
    const isOver = closedAt !== undefined && nowMs > Date.parse(meta.createdAt) + ttlMs;
    if (isOver) throw taskNotFound();
    return reading;
  }

  async #find(taskId: string, by: Caller): Promise<Omit<ApproverReading, 'task'>> {
    const tools = this.toolsFor(by);
    const parsed = parseTaskId(taskId);
    if (tools.size === 0 || !(parsed ?? isOwnWorkflowId(taskId))) throw taskNotFound();
    const sinceMs = performance.now();
    const execution = await findExecution(this.#calls, taskId);
    if (!execution) return refuseEvenly(sinceMs);
    const mayBe = this.#mayBeForApprover(execution, tools, by);
    const meta = mayBe
      ? (await this.#options.firstRuns.readStart(taskId, execution)).meta
      : undefined;
    const isTask = parsed === undefined || parsed.ownerTag === meta?.ownerTag;
    if (!isTask || !this.isForApprover(meta, by)) return refuseEvenly(sinceMs);
    const tool = tools.get(meta.toolName);
    if (!tool) return refuseEvenly(sinceMs);
    return { tool, meta, execution };
  }

  /** Some SDKs drop the memo at continue-as-new. Then the Workflow Type says if the start of the chain is worth a read. */
  #mayBeForApprover(
    { meta, workflowType }: DescribedExecution,
    tools: ReadonlyMap<string, ApprovedTool>,
    by: Caller,
  ): boolean {
    if (meta) return this.isForApprover(meta, by);
    return [...tools.values()].some(({ start }) => start.type === workflowType);
  }
}
