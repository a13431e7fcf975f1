/**
 * Checks by recent executions what a tool reads of them: a question that is never asked lets its Workflow wait forever.
 * It shows names and kinds, and no value but one that the manifest has in another case.
 */
import { isTaskError } from '../core/errors.js';
import { silentLogger } from '../core/logger.js';
import { valueOf } from '../core/mapping/expression.js';
import type { WorkflowSource } from '../core/mapping/workflow-source.js';
import { parseDeadline } from '../core/question/deadline.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import type { DeclaredQuestion } from '../definition/tool/questions.js';
import { readSource, type SourceReader } from '../temporal/declared/read-source.js';
import { WorkflowQueries } from '../temporal/declared/workflow-queries.js';
import {
  type DescribedExecution,
  describeWorkflow,
} from '../temporal/describe/describe-execution.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';

import { kindOf } from './compare-arguments.js';
import { findMissing, type Misreading } from './find-missing.js';
import type { Finding } from './finding.js';
import { isInternalName } from './internal-names.js';
import { type ReadPlace, readPlaces } from './read-places.js';
import type { InspectedExecutions, RecentExecution, RecordedStart } from './recorded-starts.js';

/** Maximum number of executions read. Open ones come first, since they show current work. */
const MAX_READ = 3;
/** Maximum history of a queried execution, in events: a Worker replays all of it before it answers. */
const MAX_EVENTS_ASKED = 2_000;
/** Maximum number of Activity Types that a finding names. */
const MAX_NAMED = 8;
/** Time limit of a Query, in milliseconds. */
const QUERY_LIMIT_MS = 2_000;

interface PlacedMisfit extends Misreading {
  readonly path?: readonly PropertyKey[] | undefined;
}

/** Describes a few executions: open ones first, without those that ended badly. */
async function describeSome(
  calls: TemporalCalls,
  executions: readonly RecentExecution[],
): Promise<DescribedExecution[]> {
  const chosen = executions
    .filter(({ hasEndedBadly }) => !hasEndedBadly)
    .sort((a, b) => Number(b.isOpen) - Number(a.isOpen))
    .slice(0, MAX_READ);
  const described: DescribedExecution[] = [];
  for (const { workflowId, runId } of chosen) {
    try {
      described.push(await describeWorkflow(calls, workflowId, runId));
    } catch (error) {
      // The execution may be deleted by now, or its memo encrypted.
      if (!isTaskError(error)) throw error;
    }
  }
  return described;
}

/** Returns the source in words, as the beginning of a sentence. */
function toWords(source: WorkflowSource): string {
  switch (source.kind) {
    case 'query':
      return `the answer of Query "${source.name}"`;
    case 'memo':
      return `memo "${source.name}"`;
    case 'searchAttribute':
      return `Search Attribute ${source.name}`;
    case 'heartbeat':
      return 'the heartbeat';
    case 'currentDetails':
      return 'the current details';
  }
}

/** Explains why a source had no value; `undefined` if this can be normal. */
function findAbsence(
  source: WorkflowSource,
  { start }: ToolDefinition,
  described: readonly DescribedExecution[],
): PlacedMisfit | undefined {
  if (source.kind === 'query') return undefined;
  const { memo = {}, searchAttributes = {} } = start;
  // This tool sets the source in its own starts. Other starts may lack it.
  const isSet =
    (source.kind === 'memo' && Object.hasOwn(memo, source.name)) ||
    (source.kind === 'searchAttribute' && Object.hasOwn(searchAttributes, source.name));
  if (isSet) return undefined;
  const number = described.length === 1 ? 'the one execution' : `${described.length} executions`;
  const message = `it was missing in ${number} read, so the question may never be asked`;
  const names = described
    .flatMap(({ raw }) => Object.keys(raw.workflowExecutionInfo?.memo?.fields ?? {}))
    .filter((name) => !isInternalName(name));
  const meant = source.kind === 'memo' ? nearestName(source.name, names) : undefined;
  if (meant === undefined) return { level: 'warning', message: `${message}.` };
  return { level: 'problem', message: `${message}. Did you mean "${meant}"?` };
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, ' ');
}

/** Explains why the values that were read never ask a question; `undefined` if one does, or if there is no value. */
async function findNever(
  { source, value, is }: Pick<DeclaredQuestion, 'source' | 'value' | 'is'>,
  values: readonly unknown[],
): Promise<Misreading | undefined> {
  const read = value
    ? await Promise.all(values.map(async (root) => valueOf(value, { [source.kind]: root })))
    : values;
  const present = read.filter((reading) => reading !== undefined && reading !== null);
  if (!is || present.length === 0 || present.some((value) => is.includes(value))) return undefined;
  const texts = present.filter((value) => typeof value === 'string');
  const wanted = is.map(String);
  const written = texts.find((text) => wanted.some((word) => normalize(word) === normalize(text)));
  if (written !== undefined) {
    const message = `it is "${written}", which differs from "is" in case or separators, so the question is never asked. Write "${written}".`;
    return { level: 'problem', message };
  }
  const [meant] = wanted.flatMap((word) => nearestName(word, texts) ?? []);
  if (meant !== undefined) {
    const message = `it never had a value of "is" in ${values.length} reading(s). Did you mean "${meant}"?`;
    return { level: 'warning', message };
  }
  const kinds = new Set(is.map(kindOf));
  if (present.some((value) => kinds.has(kindOf(value)))) {
    const message = `it never had a value of "is" in ${values.length} reading(s): whether the question is ever asked cannot be determined.`;
    return { level: 'unknown', message };
  }
  const was = [...new Set(present.map(kindOf))].join(' or ');
  const message = `it is ${was}, but "is" lists ${[...kinds].join(' or ')}, so the question is never asked.`;
  return { level: 'problem', message };
}

