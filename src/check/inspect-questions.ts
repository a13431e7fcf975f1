/**
 * Checks by recent executions that the questions of a tool can be asked: otherwise, its Workflow waits forever. It
 * shows names and kinds, and no value but one that the manifest has in another case.
 */
import { isTaskError } from '../core/errors.js';
import { silentLogger } from '../core/logger.js';
import type { WorkflowSource } from '../core/mapping/workflow-source.js';
import type { DeclaredQuestion } from '../core/question/declared-question.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import { isRecord } from '../core/value/is-record.js';
import { readMember } from '../core/value/member-path.js';
import { readSource } from '../temporal/declared/read-source.js';
import { WorkflowQueries } from '../temporal/declared/workflow-queries.js';
import {
  type DescribedExecution,
  describeExecution,
} from '../temporal/describe/describe-execution.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';

import { kindOf } from './compare-arguments.js';
import type { Finding } from './finding.js';
import { isInternalName } from './internal-names.js';
import { looksLikeData } from './looks-like-data.js';
import type { RecentExecution } from './recorded-starts.js';

/** Maximum number of executions read. Open ones come first, since they show current work. */
const MAX_READ = 3;
/** Maximum history of a queried execution, in events: a Worker replays all of it before it answers. */
const MAX_EVENTS_ASKED = 2_000;
/** Time limit of a Query, in milliseconds. */
const QUERY_LIMIT_MS = 2_000;
const MAX_NAMES = 8;

interface Misfit extends Pick<Finding, 'level' | 'message'> {
  /** Manifest keys below the question. */
  readonly keys: readonly PropertyKey[];
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
  { workflow }: ToolDefinition,
  described: readonly DescribedExecution[],
): Misfit | undefined {
  if (source.kind === 'query') return undefined;
  const { memo = {}, searchAttributes = {} } = workflow;
  // This tool sets the source in its own starts. Other starts may lack it.
  const isSet =
    (source.kind === 'memo' && Object.hasOwn(memo, source.name)) ||
    (source.kind === 'searchAttribute' && Object.hasOwn(searchAttributes, source.name));
  if (isSet) return undefined;
  const number = described.length === 1 ? 'the one execution' : `${described.length} executions`;
  const message = `was missing in ${number} read, so the question may never be asked`;
  const names = described
    .flatMap(({ raw }) => Object.keys(raw.workflowExecutionInfo?.memo?.fields ?? {}))
    .filter((name) => !isInternalName(name));
  const meant = source.kind === 'memo' ? nearestName(source.name, names) : undefined;
  const keys = ['when', 'from'];
  if (meant === undefined) return { level: 'warning', message, keys };
  return { level: 'problem', message: `${message}. Did you mean "${meant}"?`, keys };
}

/** Explains why no value has a member at a path; `undefined` if one has it, or if there is nothing to compare. */
function findMissing(path: string | undefined, values: readonly unknown[]): Misfit | undefined {
  const keys = ['when', 'from'];
  let before = values;
  for (const part of path?.split('.') ?? []) {
    const after = before
      .map((value) => readMember(value, part))
      .filter((value) => value !== undefined);
    if (after.length > 0) {
      before = after;
      continue;
    }
    const known = before.filter((value) => value !== null);
    // An empty value does not show its members.
    if (known.length === 0) return undefined;
    if (known.every((value) => !isRecord(value)) && !/^\d+$/.test(part)) {
      const kinds = [...new Set(known.map(kindOf))].join(' or ');
      const message = `is ${kinds}, which has no member "${part}": leave it out of the path`;
      return { level: 'problem', message, keys };
    }
    const names = [
      ...new Set(known.flatMap((value) => (isRecord(value) ? Object.keys(value) : []))),
    ].filter((name) => !looksLikeData(name));
    const meant = nearestName(part, names);
    if (meant !== undefined) {
      return { level: 'problem', message: `has no "${part}". Did you mean "${meant}"?`, keys };
    }
    const others = names.length === 0 ? '' : `, but ${names.slice(0, MAX_NAMES).join(', ')}`;
    const message = `had no "${part}" in ${values.length} reading(s)${others}, so the question may never be asked`;
    return { level: 'warning', message, keys };
  }
  return undefined;
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, ' ');
}

/** Explains why the values that were read never ask a question; `undefined` if one does, or if there is no value. */
function findNever(
  { path, is }: Pick<DeclaredQuestion, 'path' | 'is'>,
  values: readonly unknown[],
): Misfit | undefined {
  const found = values
    .map((value) => readMember(value, path))
    .filter((value) => value !== undefined && value !== null);
  if (!is || found.length === 0 || found.some((value) => is.includes(value))) return undefined;
  const keys = ['when', 'is'];
  const texts = found.filter((value) => typeof value === 'string');
  const wanted = is.map(String);
  const written = texts.find((text) => wanted.some((one) => normalize(one) === normalize(text)));
  if (written !== undefined) {
    const message = `is "${written}", which differs from "is" in case or separators, so the question is never asked. Write "${written}"`;
    return { level: 'problem', message, keys };
  }
  const [meant] = wanted.flatMap((one) => nearestName(one, texts) ?? []);
  if (meant !== undefined) {
    const message = `never had a value of "is" in ${values.length} reading(s). Did you mean "${meant}"?`;
    return { level: 'warning', message, keys };
  }
  const kinds = new Set(is.map(kindOf));
  if (found.some((value) => kinds.has(kindOf(value)))) {
    const message = `never had a value of "is" in ${values.length} reading(s): whether the question is ever asked cannot be determined`;
    return { level: 'unknown', message, keys };
  }
  const was = [...new Set(found.map(kindOf))].join(' or ');
  const message = `is ${was}, but "is" lists ${[...kinds].join(' or ')}, so the question is never asked`;
  return { level: 'problem', message, keys };
}

export async function inspectQuestions(
  calls: TemporalCalls,
  tool: ToolDefinition,
  executions: readonly RecentExecution[],
): Promise<Finding[]> {
  const {
    name,
    questions: { declared },
  } = tool;
  const described = declared.length === 0 ? [] : await describeSome(calls, executions);
  if (described.length === 0) return [];
  // Questions that read the same Query share its answer.
  const reader = { queries: new WorkflowQueries(calls, silentLogger), payloads: calls.payloads };
  const findings: Finding[] = [];
  for (const question of declared) {
    const { source } = question;
    const asked = 'limitMs' in source ? { ...source, limitMs: QUERY_LIMIT_MS } : source;
    const values: unknown[] = [];
    let unreadable: string | undefined;
    for (const execution of described) {
      if ('limitMs' in source && execution.historyLength > MAX_EVENTS_ASKED) continue;
      const taskId = execution.raw.workflowExecutionInfo?.execution?.workflowId ?? '';
      const reading = await readSource(asked, { taskId, execution }, reader);
      unreadable ??= reading.unreadable;
      if (reading.value !== undefined && reading.value !== '') values.push(reading.value);
    }
    const by = `its question ${question.name}`;
    const path = ['tools', name, 'questions', question.name];
    if (unreadable !== undefined) {
      findings.push({ level: 'warning', tool: name, path, message: `${by}: ${unreadable}` });
      continue;
    }
    const misfit =
      values.length === 0
        ? findAbsence(source, tool, described)
        : (findMissing(question.path, values) ?? findNever(question, values));
    if (!misfit) continue;
    const { level, message, keys } = misfit;
    findings.push({
      level,
      tool: name,
      path: [...path, ...keys],
      message: `${by}: ${toWords(source)} ${message}.`,
    });
  }
  return findings;
}
