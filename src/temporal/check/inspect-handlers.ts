import type { MessageKind } from '../../core/task/task-message.js';
import type { WorkflowMetadata } from '../link/workflow-metadata.js';

import type { Finding } from './finding.js';
import type { NeededHandler } from './needed-handlers.js';
import type { Suggest } from './suggest.js';

/** The name of a handler that takes all other names. */
const ANY = '';
/** Kinds of messages as Temporal writes them. */
export const WORDS = { query: 'Query', signal: 'Signal', update: 'Update' } as const;

interface Inspected {
  readonly tool: string;
  readonly suggest: Suggest;
}

function toNames(needed: readonly NeededHandler[]): string {
  return [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
}

function withArticle(kind: MessageKind): string {
  return `${kind === 'update' ? 'an' : 'a'} ${WORDS[kind]}`;
}

interface Alternatives {
  /** The kind of a handler with the same name. */
  readonly other: MessageKind | undefined;
  /** The most similar name of the same kind. */
  readonly meant: string | undefined;
  /** All names of the same kind. */
  readonly known: readonly string[];
}

/** Says how to correct the name of a missing handler. */
function toHint({ name, isRead }: NeededHandler, { other, meant, known }: Alternatives): string {
  const others = known.length === 0 ? 'none' : known.join(', ');
  if (other !== undefined && isRead === true) {
    return `That is ${withArticle(other)}, which changes something, and only a Query can be read: it has ${others}.`;
  }
  if (other !== undefined) {
    return `It has ${withArticle(other)} of that name: write "${other}: ${name}".`;
  }
  return meant === undefined ? `It has ${others}.` : `Did you mean "${meant}"?`;
}

/** Reports a missing handler, with its certainty and a correction. */
function judgeMissing(
  needed: NeededHandler,
  { workflowId, handlers }: WorkflowMetadata,
  { tool, suggest }: Inspected,
): Finding {
  const { kind, name, by, path } = needed;
  const known = handlers.filter((one) => one.kind === kind).map((one) => one.name);
  const meant = suggest(name, known);
  const other = handlers.find((one) => one.name === name && one.kind !== kind)?.kind;
  const isSure = kind !== 'signal' || meant !== undefined || other !== undefined;
  // With Temporal's Go SDK, a Signal is known only after the Workflow has first waited for it.
  const doubt = isSure ? '' : ' It may wait for it later.';
  const message = `${by} counts on the ${WORDS[kind]} "${name}", which ${workflowId} does not have. ${toHint(needed, { other, meant, known })}${doubt}`;
  return { level: isSure ? 'problem' : 'warning', tool, path, message };
}

/**
 * Checks that a Workflow has the handlers that the manifest needs.
 *
 * @param metadata The metadata of one execution. Absent: no execution could be asked.
 */
export function inspectHandlers(
  needed: readonly NeededHandler[],
  metadata: WorkflowMetadata | undefined,
  inspected: Inspected,
): Finding[] {
  const { tool } = inspected;
  if (needed.length === 0) return [];
  if (!metadata) {
    const message = `whether its Workflow has ${toNames(needed)} cannot be told: no execution was there, or no Worker answered for it.`;
    return [{ level: 'unknown', tool, message }];
  }
  const has = ({ kind, name }: NeededHandler): boolean =>
    metadata.handlers.some((one) => one.kind === kind && [name, ANY].includes(one.name));
  const missing = needed.filter((one) => !has(one));
  if (missing.length === 0) {
    return [{ level: 'ok', tool, message: `${metadata.workflowId} has ${toNames(needed)}.` }];
  }
  return missing.map((one) => judgeMissing(one, metadata, inspected));
}
