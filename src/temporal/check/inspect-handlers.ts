import type { MessageKind } from '../../core/task/task-message.js';
import type { WorkflowMetadata } from '../link/workflow-metadata.js';

import type { Finding } from './finding.js';
import type { NeededHandler } from './needed-handlers.js';
import type { Suggest } from './suggest.js';

/** The name of a handler of all other names. */
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

/** A handler that is not there: how sure that is, and what to write. */
function judgeMissing(
  { kind, name, by, path }: NeededHandler,
  { workflowId, handlers }: WorkflowMetadata,
  { tool, suggest }: Inspected,
): Finding {
  const namesOf = (one: MessageKind): readonly string[] =>
    handlers.filter((handler) => handler.kind === one).map((handler) => handler.name);
  const known = namesOf(kind);
  const meant = suggest(name, known);
  const other = handlers.find((one) => one.name === name && one.kind !== kind)?.kind;
  const others = known.length === 0 ? 'none' : known.join(', ');
  const isSure = kind !== 'signal' || meant !== undefined || other !== undefined;
  const isRead = kind === 'query' && by.startsWith('its ');
  const hint =
    other !== undefined && isRead
      ? `That is an ${WORDS[other]}, which changes something, and only a Query can be read: it has ${others}.`.replace(
          'an S',
          'a S',
        )
      : other !== undefined
        ? `It has an ${WORDS[other]} of that name: write "${other}: ${name}".`.replace(
            /an (?=[QS])/,
            'a ',
          )
        : meant === undefined
          ? `It has ${others}.`
          : `Did you mean "${meant}"?`;
  // In Go, a Signal is known from when it is first waited for.
  const doubt = isSure ? '' : ' It may wait for it later.';
  const message = `${by} counts on the ${WORDS[kind]} "${name}", which ${workflowId} does not have. ${hint}${doubt}`;
  return { level: isSure ? 'problem' : 'warning', tool, path, message };
}

/**
 * Checks that a Workflow has the handlers that the manifest needs.
 *
 * @param metadata Of an execution. Absent: none could be asked.
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
