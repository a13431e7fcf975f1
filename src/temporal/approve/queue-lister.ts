import type { TaskMeta } from '../../core/contract/contract.js';
import { isTaskGone } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import type { AskedTask, QueuedTask, QueuePage } from '../../core/question/asked-task.js';
import { compareQueued, type Queued } from '../../core/question/queue-order.js';
import type { Sealer } from '../../core/sealer.js';
import { parseTaskId } from '../../core/task/task-id.js';
import type { Task } from '../../core/task/task.js';
import type { ListOptions } from '../../core/task/tasks.js';
import { isApprover, type Viewer } from '../../core/task/viewer.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { readMemo } from '../describe/describe-execution.js';
import { Cursors, invalidCursor, toPageToken, toTokenText } from '../link/cursors.js';
import { isTooLarge } from '../link/from-temporal-error.js';
import { IS_OPEN } from '../link/open-executions.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { quoteTexts } from '../link/visibility-text.js';
import type { Visibility } from '../link/visibility.js';
import { readInBatches } from '../list/read-in-batches.js';
import { SharedRuns } from '../list/shared-runs.js';
import type { Access } from '../task/task-access.js';
import type { TaskReader } from '../task/task-reader.js';

import type { ApprovedTool, ApproverReader } from './approver-reader.js';
import { toApproverView, toOwnerView } from './asked-views.js';
import { lookAtOpen, lookOn, type OpenRow } from './look-at-open.js';

/** Maximum number of tasks of a page that are read, since their questions are not in their rows. */
const MAX_READS = 100;

type Role = Viewer['role'];

export interface QueueListerOptions {
  readonly approvers: ApproverReader;
  readonly access: Access;
  readonly reader: TaskReader;
  readonly tools: ToolCatalog;
  readonly visibility: Visibility;
  readonly sealer: Sealer;
  /** The visibility filter for an owner's executions. */
  readonly toFilter: (owner: string) => string;
}

/** One person, in all roles. */
interface Person {
  readonly caller: Caller;
  readonly owns: boolean;
  /** Tools whose questions they may answer for others. */
  readonly tools: ReadonlyMap<string, ApprovedTool>;
}

/** What a row shows: a task that asks, one that has to be read, or nothing for this person. */
type Finding =
  | { readonly kind: 'asks'; readonly task: QueuedTask }
  | { readonly kind: 'unknown'; readonly taskId: string }
  | { readonly kind: 'nothing' };

const NOTHING: Finding = { kind: 'nothing' };

/** The place of a task in the queue: that of its first question. */
function toPlace({ questions, askedAt }: AskedTask): Queued {
  const places = questions.map((question) => ({
    answerBy: question.answerBy,
    askedAt: question.askedAt ?? askedAt,
  }));
  return places.sort(compareQueued)[0] ?? { askedAt };
}

/** Chooses as many of the oldest as of the newest, so that neither keeps people from the others. */
function chooseReads(newestFirst: readonly string[]): readonly string[] {
  if (newestFirst.length <= MAX_READS) return newestFirst;
  const half = MAX_READS / 2;
  return [...newestFirst.slice(0, half), ...newestFirst.slice(-half)];
}

/** The open questions of a person: one search over all their roles, and no read of a task whose row has its questions. */
export class QueueLister {
  readonly #calls: TemporalCalls;
  readonly #options: QueueListerOptions;
  readonly #cursors: Cursors<string>;
  readonly #lists = new SharedRuns<QueuePage>();

  constructor(calls: TemporalCalls, options: QueueListerOptions) {
    this.#calls = calls;
    this.#options = options;
    this.#cursors = new Cursors(options.sealer, 'queue', calls.client.options.namespace);
  }

  async list(as: readonly Viewer[], { cursor }: ListOptions): Promise<QueuePage> {
    const person = this.#toPerson(as);
    if (!person) {
      if (cursor !== undefined) throw invalidCursor();
      return { tasks: [] };
    }
    const { caller, owns, tools } = person;
    const key = JSON.stringify([caller.owner, owns, [...tools.keys()], cursor]);
    return this.#lists.share(key, async () => this.#list(person, cursor));
  }

