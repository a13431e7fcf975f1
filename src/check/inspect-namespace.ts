import type { Client } from '@temporalio/client';

import { SYSTEM_TASK_QUEUE, toCompanionTaskQueue } from '../core/companion/companion.js';
import { isAccompanied, needsSystemWorker } from '../core/companion/needs-companion.js';
import { silentLogger } from '../core/logger.js';
import type { ToolCatalog, ToolDefinition } from '../core/tool/tool-definition.js';
import { ttl as ttlKey } from '../definition/tool/ttl.js';
import { fillIn } from '../manifest/compile/compile-text.js';
import { findExecution } from '../temporal/describe/find-execution.js';
import { NamespaceRetention } from '../temporal/link/namespace-retention.js';
import { IS_OPEN } from '../temporal/link/open-executions.js';
import { readSearchAttribute } from '../temporal/link/payload-reader.js';
import {
  describeMissingCurrent,
  describeMissingPinned,
  parseVersion,
  readTaskQueue,
  type TaskQueue,
  toVersionText,
} from '../temporal/link/task-queue.js';
import { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { quoteText, quoteTexts } from '../temporal/link/visibility-text.js';
import { EVERYBODY, Visibility } from '../temporal/link/visibility.js';

import { explainError, type Finding } from './finding.js';
import { inspectActivities } from './inspect-activities.js';
import { inspectSearchAttributes } from './inspect-search-attributes.js';
import { type InspectedTools, inspectWorkflows } from './inspect-workflows.js';
import { inspectPermitted } from './permitted.js';

const HOUR_MS = 3_600_000;
const KEYS = ['default', 'min', 'max', 'afterEnd'] as const;

/** Retentions are days or hours, so that hours tell any two times apart. */
function toHours(ms: number): string {
  return `${Number((ms / HOUR_MS).toFixed(2))} h`;
}

/** Finds times to live that the server cuts to the retention of the namespace. Its own defaults aren't a promise. */
async function inspectRetention(calls: TemporalCalls, tools: ToolCatalog): Promise<Finding[]> {
  const retentionMs = await new NamespaceRetention(calls, silentLogger).read();
  if (retentionMs === undefined) return [];
  const usual = fillIn(ttlKey, {}, []);
  const retention = `${toHours(retentionMs)}, the retention of namespace ${calls.client.options.namespace}`;
  return [...tools.values()].flatMap(({ name, ttl }) =>
    KEYS.filter((key) => ttl[key] > retentionMs && ttl[key] !== usual[key]).map((key): Finding => ({
      level: 'warning',
      tool: name,
      path: ['tools', name, 'ttl', key],
      message: `ttl.${key} is ${toHours(ttl[key])}, which the server cuts to ${retention}. Shorten it, or raise the retention.`,
    })),
  );
}

const CALL_DEADLINE_MS = 5_000;

/** The ID of no execution. To answer that it is unknown, Temporal has to have the namespace. */
const PROBED_ID = 'mcp-check';

/** @throws {TaskError} If Temporal does not have the namespace, or refuses the credentials what servers need. */
async function inspectConnection(calls: TemporalCalls): Promise<Finding> {
  const { namespace } = calls.client.options;
  await findExecution(calls, PROBED_ID);
  return { level: 'ok', message: `Namespace ${namespace} is reachable.` };
}

/** The Search Attribute with the version of an execution: `shop:1.0`. */
const VERSION = 'TemporalWorkerDeploymentVersion';
/** Maximum number of versions without Workers that are named for a Task Queue. */
const MAX_VERSIONS = 10;

/**
 * Finds open executions that are pinned to versions without Workers, by the versions of the executions: a deployment
 * may not list them.
 */
async function inspectPinned(calls: TemporalCalls, queue: TaskQueue): Promise<Finding[]> {
  const visibility = new Visibility(calls);
  const pinned = [
    `TaskQueue = ${quoteText(queue.name)}`,
    "TemporalWorkflowVersioningBehavior = 'Pinned'",
    IS_OPEN,
  ].join(' AND ');
  const versions = queue.versions.map(toVersionText);
  const findings: Finding[] = [];
  while (findings.length < MAX_VERSIONS) {
    const others = versions.length === 0 ? '' : ` AND ${VERSION} NOT IN ${quoteTexts(versions)}`;
    const page = { query: `${pinned}${others}`, pageSize: 1 };
    const [row] = (await visibility.list(EVERYBODY, page)).executions;
    const text = readSearchAttribute(row?.searchAttributes?.indexedFields?.[VERSION]);
    if (typeof text !== 'string' || versions.includes(text)) break;
    versions.push(text);
    const query = `${pinned} AND ${VERSION} = ${quoteText(text)}`;
    const open = await visibility.count(EVERYBODY, query);
    const missing = describeMissingPinned(queue, parseVersion(text), `--query "${query}"`) ?? '';
    const message = `Task Queue ${queue.name}: ${open} open workflow(s) cannot continue. ${missing}`;
    findings.push({ level: 'warning', message });
  }
  return findings;
}

async function inspectTaskQueue(
  calls: TemporalCalls,
  taskQueue: string,
  toolNames: readonly string[],
): Promise<Finding[]> {
  const queue = await readTaskQueue(calls, taskQueue);
  const path = ['tools', toolNames[0] ?? '', 'workflow', 'taskQueue'];
  const names = toolNames.join(', ');
  if (queue.pollers === 0) {
    const message = `Task Queue ${taskQueue} is not polled by any worker: calls of ${names} would wait. Start a Worker, or correct "taskQueue".`;
    return [{ level: 'problem', path, message }];
  }
  const missing = describeMissingCurrent(queue);
  const polled = `Task Queue ${taskQueue} is polled by ${queue.pollers} worker(s)`;
  const finding: Finding =
    missing === undefined
      ? { level: 'ok', message: `${polled}.` }
      : {
          level: 'problem',
          path,
          message: `${polled}, but calls of ${names} would wait. ${missing}`,
        };
  const what = {
    call: 'ListWorkflowExecutions and CountWorkflowExecutions',
    unknown: `whether open Workflows of Task Queue ${taskQueue} are pinned to versions without Workers`,
  };
  return [finding, ...(await inspectPermitted(what, async () => inspectPinned(calls, queue)))];
}

/** Work of this package, or an Activity of users, that needs a Worker. */
interface OwnWork {
  readonly taskQueue: string;
  /** The tools that may need it. None: the Task Queue is not checked. */
  readonly tools: readonly ToolDefinition[];
  /** The level of the finding if no Worker runs. */
  readonly level: 'warning' | 'problem';
  /** The consequence for these tools, named in `names`, if no Worker runs. */
  readonly explain: (names: string) => string;
}

/** The Workflows of tools of other kinds, such as jobs, and their Activities. */
function toWorkOfKinds(tools: readonly ToolDefinition[]): readonly OwnWork[] {
  const needing = tools.flatMap((tool) =>
    tool.work ? [{ tool, taskQueue: tool.work.taskQueue }] : [],
  );
  const queues = [
    { taskQueue: SYSTEM_TASK_QUEUE, needed: needing },
    ...[...new Set(needing.map(({ taskQueue }) => taskQueue))].map((taskQueue) => ({
      taskQueue,
      needed: needing.filter((tool) => tool.taskQueue === taskQueue),
    })),
  ];
  return queues.map(({ taskQueue, needed }) => ({
    taskQueue,
    tools: needed.map(({ tool }) => tool),
    level: 'problem',
    explain: (names) =>
      `calls of ${names} would wait. Run "temporal-mcp-tasks worker --manifest FILE" with this manifest.`,
  }));
}

function toActivityWork(tools: readonly ToolDefinition[]): readonly OwnWork[] {
  const activities = tools.filter(({ start }) => start.kind === 'activity');
  const queues = [...new Set(activities.map(({ start }) => start.taskQueue))];
  return queues.map((taskQueue) => ({
    taskQueue,
    tools: activities.filter(({ start }) => start.taskQueue === taskQueue),
    level: 'problem',
    explain: (names) =>
      `calls of ${names} would wait. Start a Worker with their Activities, or correct "taskQueue".`,
  }));
}

function toOwnWork({ tools, server }: InspectedTools): readonly OwnWork[] {
  const all = [...tools.values()];
  return [
    ...toActivityWork(all),
    ...toWorkOfKinds(all),
    {
      taskQueue: SYSTEM_TASK_QUEUE,
      tools: all.filter((tool) => !tool.work && needsSystemWorker(tool)),
      level: 'warning',
      explain: (names) =>
        `without one, cancel.terminateAfter, webhooks and onDeadline of ${names} do nothing. Run "temporal-mcp-tasks worker", or a Worker with systemWorkerOptions().`,
    },
    {
      taskQueue: toCompanionTaskQueue(server.name),
      tools: all.filter(isAccompanied),
      level: 'warning',
      explain: (names) =>
        `the webhooks of ${names} are not called, and their questions are not declined when their time is over. Run "temporal-mcp-tasks worker --manifest FILE" with this manifest.`,
    },
  ];
}

async function inspectOwnTaskQueue(
  calls: TemporalCalls,
  { taskQueue, tools, level, explain }: OwnWork,
): Promise<Finding[]> {
  if (tools.length === 0) return [];
  // The Workers of other Task Queues of this package have Activities only.
  const polledFor = taskQueue === SYSTEM_TASK_QUEUE ? 'workflows' : 'activities';
  const { pollers } = await readTaskQueue(calls, taskQueue, polledFor);
  if (pollers > 0) {
    const message = `Task Queue ${taskQueue} is polled by ${pollers} worker(s).`;
    return [{ level: 'ok', message }];
  }
  const names = tools.map(({ name }) => name).join(', ');
  const message = `Task Queue ${taskQueue} is not polled by any worker: ${explain(names)}`;
  return [{ level, message }];
}

function groupByTaskQueue(tools: ToolCatalog): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, start, work } of tools.values()) {
    // A tool that adopts executions starts none, and Workers of this package carry out other kinds.
    const { kind, adopt, taskQueue } = start;
    if (adopt !== undefined || work || kind === 'activity') continue;
    groups.set(taskQueue, [...(groups.get(taskQueue) ?? []), name]);
  }
  return groups;
}

