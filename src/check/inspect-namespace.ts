import type { Client } from '@temporalio/client';

import { needsSystemWorker } from '../core/task/needs-system-worker.js';
import { SYSTEM_TASK_QUEUE } from '../core/task/termination-grace.js';
import type { ToolCatalog, ToolDefinition } from '../core/tool/tool-definition.js';
import { toWebhookTaskQueue } from '../core/webhook/notifier.js';
import { TemporalCalls } from '../temporal/link/temporal-calls.js';

import { countPollers } from './count-pollers.js';
import { explainError, type Finding } from './finding.js';
import { inspectSearchAttributes } from './inspect-search-attributes.js';
import { inspectWorkflows, type InspectedTools } from './inspect-workflows.js';

const CALL_DEADLINE_MS = 5_000;

/** @throws {TaskError} If the namespace cannot be described. */
async function inspectConnection(calls: TemporalCalls): Promise<Finding> {
  const { namespace } = calls.client.options;
  await calls.run(async (client) => client.workflowService.describeNamespace({ namespace }));
  return { level: 'ok', message: `Namespace ${namespace} is reachable.` };
}

async function inspectTaskQueue(
  calls: TemporalCalls,
  taskQueue: string,
  toolNames: readonly string[],
): Promise<Finding> {
  const pollers = await countPollers(calls, taskQueue);
  return pollers > 0
    ? { level: 'ok', message: `Task Queue ${taskQueue} is polled by ${pollers} worker(s).` }
    : {
        level: 'problem',
        path: ['tools', toolNames[0] ?? '', 'workflow', 'taskQueue'],
        message: `Task Queue ${taskQueue} is not polled by any worker: ${toolNames.join(', ')} would wait for one. Start it, or correct "taskQueue".`,
      };
}

/** Work of this package that needs a Worker. */
interface OwnWork {
  readonly taskQueue: string;
  /** The tools that may need it. None: the Task Queue is not checked. */
  readonly tools: readonly ToolDefinition[];
  /** The consequence for these tools, named in `names`, if no Worker runs. */
  readonly explain: (names: string) => string;
}

function toOwnWork({ tools, server }: InspectedTools): readonly OwnWork[] {
  const all = [...tools.values()];
  return [
    {
      taskQueue: SYSTEM_TASK_QUEUE,
      tools: all.filter(needsSystemWorker),
      explain: (names) =>
        `cancel.terminateAfter and webhooks of ${names} need one. Run "temporal-mcp-tasks worker", or a Worker with systemWorkerOptions().`,
    },
    {
      taskQueue: toWebhookTaskQueue(server.name),
      tools: all.filter(({ webhooks }) => webhooks !== undefined),
      explain: (names) =>
        `the webhooks of ${names} are not called. Run "temporal-mcp-tasks worker --manifest FILE" with this manifest.`,
    },
  ];
}

async function inspectOwnTaskQueue(
  calls: TemporalCalls,
  { taskQueue, tools, explain }: OwnWork,
): Promise<Finding[]> {
  if (tools.length === 0) return [];
  const pollers = await countPollers(calls, taskQueue);
  if (pollers > 0) {
    const message = `Task Queue ${taskQueue} is polled by ${pollers} worker(s).`;
    return [{ level: 'ok', message }];
  }
  const names = tools.map(({ name }) => name).join(', ');
  const message = `Task Queue ${taskQueue} is not polled by any worker: ${explain(names)}`;
  return [{ level: 'warning', message }];
}

function groupByTaskQueue(tools: ToolCatalog): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name, taskQueue, start } of tools.values()) {
    // A tool that adopts executions starts none.
    if (start?.adopts !== undefined) continue;
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
  try {
    const findings = [await inspectConnection(calls)];
    findings.push(...(await inspectSearchAttributes(calls, tools)));
    for (const [taskQueue, toolNames] of groupByTaskQueue(tools)) {
      findings.push(await inspectTaskQueue(calls, taskQueue, toolNames));
    }
    for (const work of toOwnWork(inspected)) {
      findings.push(...(await inspectOwnTaskQueue(calls, work)));
    }
    return [...findings, ...(await inspectWorkflows(calls, inspected))];
  } catch (error) {
    return [
      { level: 'problem', message: `The request to Temporal failed: ${explainError(error)}` },
    ];
  }
}
