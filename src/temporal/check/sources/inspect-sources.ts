import { isTaskError } from '../../../core/errors.js';
import { silentLogger } from '../../../core/logger.js';
import { isInternalName } from '../../../core/survey/internal-names.js';
import type { ToolDefinition } from '../../../core/tool/tool-definition.js';
import type { WorkflowSource } from '../../../core/tool/workflow-source.js';
import { readSource } from '../../declared/read-source.js';
import { WorkflowQueries } from '../../declared/workflow-queries.js';
import { queryWorkflow } from '../../link/query-workflow.js';
import type { TemporalCalls } from '../../link/temporal-calls.js';
import { type DescribedExecution, describeExecution } from '../../read/describe-execution.js';
import type { Finding } from '../finding.js';
import type { RecentExecution, RecordedStart } from '../recorded-starts.js';
import type { Suggest } from '../suggest.js';

import { type DeclaredPlace, placesOf } from './declared-places.js';
import { judgeValues } from './judge-values.js';

/** Maximum number of executions read. Open ones come first, since they show current work. */
const MAX_READ = 3;
/** Maximum history of a queried execution, in events: a Worker replays all of it before it answers. */
const MAX_EVENTS_ASKED = 2_000;
/** Time limit of a Query, in milliseconds. */
const QUERY_LIMIT_MS = 2_000;

/** Executions of a tool's Workflow, and those whose histories were read. */
export interface SeenWorkflow {
  readonly executions: readonly RecentExecution[];
  readonly starts: readonly RecordedStart[];
}

interface Inspected {
  readonly calls: TemporalCalls;
  readonly tool: ToolDefinition;
  readonly suggest: Suggest;
  readonly described: readonly DescribedExecution[];
  readonly activityTypes: readonly string[];
  readonly reader: Parameters<typeof readSource>[2];
}

/** Returns the source in words, as the beginning of a sentence. */
function toWords(source: WorkflowSource): string {
  switch (source.kind) {
    case 'query':
      return `what Query "${source.name}" answers`;
    case 'memo':
      return `memo "${source.name}"`;
    case 'searchAttribute':
      return `Search Attribute ${source.name}`;
    case 'heartbeat':
      return `the heartbeat${source.activityType === undefined ? '' : ` of ${source.activityType}`}`;
    case 'currentDetails':
      return 'the current details';
  }
}

/** Returns a finding if a source is missing in all read executions; `undefined` if this can be normal. */
function describeAbsence(
  source: WorkflowSource,
  { tool, described, suggest, activityTypes }: Inspected,
): Pick<Finding, 'level' | 'message'> | undefined {
  const { memo = {}, searchAttributes = {} } = tool.start ?? {};
  // This tool sets the source in its own starts. Other starts may lack it.
  if (source.kind === 'memo' && Object.hasOwn(memo, source.name)) return undefined;
  if (source.kind === 'searchAttribute' && Object.hasOwn(searchAttributes, source.name)) {
    return undefined;
  }
  const number = described.length === 1 ? 'the one execution' : `${described.length} executions`;
  const seen = `${toWords(source)} was not there in ${number} read, so nothing may ever be shown or asked`;
  const nearest = (name: string, known: readonly string[]): Pick<Finding, 'level' | 'message'> => {
    const meant = suggest(name, known);
    if (meant === undefined) return { level: 'warning', message: `${seen}.` };
    return { level: 'problem', message: `${seen}. Did you mean "${meant}"?` };
  };
  if (source.kind === 'memo') {
    const memos = described.flatMap(({ raw }) =>
      Object.keys(raw.workflowExecutionInfo?.memo?.fields ?? {}),
    );
    return nearest(
      source.name,
      memos.filter((name) => !isInternalName(name)),
    );
  }
  if (source.kind === 'heartbeat') {
    const { activityType } = source;
    const isKnown = activityType === undefined || activityTypes.includes(activityType);
    if (activityType !== undefined && !isKnown) return nearest(activityType, activityTypes);
    const pending = described.flatMap(({ raw }) => raw.pendingActivities ?? []);
    const isRunning = pending.some(
      ({ activityType: type }) => activityType === undefined || type?.name === activityType,
    );
    if (activityTypes.length > 0 && !isRunning) return undefined;
    return { level: 'warning', message: `${seen}.` };
  }
  return source.kind === 'query' ? undefined : { level: 'warning', message: `${seen}.` };
}

