/** Adoption: a rule of the manifest makes tasks of executions that this server did not start. */
import { LRUCache } from 'lru-cache';

import { META_MEMO_KEY, OWNER_SEARCH_ATTRIBUTE, type TaskMeta } from '../../core/contract.js';
import { isTaskError, type TaskError } from '../../core/errors.js';
import { toOwnerName } from '../../core/person/owner.js';
import { fillTemplate, placeholdersIn } from '../../core/tool/argument-template.js';
import type { CurrentTools, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { DescribedExecution } from '../read/describe-execution.js';
import { findExecution } from '../read/find-execution.js';
import type { TaskIdRing } from '../start/task-id-ring.js';

import { readSharedRule, type SharedRule } from './adoption-rule.js';
import { OwnerLookups } from './owner-lookups.js';

/**
 * Time for which a known owner of an execution is kept, in milliseconds. Otherwise, every poll would cost a
 * visibility call.
 */
const KNOWN_MS = 60_000;
const MAX_KNOWN = 10_000;
/** Owners with other names adopt no executions: a quote would change the query. */
const QUOTABLE_NAME = /^[\w.@:|+/=~-]+$/;

/** Run ID in look-ups of an unknown ID. */
const NO_RUN = '00000000-0000-0000-0000-000000000000';

/** A row of a list, with the members that adoption needs. */
export interface ListedExecution {
  readonly execution?: {
    readonly workflowId?: string | null;
    readonly runId?: string | null;
  } | null;
  readonly type?: { readonly name?: string | null } | null;
  readonly searchAttributes?: {
    readonly indexedFields?: Readonly<Record<string, unknown>> | null;
  } | null;
}

interface Rule {
  readonly tool: ToolDefinition;
  readonly query: string;
}

function toFilter(workflowType: string, query: string, name: string): string {
  return `(WorkflowType = '${workflowType}' AND (${fillTemplate(query, () => name)}))`;
}

const isForEverybody = (query: string): boolean => placeholdersIn(query).length === 0;

/** The owner's name in the rules; `undefined` for an owner that the rules never match. */
export function toAdoptingName(owner: string): string | undefined {
  const name = toOwnerName(owner);
  return name !== undefined && QUOTABLE_NAME.test(name) ? name : undefined;
}

/** Decides by the rules of adoption which executions belong to an owner. */
export class Adoption {
  readonly #calls: TemporalCalls;
  readonly #ids: TaskIdRing;
  readonly #tools: CurrentTools;
  readonly #lookups: OwnerLookups;
  /** Owner and run of recently confirmed executions. */
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: KNOWN_MS });
  /** Start times by first run ID. */
  readonly #startedAt = new LRUCache<string, string>({ max: MAX_KNOWN });

  constructor(calls: TemporalCalls, ids: TaskIdRing, tools: CurrentTools) {
    this.#calls = calls;
    this.#ids = ids;
    this.#tools = tools;
    this.#lookups = new OwnerLookups(calls);
  }

  /** Rules by Workflow Type. */
  get #rules(): ReadonlyMap<string, Rule> {
    return new Map(
      [...this.#tools().values()].flatMap((tool) =>
        tool.start?.adopts === undefined
          ? []
          : [[tool.workflowType, { tool, query: tool.start.adopts }] as const],
      ),
    );
  }

  /**
   * Filters for an owner's executions by these rules, to be joined by OR.
   *
   * @param workflowTypes Default: those of all rules.
   */
  toFilters(
    owner: string,
    workflowTypes: Iterable<string> = this.#rules.keys(),
  ): readonly string[] {
    const name = toAdoptingName(owner);
    const rules = this.#rules;
    return [...workflowTypes].flatMap((workflowType) => {
      const { query } = rules.get(workflowType) ?? {};
      if (query === undefined || (name === undefined && !isForEverybody(query))) return [];
      return [toFilter(workflowType, query, name ?? '')];
    });
  }

  /** Rules by Workflow Type. A rule is `undefined` if only Temporal can evaluate it, not a row. */
  get sharedRules(): ReadonlyMap<string, SharedRule | undefined> {
    return new Map([...this.#rules].map(([type, { query }]) => [type, readSharedRule(query)]));
  }

  /** Notes that a list with these filters has shown an execution, so that the owner is known. */
  remember(owner: string, { execution, type, searchAttributes }: ListedExecution): void {
    const isByRule =
      this.#rules.has(type?.name ?? '') &&
      searchAttributes?.indexedFields?.[OWNER_SEARCH_ATTRIBUTE] === undefined;
    if (isByRule && execution?.runId) this.#known.set(`${owner} ${execution.runId}`, true);
  }

  /** Remembers that a rule matched a run for the owner. The run must not be a task that a server started. */
  rememberRun(
    owner: string,
    { runId, workflowType }: { readonly runId: string; readonly workflowType: string },
  ): void {
    this.remember(owner, { execution: { runId }, type: { name: workflowType } });
  }

  /**
   * Returns the meta data of an execution that a rule gives to the owner; otherwise `undefined`. A rule never gives
   * away another owner's task. Unknown and foreign IDs cost the same calls.
   *
   * @throws {TaskError} `busy` if the owner looks up too many at once.
   */
  async find(
    taskId: string,
    owner: string,
    execution: DescribedExecution | undefined,
  ): Promise<TaskMeta | undefined> {
    if (this.#rules.size === 0) return undefined;
    const { type, memo } = execution?.raw.workflowExecutionInfo ?? {};
    const runs = [execution?.runId ?? '', execution?.firstRunId ?? ''];
    const isKnown = runs.some((runId) => this.#known.has(`${owner} ${runId}`));
    const isOwners = isKnown || (await this.#isListed(owner, execution?.runId ?? NO_RUN));
    const rule = this.#rules.get(type?.name ?? '');
    const isTask = memo?.fields?.[META_MEMO_KEY] !== undefined || execution?.ownerTag !== undefined;
    if (!isOwners || !rule || !execution || isTask) return undefined;
    // The chain's next run is listed late, so the first run is remembered, too.
    if (!isKnown) for (const runId of runs) this.#known.set(`${owner} ${runId}`, true);
    const { tool } = rule;
    return {
      version: 1,
      createdAt: await this.#readStart(taskId, execution),
      ownerTag: this.#ids.current.ownerTag(owner),
      toolName: tool.name,
      ttlMs: tool.ttlMs,
      keepMs: tool.keepMs,
      pollIntervalMs: tool.pollIntervalMs,
      protocolVersion: '',
      ...(tool.terminateAfterMs !== undefined && { terminateAfterMs: tool.terminateAfterMs }),
    };
  }

  /**
   * Tries the rules' queries against Temporal.
   *
   * @returns Temporal's error for each refused query, by tool.
   */
  async try(): Promise<ReadonlyMap<string, TaskError>> {
    const faults = new Map<string, TaskError>();
    for (const [workflowType, { tool, query }] of this.#rules) {
      try {
        await this.#count(toFilter(workflowType, query, 'nobody'));
      } catch (error) {
        if (isTaskError(error)) faults.set(tool.name, error);
      }
    }
    return faults;
  }

  async #count(query: string): Promise<number> {
    const { count } = await this.#calls.run(async (client) =>
      client.workflowService.countWorkflowExecutions({
        namespace: client.options.namespace,
        query,
      }),
    );
    return Number(count);
  }

  async #isListed(owner: string, runId: string): Promise<boolean> {
    const filters = this.toFilters(owner);
    if (filters.length === 0) return false;
    return this.#lookups.has(owner, runId, filters.join(' OR '));
  }

  /** Returns the start time of the first run. Later runs of the chain have start times of their own. */
  async #readStart(taskId: string, execution: DescribedExecution): Promise<string> {
    const { firstRunId, runId, startedAt } = execution;
    if (firstRunId === runId) return startedAt;
    const known = this.#startedAt.get(firstRunId);
    if (known !== undefined) return known;
    // Retention may have removed the first run of a long chain.
    const first = await findExecution(this.#calls, taskId, firstRunId);
    const found = first?.startedAt ?? startedAt;
    this.#startedAt.set(firstRunId, found);
    return found;
  }
}
