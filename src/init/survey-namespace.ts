/** Reads what ran lately in a namespace: names, counts and shapes, without any value. It changes no state. */
import type { Client } from '@temporalio/client';

import { IdPattern } from '../check/id-pattern.js';
import { isInternalType } from '../check/internal-names.js';
import { type RecordedStart, SeenStarts } from '../check/recorded-starts.js';
import { OWNER_SEARCH_ATTRIBUTE } from '../core/contract/contract.js';
import { ANY_TASK_ID_PREFIX } from '../core/contract/task-meta.js';
import { isTaskError } from '../core/errors.js';
import { toLine } from '../core/value/quote.js';
import { readSearchAttributes } from '../temporal/link/search-attributes.js';
import { readTaskQueue } from '../temporal/link/task-queue.js';
import { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { Visibility } from '../temporal/link/visibility.js';

import { ArgumentsShape, findUnreadable } from './arguments-shape.js';
import { ActivitySurveyor, type SurveyedActivity } from './survey-activities.js';
import { type SurveyedInterface, surveyInterface } from './survey-interface.js';

/** Deadline of one call with its retries, in milliseconds. A person waits, and Temporal may be far away. */
const CALL_DEADLINE_MS = 10_000;
/** Longest shown name, in characters. */
const MAX_NAME_LENGTH = 100;
/** Maximum number of Workflow Types. Survey a larger namespace in parts. */
const MAX_TYPES = 50;
/** Maximum number of a Workflow Type's Task Queues that are asked for their Workers: the latest. */
const MAX_TASK_QUEUES = 10;
const NAME_IT = 'Name it with --workflow to include it anyway.';

export interface SurveyedWorkflow {
  readonly type: string;
  /** Number of executions that were read. */
  readonly executions: number;
  /** Number of executions that were found and left out, since they failed, were terminated or timed out. */
  readonly failures: number;
  /** Arguments of first runs. */
  readonly starts: ArgumentsShape;
  /** The pattern of Workflow IDs that starters have chosen, without Schedules and tasks. */
  readonly ids: IdPattern;
  /** The latest with Workers, otherwise the latest. */
  readonly taskQueue: { readonly name: string; readonly pollers: number };
  readonly interface: SurveyedInterface;
}

export interface NamespaceSurvey {
  readonly namespace: string;
  /** Sorted by name. */
  readonly offered: readonly SurveyedWorkflow[];
  /** Activity Types, sorted by name. */
  readonly activities: readonly SurveyedActivity[];
  /** Workflow Types that do not become tools, with the reason and the next step. */
  readonly leftOut: readonly { readonly type: string; readonly reason: string }[];
  /** True if the namespace has the Search Attribute that tools with Workflow IDs of their own need. */
  readonly hasOwnerAttribute: boolean;
  /** True if the namespace has more Workflow Types than the survey read. */
  readonly hasMore: boolean;
}

export interface SurveyScope {
  /** Workflow Types, taken even without a Worker, or if other Workflows start them. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Task Queues of the executions' starts. Default: all. */
  readonly taskQueues?: readonly string[] | undefined;
  /** Number of executions read of each Workflow Type. */
  readonly limit: number;
}

class Surveyor {
  readonly #calls: TemporalCalls;
  readonly #visibility: Visibility;
  readonly #seen: SeenStarts;
  /** Executions of Workflow Types that were read. */
  readonly #executions: RecordedStart[] = [];
  readonly #scope: SurveyScope;

  constructor(client: Client, scope: SurveyScope) {
    this.#calls = new TemporalCalls(client, CALL_DEADLINE_MS);
    this.#visibility = new Visibility(this.#calls);
    this.#seen = new SeenStarts(this.#calls, this.#visibility);
    this.#scope = scope;
  }

  async survey(): Promise<NamespaceSurvey> {
    const types = await this.#findTypes();
    const offered: SurveyedWorkflow[] = [];
    const leftOut: NamespaceSurvey['leftOut'][number][] = [];
    for (const type of types.slice(0, MAX_TYPES)) {
      const read = await this.#read(type);
      if (typeof read === 'string') leftOut.push({ type, reason: read });
      else offered.push(read);
    }
    const { namespace } = this.#calls.client.options;
    return {
      namespace,
      offered,
      activities: await this.#findActivities(),
      leftOut,
      hasOwnerAttribute: await this.#hasOwnerAttribute(),
      hasMore: types.length > MAX_TYPES,
    };
  }

  /**
   * Finds recent Workflow Types. Each search excludes the found types, so that a type with thousands of executions does
   * not hide others.
   */
  async #findTypes(): Promise<readonly string[]> {
    const { types: named, taskQueues } = this.#scope;
    if (named) return [...new Set(named)];
    const types = new Set<string>();
    let before = -1;
    while (types.size > before && types.size <= MAX_TYPES) {
      before = types.size;
      const executions = await this.#seen.find({
        taskQueues,
        exceptTypes: types.size > 0 ? [...types] : undefined,
      });
      for (const { workflowType } of executions) types.add(workflowType);
    }
    return [...types].filter((name) => name !== '' && !isInternalType(name)).sort();
  }

  async #findActivities(): Promise<readonly SurveyedActivity[]> {
    const surveyor = new ActivitySurveyor(this.#calls, this.#visibility);
    return surveyor.survey(this.#executions, this.#scope.taskQueues);
  }

  /** Returns the reason if the Workflow Type cannot be offered. */
  async #read(type: string): Promise<SurveyedWorkflow | string> {
    const { types: named, taskQueues, limit } = this.#scope;
    const executions = await this.#seen.find({
      workflowType: type,
      taskQueues,
    });
    if (executions.length === 0) {
      return 'no execution of it was found. Closed ones are kept only for the retention of the namespace.';
    }
    const own = named ? executions : executions.filter(({ isChild }) => !isChild);
    if (own.length === 0) {
      return `all ${executions.length} executions read were started by other Workflows, as children. ${NAME_IT}`;
    }
    const good = own.filter(({ hasEndedBadly }) => !hasEndedBadly).slice(0, limit);
    if (good.length === 0) {
      return `all ${own.length} executions read failed, were terminated or timed out, so their arguments may be wrong. Start one that completes, and run this again.`;
    }
    const failures = own.filter(({ hasEndedBadly }) => hasEndedBadly).length;
    const read = await this.#seen.read(good, limit);
    this.#executions.push(...read);
    return this.#describe(type, read, failures);
  }

  async #describe(
    type: string,
    executions: readonly RecordedStart[],
    failures: number,
  ): Promise<SurveyedWorkflow | string> {
    const starts = new ArgumentsShape();
    const ids = new IdPattern();
    // The start of an execution that a Worker has taken and could not run may be wrong.
    for (const { arguments: workflowArguments, ...start } of executions) {
      if (!workflowArguments || (!start.hasRun && start.failure !== undefined)) continue;
      const encoding = findUnreadable(workflowArguments);
      if (encoding !== undefined) {
        return `its arguments cannot be read (${encoding}). Pass the data converter of your Workers with --data-converter. Arguments that are not JSON even then cannot be a tool's input.`;
      }
      starts.add(workflowArguments);
      const isChosen =
        !start.isChild && !start.isScheduled && !start.workflowId.startsWith(ANY_TASK_ID_PREFIX);
      if (isChosen) ids.add(start.workflowId, workflowArguments);
    }
    if (starts.count === 0) {
      return 'Temporal no longer keeps a start of it: the executions that are left continue older runs, or could not run. Start one, and run this again.';
    }
    const queues = await this.#readTaskQueues(executions);
    const taskQueue = queues.find(({ pollers }) => pollers > 0) ?? queues[0];
    const isNamed = this.#scope.types !== undefined;
    if (!taskQueue || (taskQueue.pollers === 0 && !isNamed)) {
      const names = queues.map(({ name }) => toLine(name, MAX_NAME_LENGTH)).join(', ');
      return `no Worker polls Task Queue ${names}. Start its Worker and run this again. ${NAME_IT}`;
    }
    if (!isNamed && !executions.some(({ hasRun }) => hasRun)) {
      return `no Worker has run any of the ${executions.length} executions read: was it renamed? ${NAME_IT}`;
    }
    return {
      type,
      executions: executions.length,
      failures,
      starts,
      ids,
      taskQueue,
      interface: await surveyInterface(this.#calls, executions),
    };
  }

  /** Most recently used first. */
  async #readTaskQueues(
    executions: readonly RecordedStart[],
  ): Promise<SurveyedWorkflow['taskQueue'][]> {
    const names = [...new Set(executions.map(({ taskQueue }) => taskQueue))];
    return Promise.all(
      names.slice(0, MAX_TASK_QUEUES).map(async (name) => ({
        name,
        pollers: (await readTaskQueue(this.#calls, name)).pollers,
      })),
    );
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
}

/**
 * Starts no execution.
 *
 * @throws {TaskError} If Temporal does not answer, or refuses.
 */
export async function surveyNamespace(
  client: Client,
  scope: SurveyScope,
): Promise<NamespaceSurvey> {
  return new Surveyor(client, scope).survey();
}
