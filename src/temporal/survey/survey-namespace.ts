import type { Client } from '@temporalio/client';

import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract.js';
import { isTaskError } from '../../core/errors.js';
import { isInternalType } from '../../core/survey/internal-names.js';
import type { NamespaceSurvey, SurveyScope } from '../../core/survey/namespace-survey.js';
import { type SeenTaskQueue, WorkflowRecord } from '../../core/survey/workflow-record.js';
import { countPollers } from '../check/count-pollers.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import { VisibilityLimit } from '../link/visibility-limit.js';
import { readSearchAttributes } from '../list/owner-attribute.js';
import { readInBatches } from '../list/read-in-batches.js';

import { ExecutionFinder, type FoundExecution } from './find-executions.js';
import { readDefinition } from './read-definition.js';
import { readExecution } from './read-execution.js';
import { readHeartbeats } from './read-heartbeats.js';
import { CALL_DEADLINE_MS, READS_AT_ONCE } from './survey-calls.js';

/** Half of a namespace's default limit, in visibility calls per second. */
const VISIBILITY_CALLS_PER_SECOND = 5;
/** Maximum number of a Workflow Type's Task Queues that are asked for their Workers: the latest. */
const MAX_TASK_QUEUES = 10;

/** Reads a namespace: visibility, histories, Task Queues, and one Query for each Workflow Type. It changes no state. */
class Surveyor {
  readonly #calls: TemporalCalls;
  readonly #finder: ExecutionFinder;
  readonly #pollers = new Map<string, Promise<number>>();

  constructor(client: Client, scope: SurveyScope) {
    this.#calls = new TemporalCalls(client, CALL_DEADLINE_MS);
    const limit = new VisibilityLimit(VISIBILITY_CALLS_PER_SECOND);
    this.#finder = new ExecutionFinder(this.#calls, limit, scope);
  }

  async survey(): Promise<NamespaceSurvey> {
    const { types, hasMore } = await this.#finder.findTypes();
    const workflows: WorkflowRecord[] = [];
    const notFound: string[] = [];
    for (const type of types.filter((name) => name !== '' && !isInternalType(name))) {
      const executions = await this.#finder.find(type);
      if (executions.length === 0) notFound.push(type);
      else workflows.push(await this.#read(type, executions));
    }
    const { namespace } = this.#calls.client.options;
    const hasOwnerAttribute = await this.#hasOwnerAttribute();
    return { namespace, workflows, notFound, hasOwnerAttribute, hasMore };
  }

  /** Needs a permission that readers need not have. */
  async #hasOwnerAttribute(): Promise<boolean> {
    try {
      return (await readSearchAttributes(this.#calls)).has(OWNER_SEARCH_ATTRIBUTE);
    } catch (error) {
      if (isTaskError(error)) return false;
      throw error;
    }
  }

  async #read(type: string, executions: readonly FoundExecution[]): Promise<WorkflowRecord> {
    const record = new WorkflowRecord(type);
    await readInBatches(
      executions,
      async (one) => readExecution(this.#calls, one, record),
      READS_AT_ONCE,
    );
    const names = record.taskQueueNames.slice(0, MAX_TASK_QUEUES);
    record.taskQueues = await Promise.all(names.map(async (name) => this.#readTaskQueue(name)));
    const polled = new Set(
      record.taskQueues.flatMap(({ name, pollers }) => (pollers > 0 ? [name] : [])),
    );
    const askable = executions.filter(({ taskQueue }) => polled.has(taskQueue));
    await readDefinition(this.#calls, askable, record);
    await readHeartbeats(this.#calls, executions, record);
    return record;
  }

  async #readTaskQueue(name: string): Promise<SeenTaskQueue> {
    const known = this.#pollers.get(name) ?? countPollers(this.#calls, name);
    this.#pollers.set(name, known);
    return { name, pollers: await known };
  }
}

/**
 * Surveys the recent executions of a namespace: Workflow Types, Task Queues, arguments, results, Signals, Queries and
 * Updates. It starts no execution. The result holds names, counts and shapes, without any value.
 *
 * @throws {TaskError} If Temporal does not answer, or refuses.
 */
export async function surveyNamespace(
  client: Client,
  scope: SurveyScope,
): Promise<NamespaceSurvey> {
  return new Surveyor(client, scope).survey();
}
