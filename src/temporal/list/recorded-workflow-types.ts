import type { Client } from '@temporalio/client';

import { GRACE_WORKFLOW_TYPE } from '../../core/task/termination-grace.js';
import {
  matchPattern,
  MAX_MATCHES,
  type SeenWorkflowType,
  splitPattern,
  type ToolPattern,
} from '../../core/tool/tool-pattern.js';
import { sleep } from '../link/sleep.js';
import { TemporalCalls } from '../link/temporal-calls.js';
import { quoteTexts } from '../link/visibility-text.js';

const CALL_DEADLINE_MS = 5_000;
/** Executions per look. A type with many executions may fill a look; the next one excludes the types found before. */
const PAGE_SIZE = 100;
/** Maximum number of looks for one pattern. Each finds at least one more type. */
const MAX_LOOKS = 50;
/** Pause between looks, in milliseconds. All clients of a namespace share a limit of 10 visibility calls per second. */
const PAUSE_MS = 150;

/** A name with a quote would end the query, and no such type exists in practice. */
function isQuotable(type: string): boolean {
  return !/['"\\]/.test(type);
}

async function look(calls: TemporalCalls, query: string): Promise<readonly SeenWorkflowType[]> {
  const { executions } = await calls.run(async (client) =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      query,
      pageSize: PAGE_SIZE,
    }),
  );
  return executions.flatMap(({ type, taskQueue }) =>
    type?.name ? [{ workflowType: type.name, taskQueue: taskQueue ?? '' }] : [],
  );
}

async function findMatches(
  calls: TemporalCalls,
  pattern: string,
): Promise<readonly SeenWorkflowType[]> {
  const [prefix] = splitPattern(pattern);
  const found = new Map<string, SeenWorkflowType>();
  const left = new Set<string>([GRACE_WORKFLOW_TYPE]);
  const starts = prefix === '' ? [] : [`WorkflowType STARTS_WITH '${prefix}'`];
  for (let round = 0; round < MAX_LOOKS && found.size < MAX_MATCHES; round += 1) {
    if (round > 0) await sleep(PAUSE_MS);
    const filters = [...starts, `WorkflowType NOT IN ${quoteTexts(left)}`];
    const rows = await look(calls, filters.join(' AND '));
    const fresh = rows.filter(({ workflowType }) => !left.has(workflowType));
    if (fresh.length === 0) break;
    for (const row of fresh) {
      if (isQuotable(row.workflowType)) left.add(row.workflowType);
      const isMatch = matchPattern(pattern, row.workflowType) !== undefined;
      if (isMatch && !found.has(row.workflowType)) found.set(row.workflowType, row);
    }
    if (fresh.every(({ workflowType }) => !isQuotable(workflowType))) break;
    if (rows.length < PAGE_SIZE) break;
  }
  return [...found.values()];
}

/**
 * Finds the Workflow Types that match patterns, by the executions in the namespace: running ones, and those that ended
 * within its retention. Temporal has no other list.
 *
 * @throws {TaskError} `unavailable` if Temporal does not answer.
 */
export async function findWorkflowTypes(
  client: Client,
  patterns: readonly ToolPattern[],
): Promise<readonly SeenWorkflowType[]> {
  const found: SeenWorkflowType[] = [];
  const calls = new TemporalCalls(client, CALL_DEADLINE_MS);
  for (const { workflowType } of patterns) found.push(...(await findMatches(calls, workflowType)));
  return found;
}