/**
 * Checks a manifest's tools against the live namespace: connection, Search Attributes, pollers of every Task
 * Queue (also those of this package's own Workflows), and recent executions of the tools' Workflows. Nothing is started.
 */
export async function inspectNamespace(
  client: Client,
  inspected: InspectedTools,
): Promise<Finding[]> {
  const { tools } = inspected;
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS);
  const queueCall = {
    call: 'DescribeTaskQueue',
    unknown: 'whether Workers poll the Task Queues of the tools',
  };
  const attributesCall = {
    call: 'OperatorService.ListSearchAttributes',
    unknown: 'whether the Search Attributes of the tools are registered',
  };
  try {
    return [
      await inspectConnection(calls),
      ...(await inspectPermitted(attributesCall, async () =>
        inspectSearchAttributes(calls, tools),
      )),
      ...(await inspectRetention(calls, tools)),
      ...(await inspectPermitted(queueCall, async () => {
        const findings: Finding[] = [];
        for (const [taskQueue, toolNames] of groupByTaskQueue(tools)) {
          findings.push(...(await inspectTaskQueue(calls, taskQueue, toolNames)));
        }
        for (const work of toOwnWork(inspected)) {
          findings.push(...(await inspectOwnTaskQueue(calls, work)));
        }
        return findings;
      })),
      ...(await inspectWorkflows(calls, inspected)),
      ...(await inspectActivities(calls, tools)),
    ];
  } catch (error) {
    return [
      { level: 'problem', message: `The request to Temporal failed: ${explainError(error)}` },
    ];
  }
}
