import type { temporal } from '@temporalio/proto';

import { isInternalAttribute } from '../../core/survey/internal-names.js';
import type { SurveyScope } from '../../core/survey/namespace-survey.js';
import type { RecentExecution } from '../../core/survey/workflow-record.js';
import { hasEndedBadly } from '../check/recorded-starts.js';
import { WorkflowExecutionStatus } from '../link/proto-enums.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import type { VisibilityLimit } from '../link/visibility-limit.js';
import { quoteText, quoteTexts } from '../link/visibility-text.js';
import { readMemo } from '../read/describe-execution.js';

import { MAX_TYPES, ROWS_AT_ONCE } from './survey-calls.js';

type Row = temporal.api.workflow.v1.IWorkflowExecutionInfo;

/** An execution, as visibility lists it. */
export interface FoundExecution extends RecentExecution {
  readonly workflowId: string;
  readonly runId: string;
  readonly historyLength: number;
}

const SCHEDULED = 'TemporalScheduledById';

/**
 * Finds executions by visibility, which allows a namespace 10 calls per second by default. Other clients need some,
 * too.
 */
export class ExecutionFinder {
  readonly #calls: TemporalCalls;
  readonly #limit: VisibilityLimit;
  readonly #scope: SurveyScope;

  constructor(calls: TemporalCalls, limit: VisibilityLimit, scope: SurveyScope) {
    this.#calls = calls;
    this.#limit = limit;
    this.#scope = scope;
  }

  /**
   * Finds recent Workflow Types. Each search excludes the found types, so that a type with thousands of executions does
   * not hide others.
   */
  async findTypes(): Promise<{ readonly types: readonly string[]; readonly hasMore: boolean }> {
    const { types: named } = this.#scope;
    if (named) return { types: [...new Set(named)].slice(0, MAX_TYPES), hasMore: false };
    const found = new Set<string>();
    while (found.size < MAX_TYPES) {
      const before = found.size;
      const filter = before === 0 ? [] : [`WorkflowType NOT IN ${quoteTexts(found)}`];
      for (const { type } of await this.#list(filter, ROWS_AT_ONCE)) found.add(type?.name ?? '');
      if (found.size === before) return { types: [...found].sort(), hasMore: false };
    }
    return { types: [...found].sort().slice(0, MAX_TYPES), hasMore: true };
  }

  /** Finds the latest executions of a Workflow Type. If there are many, half of them are open and half closed. */
  async find(type: string): Promise<FoundExecution[]> {
    const { limit } = this.#scope;
    const ofType = `WorkflowType = ${quoteText(type)}`;
    const open = await this.#list([ofType, `ExecutionStatus = 'Running'`], limit);
    const closed = await this.#list([ofType, `ExecutionStatus != 'Running'`], limit);
    const closedCount = Math.min(
      closed.length,
      Math.max(Math.ceil(limit / 2), limit - open.length),
    );
    const rows = [...open.slice(0, limit - closedCount), ...closed.slice(0, closedCount)];
    return Promise.all(rows.map(async (row) => this.#toFound(row)));
  }

  async #list(filters: readonly string[], pageSize: number): Promise<Row[]> {
    const { taskQueues } = this.#scope;
    const all = [...filters, ...(taskQueues ? [`TaskQueue IN ${quoteTexts(taskQueues)}`] : [])];
    await this.#limit.take();
    const { executions } = await this.#calls.run(async (client) =>
      client.workflowService.listWorkflowExecutions({
        namespace: client.options.namespace,
        query: all.join(' AND '),
        pageSize,
      }),
    );
    return executions;
  }

  async #toFound(row: Row): Promise<FoundExecution> {
    const { execution, memo, searchAttributes, parentExecution, startTime } = row;
    const attributes = Object.keys(searchAttributes?.indexedFields ?? {});
    const tool = await this.#readTool(row);
    return {
      workflowId: execution?.workflowId ?? '',
      runId: execution?.runId ?? '',
      historyLength: Number(row.historyLength ?? 0),
      isOpen: row.status === WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING,
      isChild: (parentExecution?.workflowId ?? '') !== '',
      isScheduled: attributes.includes(SCHEDULED),
      hasEndedBadly: hasEndedBadly(row.status),
      taskQueue: row.taskQueue ?? '',
      startedAtMs: Number(startTime?.seconds ?? 0) * 1000,
      searchAttributes: attributes.filter((name) => !isInternalAttribute(name)),
      memo: Object.keys(memo?.fields ?? {}),
      ...(tool !== undefined && { tool }),
    };
  }

  /** Returns the tool that has started it, if it is a task with a readable memo. */
  async #readTool({ execution, memo }: Row): Promise<string | undefined> {
    const workflowId = execution?.workflowId ?? '';
    return (await readMemo(this.#calls, workflowId, memo?.fields ?? {})).meta?.toolName;
  }
}
