import { randomBytes } from 'node:crypto';

import type { Client } from '@temporalio/client';

import { needsSystemWorker } from '../../core/task/needs-system-worker.js';
import { SYSTEM_TASK_QUEUE } from '../../core/task/termination-grace.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import { TaskIdRing } from '../start/task-id-ring.js';
import { Adoption } from '../task/adoption.js';

import { countPollers } from './count-pollers.js';
import { explainError, type Finding } from './finding.js';
import { inspectSearchAttributes } from './inspect-search-attributes.js';
import { inspectWorkflows, type InspectedTools } from './inspect-workflows.js';
import type { Suggest } from './suggest.js';

const CALL_DEADLINE_MS = 5_000;

function toDays(ms: number): string {
  const days = ms / 86_400_000;
  return days >= 1 ? `${Math.round(days * 10) / 10} days` : `${Math.round(ms / 60_000)} minutes`;
}

async function inspectRetention(calls: TemporalCalls, tools: ToolCatalog): Promise<Finding[]> {
  const { namespace } = calls.client.options;
  const { config } = await calls.run(async (client) =>
    client.workflowService.describeNamespace({ namespace }),
  );
  const findings: Finding[] = [{ level: 'ok', message: `Namespace ${namespace} is reachable.` }];
  const seconds = config?.workflowExecutionRetentionTtl?.seconds;
  const retentionMs = seconds == null ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
  for (const { name, ttlMs, keepMs } of tools.values()) {
    for (const [keys, wantedMs] of [
      [['ttl'], ttlMs],
      [['ttl', 'afterEnd'], keepMs],
    ] as const) {
      if (wantedMs <= retentionMs) continue;
      findings.push({
        level: 'warning',
        tool: name,
        path: ['tools', name, ...keys],
        message: `its ${keys.join('.')} of ${toDays(wantedMs)} is cut to the namespace's retention of ${toDays(retentionMs)}.`,
      });
    }
  }
  return findings;
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

/** Checks for a Worker that carries out `cancel.terminateAfter`. Reports nothing if no tool has it. */
async function inspectSystemTaskQueue(
  calls: TemporalCalls,
  tools: ToolCatalog,
): Promise<Finding[]> {
  const names = [...tools.values()].filter(needsSystemWorker).map(({ name }) => name);
  if (names.length === 0) return [];
  const pollers = await countPollers(calls, SYSTEM_TASK_QUEUE);
  if (pollers > 0) {
    const message = `Task Queue ${SYSTEM_TASK_QUEUE} is polled by ${pollers} worker(s).`;
    return [{ level: 'ok', message }];
  }
  const message = `Task Queue ${SYSTEM_TASK_QUEUE} is not polled by any worker: what goes on of ${names.join(', ')} after its cancellation (cancel.terminateAfter) is not ended. Run "temporal-mcp-tasks worker", or a Worker with systemWorkerOptions().`;
  return [{ level: 'warning', message }];
}

/** Checks that Temporal accepts the queries that find an owner's adopted executions. */
async function inspectAdoption(calls: TemporalCalls, tools: ToolCatalog): Promise<Finding[]> {
  // The check reads no task, so a random secret will do.
  const faults = await new Adoption(calls, new TaskIdRing(randomBytes(32)), () => tools).try();
  return [...faults].map(([name, error]) => ({
    level: 'problem',
    tool: name,
    path: ['tools', name, 'workflow', 'adopt'],
    message: `Temporal does not take the query of its "adopt", and would list no tasks: ${explainError(error)}`,
  }));
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
 * Checks a manifest's tools against the live namespace: connection, retention against the times to live, Search
 * Attributes, pollers of every Task Queue (also that of this package's own Workflows), and recent executions of the
 * tools' Workflows. Nothing is started.
 */
export async function inspectNamespace(
  client: Client,
  inspected: InspectedTools,
  suggest: Suggest,
): Promise<Finding[]> {
  const { tools } = inspected;
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS);
  try {
    const findings = await inspectRetention(calls, tools);
    findings.push(...(await inspectSearchAttributes(calls, tools, suggest)));
    findings.push(...(await inspectAdoption(calls, tools)));
    for (const [taskQueue, toolNames] of groupByTaskQueue(tools)) {
      findings.push(await inspectTaskQueue(calls, taskQueue, toolNames));
    }
    findings.push(...(await inspectSystemTaskQueue(calls, tools)));
    return [...findings, ...(await inspectWorkflows(calls, inspected, suggest))];
  } catch (error) {
    return [{ level: 'problem', message: `Temporal cannot be asked: ${explainError(error)}` }];
  }
}