/** Explains that a question has no deadline, since what was read is none; `undefined` if it is, or has no value. */
async function findNoDeadline(
  { name, source, answerBy }: DeclaredQuestion,
  tool: string,
  values: readonly unknown[],
): Promise<PlacedMisfit | undefined> {
  if (!answerBy) return undefined;
  const read = await Promise.all(
    values.map(async (root) => valueOf(answerBy, { [source.kind]: root })),
  );
  const wrong = read.find((value) => value !== undefined && parseDeadline(value) === undefined);
  if (wrong === undefined) return undefined;
  const message = `"answerBy" gives ${kindOf(wrong)} that isn't a time, so no deadline is shown. It has to be a date and time with a time zone ("2026-12-01T09:00:00Z"), or milliseconds since 1970.`;
  return { level: 'problem', message, path: ['tools', tool, 'questions', name, 'answerBy'] };
}

/** What the executions showed at one place. */
async function readAll(
  source: WorkflowSource,
  described: readonly DescribedExecution[],
  reader: SourceReader,
): Promise<{ readonly values: readonly unknown[]; readonly unreadable: string | undefined }> {
  const bounded = 'limitMs' in source ? { ...source, limitMs: QUERY_LIMIT_MS } : source;
  const values: unknown[] = [];
  let unreadable: string | undefined;
  for (const execution of described) {
    if ('limitMs' in source && execution.historyLength > MAX_EVENTS_ASKED) continue;
    const taskId = execution.raw.workflowExecutionInfo?.execution?.workflowId ?? '';
    const reading = await readSource(bounded, { taskId, execution }, reader);
    unreadable ??= reading.unreadable;
    if (reading.value !== undefined && reading.value !== '') values.push(reading.value);
  }
  return { values, unreadable };
}

/** Names at a place that no value has. */
function findUnknownNames(
  { source, leaves }: ReadPlace,
  input: readonly string[],
  values: readonly unknown[],
): PlacedMisfit[] {
  return leaves.flatMap(({ path, reads }) =>
    reads
      .filter(({ root }) => root === source.kind)
      .flatMap((reading) => {
        const misfit = findMissing({ ...reading, input }, values);
        return misfit ? [{ ...misfit, path }] : [];
      }),
  );
}

/** Explains why no Activity gives a heartbeat; `undefined` if one of the type was seen, or none at all. */
function findUnseenActivity(
  source: WorkflowSource,
  starts: readonly RecordedStart[],
): PlacedMisfit | undefined {
  if (source.kind !== 'heartbeat' || source.activityType === undefined) return undefined;
  const types = [
    ...new Set(starts.flatMap(({ activities }) => activities.map(({ type }) => type))),
  ];
  if (types.length === 0 || types.includes(source.activityType)) return undefined;
  const meant = nearestName(source.activityType, types);
  const message = `no Activity "${source.activityType}" was seen in ${starts.length} execution(s)`;
  return meant === undefined
    ? { level: 'warning', message: `${message}, but ${types.slice(0, MAX_NAMED).join(', ')}.` }
    : { level: 'problem', message: `${message}. Did you mean "${meant}"?` };
}

/** Checks by recent executions what a tool reads of them: questions, status and progress. */
export async function inspectReadings(
  calls: TemporalCalls,
  tool: ToolDefinition,
  { executions, starts }: InspectedExecutions,
): Promise<Finding[]> {
  const { name, shown } = tool;
  const places = readPlaces(tool);
  const described = places.length === 0 ? [] : await describeSome(calls, executions);
  if (described.length === 0) return [];
  // Places that read the same Query share its answer.
  const reader = { queries: new WorkflowQueries(calls, silentLogger), payloads: calls.payloads };
  const input = Object.keys(shown.inputSchema['properties'] ?? {});
  const findings: Finding[] = [];
  for (const place of places) {
    const { source, by, path, question } = place;
    const { values, unreadable } = await readAll(source, described, reader);
    if (unreadable !== undefined) {
      findings.push({ level: 'warning', tool: name, path, message: `${by}: ${unreadable}` });
      continue;
    }
    const unknown = findUnknownNames(place, input, values);
    const absent = question && values.length === 0 && findAbsence(source, tool, described);
    const never = question && unknown.length === 0 && (await findNever(question, values));
    const noDeadline = question && (await findNoDeadline(question, name, values));
    const unseen = findUnseenActivity(source, starts);
    const misfits: readonly PlacedMisfit[] = [
      ...(unseen ? [unseen] : []),
      ...unknown,
      ...(absent ? [absent] : []),
      ...(never ? [never] : []),
      ...(noDeadline ? [noDeadline] : []),
    ];
    for (const misfit of misfits) {
      const { level, message, path: at = path } = misfit;
      findings.push({
        level,
        tool: name,
        path: at,
        message: `${by}: ${toWords(source)}: ${message}`,
      });
    }
  }
  return findings;
}
