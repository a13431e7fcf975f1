/**
 * Checks the Standalone Activities of tools: the namespace has them, the type has run, and takes the arguments. Nothing
 * is started.
 */
import type { ToolCatalog, ToolDefinition } from '../core/tool/tool-definition.js';
import { ACTIVITIES } from '../temporal/activity/activity-rows.js';
import { readActivitySupport } from '../temporal/activity/activity-support.js';
import { readActivity, readActivityInput } from '../temporal/activity/read-activity.js';
import { readFailureText } from '../temporal/link/failure-text.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { quoteText } from '../temporal/link/visibility-text.js';
import { EVERYBODY, Visibility } from '../temporal/link/visibility.js';

import { compareArguments, doIgnoreMore, toSampleArguments } from './compare-arguments.js';
import type { Finding } from './finding.js';
import { inspectPermitted } from './permitted.js';

/** Maximum number of Activities of a tool that are read, latest first. */
const READ = 5;

const HEARTBEAT =
  'has no "heartbeatTimeout": a cancellation reaches no attempt that runs, nobody sees its progress, and a lost Worker is noticed late. Write one, such as "30s", and send heartbeats.';

interface SeenActivity {
  readonly hasCompleted: boolean;
  /** The last failure of one that has not completed. */
  readonly failure: string | undefined;
  readonly arguments: readonly unknown[];
  readonly sdk: string | undefined;
}

async function readLatest(
  calls: TemporalCalls,
  { type, taskQueue }: ToolDefinition['start'],
): Promise<readonly SeenActivity[]> {
  const query = `ActivityType = ${quoteText(type)} AND TaskQueue = ${quoteText(taskQueue)}`;
  const page = { query, pageSize: READ, source: ACTIVITIES };
  const { executions } = await new Visibility(calls).list(EVERYBODY, page);
  return Promise.all(
    executions.map(async ({ execution }): Promise<SeenActivity> => {
      const { workflowId = '', runId = '' } = execution ?? {};
      const { info, outcome } = await readActivity(calls, workflowId ?? '', runId ?? '');
      const input = await readActivityInput(calls, workflowId ?? '', runId ?? '');
      const place = { workflowId: workflowId ?? '', what: 'recorded arguments' };
      const { values = [] } = await calls.payloads.readAll(input, place);
      const failure = outcome?.failure ?? info?.lastFailure;
      return {
        hasCompleted: outcome?.result != null,
        failure: failure
          ? await readFailureText(calls, failure, { taskId: workflowId ?? '', what: 'activity' })
          : undefined,
        arguments: values,
        sdk: info?.sdkName ?? undefined,
      };
    }),
  );
}

function judgeSeen(
  { name, start: { type, taskQueue } }: ToolDefinition,
  seen: readonly SeenActivity[],
): Finding {
  if (seen.some(({ hasCompleted }) => hasCompleted)) {
    return { level: 'ok', tool: name, message: `${type} ran on Task Queue ${taskQueue}.` };
  }
  const failure = seen.find((one) => one.failure !== undefined)?.failure;
  if (failure !== undefined) {
    const [line = ''] = failure.split('\n');
    const message = `${type} has not succeeded on Task Queue ${taskQueue}. Its last failure: ${line}`;
    return { level: 'warning', tool: name, path: ['tools', name, 'activity', 'type'], message };
  }
  const message = `whether a Worker has registered ${type} cannot be determined: it has not run by itself on Task Queue ${taskQueue}.`;
  return { level: 'unknown', tool: name, message };
}

async function judgeArguments(
  tool: ToolDefinition,
  seen: readonly SeenActivity[],
): Promise<readonly Finding[]> {
  const { name, start } = tool;
  // Wrong arguments may be the reason of a failure.
  const ran = seen.filter(({ hasCompleted }) => hasCompleted);
  const samples = await toSampleArguments(tool);
  if (ran.length === 0 || !samples) return [];
  const inputs = ran.map((one) => one.arguments);
  const of = `of ${start.type}, by ${ran.length} start(s) seen`;
  const differences = compareArguments(inputs, samples, { ignoresMore: doIgnoreMore(ran) });
  if (differences.length === 0) {
    return [{ level: 'ok', tool: name, message: `its arguments are like those ${of}.` }];
  }
  const path = ['tools', name, 'activity', 'arguments'];
  return differences.map(({ level, message }) => ({
    level,
    tool: name,
    path,
    message: `${of}: ${message}`,
  }));
}

async function inspectActivity(calls: TemporalCalls, tool: ToolDefinition): Promise<Finding[]> {
  const seen = await readLatest(calls, tool.start);
  return [judgeSeen(tool, seen), ...(await judgeArguments(tool, seen))];
}

function warnOfHeartbeats({ name, start }: ToolDefinition): Finding[] {
  if (start.kind !== 'activity' || start.heartbeatTimeout !== undefined) return [];
  return [{ level: 'warning', tool: name, path: ['tools', name, 'activity'], message: HEARTBEAT }];
}

export async function inspectActivities(
  calls: TemporalCalls,
  catalog: ToolCatalog,
): Promise<readonly Finding[]> {
  const tools = [...catalog.values()].filter(({ start }) => start.kind === 'activity');
  const [first] = tools;
  if (!first) return [];
  const unknown = 'whether the namespace has Standalone Activities, and the tools fit them';
  const findings = await inspectPermitted({ call: 'DescribeNamespace', unknown }, async () => {
    const { hasActivities, version } = await readActivitySupport(calls);
    if (hasActivities)
      return (await Promise.all(tools.map(async (tool) => inspectActivity(calls, tool)))).flat();
    const names = tools.map(({ name }) => name).join(', ');
    const message = `this Temporal Service (${version}) starts no Standalone Activities, so calls of ${names} are refused. Temporal Server has them from version 1.31 on. Other tools work.`;
    return [{ level: 'problem', path: ['tools', first.name, 'activity'], message }];
  });
  return [...tools.flatMap(warnOfHeartbeats), ...findings];
}