/** Returns the reason why a Query fails or is late, by the first execution with a short history. */
async function findSilence(
  source: WorkflowSource,
  { calls, described }: Inspected,
): Promise<string | undefined> {
  const asked = described.find(({ historyLength }) => historyLength <= MAX_EVENTS_ASKED);
  if (source.kind !== 'query' || !asked) return undefined;
  const { name, limitMs } = source;
  const workflowId = asked.raw.workflowExecutionInfo?.execution?.workflowId ?? '';
  const ask = async (ms: number): ReturnType<typeof queryWorkflow> =>
    queryWorkflow(calls, { workflowId, runId: asked.runId, name, arguments: [], limitMs: ms });
  try {
    const outcome = await ask(QUERY_LIMIT_MS);
    if (outcome.kind === 'failed') {
      return `Query "${name}" fails, so nothing may be shown or asked: ${outcome.reason}. It is asked without arguments: name one that takes none`;
    }
    const isLate = outcome.kind === 'answered' && limitMs < QUERY_LIMIT_MS;
    if (!isLate || (await ask(limitMs)).kind !== 'noWorker') return undefined;
    return `no Worker answers Query "${name}" within its timeout of ${limitMs} ms: leave "timeout" out, which makes it ${QUERY_LIMIT_MS} ms`;
  } catch (error) {
    // Another check reports a missing execution or namespace.
    if (isTaskError(error)) return undefined;
    throw error;
  }
}

async function inspectPlace(
  { source, by, path, members, is }: DeclaredPlace,
  inspected: Inspected,
): Promise<Finding[]> {
  const { tool, described, suggest, reader } = inspected;
  const asked = 'limitMs' in source ? { ...source, limitMs: QUERY_LIMIT_MS } : source;
  const values: unknown[] = [];
  let isKnown = false;
  let unreadable: string | undefined;
  for (const execution of described) {
    const taskId = execution.raw.workflowExecutionInfo?.execution?.workflowId ?? '';
    const isAskable = execution.historyLength <= MAX_EVENTS_ASKED;
    if ('limitMs' in source && !isAskable) continue;
    const reading = await readSource(asked, { taskId, execution }, reader);
    isKnown ||= reading.isKnown;
    unreadable ??= reading.unreadable;
    if (reading.value !== undefined && reading.value !== '') values.push(reading.value);
  }
  if (unreadable !== undefined) {
    return [{ level: 'warning', tool: tool.name, path, message: `${by}: ${unreadable}` }];
  }
  const isSilent = 'limitMs' in source && (!isKnown || source.limitMs < QUERY_LIMIT_MS);
  const silence = isSilent ? await findSilence(source, inspected) : undefined;
  if (silence !== undefined) {
    return [{ level: 'warning', tool: tool.name, path, message: `${by}: ${silence}.` }];
  }
  if (values.length === 0) {
    const absence = isKnown ? describeAbsence(source, inspected) : undefined;
    return absence
      ? [{ tool: tool.name, path, level: absence.level, message: `${by}: ${absence.message}` }]
      : [];
  }
  return judgeValues({ members, ...(is && { is }) }, values, suggest).map(
    ({ level, message, keys }) => ({
      level,
      tool: tool.name,
      path: [...path, ...keys],
      message: `${by}: ${toWords(source)} ${message}.`,
    }),
  );
}

/** Describes a few executions: open ones first, without those that ended badly. */
async function describeSome(
  calls: TemporalCalls,
  executions: readonly RecentExecution[],
): Promise<DescribedExecution[]> {
  const chosen = executions
    .filter((one) => !one.hasEndedBadly)
    .sort((one, two) => Number(two.isOpen) - Number(one.isOpen))
    .slice(0, MAX_READ);
  const described: DescribedExecution[] = [];
  for (const { workflowId, runId } of chosen) {
    try {
      described.push(await describeExecution(calls, workflowId, runId));
    } catch (error) {
      // The execution may be deleted by now, or its memo encrypted.
      if (!isTaskError(error)) throw error;
    }
  }
  return described;
}

/** Compares the sources that a tool reads (status, progress, questions) with recent executions. */
export async function inspectSources(
  calls: TemporalCalls,
  tool: ToolDefinition,
  { seen, suggest }: { readonly seen: SeenWorkflow; readonly suggest: Suggest },
): Promise<Finding[]> {
  const places = placesOf(tool);
  if (places.length === 0) return [];
  const described = await describeSome(calls, seen.executions);
  if (described.length === 0) return [];
  const activityTypes = seen.starts.flatMap((start) => start.activityTypes);
  // Places that read the same Query share its answer.
  const reader = {
    queries: new WorkflowQueries(calls, silentLogger),
    payloads: calls.payloads,
  };
  const inspected = { calls, tool, suggest, described, activityTypes, reader };
  const findings: Finding[] = [];
  for (const place of places) findings.push(...(await inspectPlace(place, inspected)));
  return findings;
}