  /** @returns `undefined` if no task can ask them. */
  #toPerson(as: readonly Viewer[]): Person | undefined {
    const approver = as.find(isApprover);
    const tools = approver
      ? this.#options.approvers.toolsFor(approver.caller)
      : new Map<string, ApprovedTool>();
    const owns = as.some((by) => !isApprover(by));
    const [first] = as;
    return first && (owns || tools.size > 0) ? { caller: first.caller, owns, tools } : undefined;
  }

  async #list(person: Person, cursor: string | undefined): Promise<QueuePage> {
    const { visibility } = this.#options;
    const { owner } = person.caller;
    const search = { visibility, owner, query: this.#toQuery(person) };
    const { rows, lookedAt, nextPageToken } =
      cursor === undefined
        ? await lookAtOpen(search)
        : await lookOn(search, toPageToken(await this.#cursors.open({ owner }, cursor)));
    const findings = await Promise.all(rows.map(async (row) => this.#judge(row, person)));
    const unknown = findings.flatMap((finding) =>
      finding.kind === 'unknown' ? finding.taskId : [],
    );
    const toRead = chooseReads(unknown);
    const unread = unknown.length - toRead.length;
    const read = await readInBatches(toRead, async (taskId) => this.#read(taskId, person));
    const asking = findings.flatMap((finding) => (finding.kind === 'asks' ? finding.task : []));
    return {
      tasks: [...asking, ...read].sort((a, b) => compareQueued(toPlace(a), toPlace(b))),
      lookedAt,
      unread: unread > 0 ? unread : undefined,
      nextCursor:
        nextPageToken && (await this.#cursors.seal({ owner }, toTokenText(nextPageToken))),
    };
  }

  #toQuery({ caller, owns, tools }: Person): string {
    const types = new Set(Array.from(tools.values(), ({ start }) => start.type));
    const anyOf = [
      ...(owns ? [this.#options.toFilter(caller.owner)] : []),
      ...(types.size > 0 ? [`WorkflowType IN ${quoteTexts(types)}`] : []),
    ];
    return `${anyOf.length === 1 ? anyOf.join('') : `(${anyOf.join(' OR ')})`} AND ${IS_OPEN}`;
  }

  /** Judges a row by its memo. Opening a question reads the truth. */
  async #judge({ execution, memo, type }: OpenRow, person: Person): Promise<Finding> {
    const taskId = execution?.workflowId ?? '';
    const { meta, state } = await readMemo(this.#calls, taskId, memo?.fields ?? {});
    if (!meta) {
      // A later run may lack the memo, and an adopted execution has none.
      const mayAsk = state?.inputRequests !== undefined || this.#declares(type?.name);
      return mayAsk ? { kind: 'unknown', taskId } : NOTHING;
    }
    const by = this.#roleIn(taskId, meta, person);
    const tool = by && this.#options.tools.get(meta.toolName);
    if (!by) return NOTHING;
    if ((tool?.questions.declared ?? []).length > 0) return { kind: 'unknown', taskId };
    if (!state?.inputRequests) return NOTHING;
    const questions = this.#options.reader.open.publishedQuestions({
      taskId,
      meta,
      execution: { state },
    });
    const { toolName, createdAt } = meta;
    const lastUpdatedAt = state.updatedAt ?? createdAt;
    const asking = { taskId, toolName, createdAt, lastUpdatedAt, questions };
    const task =
      by === 'owner' ? toOwnerView(asking, tool) : tool && toApproverView(asking, tool, meta);
    return task && task.questions.length > 0
      ? { kind: 'asks', task: { ...task, role: by } }
      : NOTHING;
  }

  /** The only role in which a person sees a task: approvers answer for others. */
  #roleIn(taskId: string, meta: TaskMeta, { caller, owns, tools }: Person): Role | undefined {
    const { access, approvers } = this.#options;
    if (access.mayLook(taskId, caller.owner) && access.isOwned(taskId, meta, caller.owner)) {
      return owns ? 'owner' : undefined;
    }
    const parsed = parseTaskId(taskId);
    const isTask = parsed === undefined || parsed.ownerTag === meta.ownerTag;
    const isTheirs = isTask && tools.has(meta.toolName) && approvers.isForApprover(meta, caller);
    return isTheirs ? 'approver' : undefined;
  }

  #declares(workflowType: string | null | undefined): boolean {
    return [...this.#options.tools.values()].some(
      ({ start, questions }) => start.type === workflowType && questions.declared.length > 0,
    );
  }

  /** Reads a task as its owner or, if it is another person's, as an approver. `undefined`: it asks nothing. */
  async #read(taskId: string, { caller, owns, tools }: Person): Promise<QueuedTask | undefined> {
    const { approvers, tools: all } = this.#options;
    try {
      const own = owns ? await this.#readOwn(taskId, caller.owner) : undefined;
      if (own) {
        const view = toOwnerView(own, all.get(own.toolName));
        return view.questions.length > 0 ? { ...view, role: 'owner' } : undefined;
      }
      if (tools.size === 0) return undefined;
      const { task, tool, meta } = await approvers.read(taskId, caller);
      return { ...toApproverView(task, tool, meta), role: 'approver' };
    } catch (error) {
      // A task that cannot be read must not keep its people from the others.
      if (isTaskGone(error) || isTooLarge(error)) return undefined;
      throw error;
    }
  }

  async #readOwn(taskId: string, owner: string): Promise<Task | undefined> {
    try {
      return await this.#options.reader.read(taskId, owner);
    } catch (error) {
      if (isTaskGone(error)) return undefined;
      throw error;
    }
  }
}
