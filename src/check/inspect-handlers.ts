/** Checks that a Workflow has the Queries, Signals and Updates that a manifest counts on, with fitting arguments. */
import { CANCEL_SIGNAL } from '../core/contract/contract.js';
import type { MessageKind } from '../core/mapping/message-target.js';
import type { ActionCatalog } from '../core/task/task-action.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import type { AnswerMessage } from '../definition/tool/arguments.js';
import type { WorkflowMetadata } from '../temporal/link/workflow-metadata.js';

import {
  compareArguments,
  doIgnoreMore,
  type SampleArguments,
  toLaidOutSample,
  toSampleArguments,
} from './compare-arguments.js';
import type { Finding } from './finding.js';
import { readPlaces } from './read-places.js';
import type { RecordedStart } from './recorded-starts.js';

/** The name of a handler that takes all other names. */
const ANY = '';
const WORDS = { query: 'Query', signal: 'Signal', update: 'Update' } as const;

/** A Query, Signal or Update that a manifest counts on. */
export interface NeededHandler {
  readonly kind: MessageKind;
  readonly name: string;
  /** The place in the manifest, in words: `its question approval`. */
  readonly by: string;
  readonly path: readonly PropertyKey[];
  /** True where the server reads a state, which only a Query gives. */
  readonly isRead?: boolean | undefined;
  /** Sample arguments, as the handler would get them. Absent: it gets none, or they are unknown. */
  readonly sample?: (() => Promise<SampleArguments | undefined>) | undefined;
}

function handlersOfAnswers({ name: tool, questions }: ToolDefinition): NeededHandler[] {
  return questions.declared.flatMap(({ name, schema, answer, decline }) => {
    const toNeeded = (key: string, { kind, name: to, layout }: AnswerMessage): NeededHandler => ({
      kind,
      name: to,
      by: `its question ${name}`,
      path: ['tools', tool, 'questions', name, key],
      sample: async () => toLaidOutSample({ ...schema }, layout, (answer) => ({ answer })),
    });
    return [toNeeded('answer', answer), ...(decline ? [toNeeded('decline', decline)] : [])];
  });
}

function handlersOfTool(tool: ToolDefinition): NeededHandler[] {
  const { name: toolName, start, cancel } = tool;
  const { inputSchema } = tool.shown;
  const path = ['tools', toolName];
  const message = start.startWith;
  const needed: NeededHandler[] = readPlaces(tool).flatMap(({ source, by, path: at }) =>
    source.kind === 'query'
      ? [{ kind: 'query', name: source.name, by, path: at, isRead: true }]
      : [],
  );
  if (message) {
    needed.push({
      kind: message.kind,
      name: message.name,
      by: 'startWith',
      path: [...path, 'workflow', 'startWith'],
      sample: async () => toLaidOutSample(inputSchema, message.layout),
    });
  }
  // The default Signal is for Workflows that follow the contract, and harmless for others.
  if (cancel.signal !== null && cancel.signal !== CANCEL_SIGNAL) {
    const at = [...path, 'cancel', 'signal'];
    needed.push({ kind: 'signal', name: cancel.signal, by: 'its cancel', path: at });
  }
  return [...needed, ...handlersOfAnswers(tool)];
}

export function findNeededHandlers(
  tool: ToolDefinition,
  actions: ActionCatalog | undefined,
): NeededHandler[] {
  const ofActions = [...(actions?.values() ?? [])]
    .filter((action) => action.workflow === tool.start.type)
    .map((action) => ({
      kind: action.message.kind,
      name: action.message.name,
      by: `the action ${action.name}`,
      path: ['actions', action.name],
      sample: async () => toSampleArguments(action),
    }));
  return [...handlersOfTool(tool), ...ofActions];
}

function toNames(needed: readonly NeededHandler[]): string {
  return [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
}

function withArticle(kind: MessageKind): string {
  return `${kind === 'update' ? 'an' : 'a'} ${WORDS[kind]}`;
}

function judgeMissing(
  { kind, name, by, path, isRead = false }: NeededHandler,
  { workflowId, handlers }: WorkflowMetadata,
  tool: string,
): Finding {
  const names = handlers.filter((handler) => handler.kind === kind).map(({ name }) => name);
  const others = names.length === 0 ? 'none' : names.join(', ');
  const meant = nearestName(name, names);
  const other = handlers.find((handler) => handler.name === name && handler.kind !== kind)?.kind;
  let hint = meant === undefined ? `It has ${others}.` : `Did you mean "${meant}"?`;
  if (other !== undefined) {
    hint = isRead
      ? `That is ${withArticle(other)}, but the server can read only a Query. Its Queries: ${others}.`
      : `It has ${withArticle(other)} of that name: write "${other}: ${name}".`;
  }
  const isSure = kind !== 'signal' || meant !== undefined || other !== undefined;
  // With Temporal's Go SDK, a Signal is known only after the Workflow has first waited for it.
  const doubt = isSure ? '' : ' It may register it later.';
  const message = `${by} needs the ${WORDS[kind]} "${name}", which ${workflowId} does not have. ${hint}${doubt}`;
  return { level: isSure ? 'problem' : 'warning', tool, path, message };
}

/** @param metadata Absent: no execution could be asked. */
export function inspectHandlers(
  needed: readonly NeededHandler[],
  metadata: WorkflowMetadata | undefined,
  tool: string,
): Finding[] {
  if (!metadata) {
    const message = `whether its Workflow has ${toNames(needed)} cannot be determined: no execution was found, or no Worker answered for it.`;
    return [{ level: 'unknown', tool, message }];
  }
  const has = ({ kind, name }: NeededHandler): boolean =>
    metadata.handlers.some(
      (handler) => handler.kind === kind && [name, ANY].includes(handler.name),
    );
  const missing = needed.filter((message) => !has(message));
  if (missing.length === 0) {
    return [{ level: 'ok', tool, message: `${metadata.workflowId} has ${toNames(needed)}.` }];
  }
  return missing.map((message) => judgeMissing(message, metadata, tool));
}

/** Compares the Signals and Updates that a manifest sends with those that executions have received. */
export async function inspectMessages(
  needed: readonly NeededHandler[],
  starts: readonly RecordedStart[],
  tool: string,
): Promise<Finding[]> {
  const sound = starts.filter(({ hasEndedBadly }) => !hasEndedBadly);
  const sent = sound.flatMap(({ messages }) => messages);
  const comparison = { verb: 'sent', ignoresMore: doIgnoreMore(sound) } as const;
  const findings: Finding[] = [];
  for (const { kind, name, by, path, sample } of needed) {
    const seen = sent.filter((message) => message.kind === kind && message.name === name);
    const written = seen.length === 0 ? undefined : await sample?.();
    if (!written) continue;
    const lists = seen.map((message) => message.arguments);
    const of = `${by}: of ${WORDS[kind]} "${name}", by ${seen.length === 1 ? 'the one' : String(seen.length)} seen`;
    for (const { level, message } of compareArguments(lists, written, comparison)) {
      findings.push({ level, tool, path, message: `${of}: ${message}` });
    }
  }
  return findings;
}
