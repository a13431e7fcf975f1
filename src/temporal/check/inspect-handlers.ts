import type { MessageKind } from '../../core/task/task-message.js';
import type { WorkflowMetadata } from '../link/workflow-metadata.js';

import type { Finding } from './finding.js';
import type { NeededHandler } from './needed-handlers.js';
import type { Suggest } from './suggest.js';

/** The name of a handler of all other names. */
const ANY = '';
const WORDS = { query: 'Query', signal: 'Signal', update: 'Update' } as const;

/**
 * Checks that a Workflow has the handlers that the manifest needs.
 *
 * @param metadata Of a running execution. Absent: none could be asked.
 */
export function inspectHandlers(
  needed: readonly NeededHandler[],
  metadata: WorkflowMetadata | undefined,
  { tool, suggest }: { readonly tool: string; readonly suggest: Suggest },
): Finding[] {
  if (needed.length === 0) return [];
  if (!metadata) {
    const names = [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
    const message = `whether its Workflow has ${names} cannot be told: no running execution was there, or no Worker answered for it.`;
    return [{ level: 'unknown', tool, message }];
  }
  const namesOf = (kind: MessageKind): readonly string[] =>
    metadata.handlers.filter((one) => one.kind === kind).map(({ name }) => name);
  const missing = needed.filter(
    ({ kind, name }) => ![name, ANY].some((one) => namesOf(kind).includes(one)),
  );
  if (missing.length === 0) {
    const names = [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
    return [{ level: 'ok', tool, message: `${metadata.workflowId} runs, and has ${names}.` }];
  }
  return missing.map(({ kind, name, by }) => {
    const known = namesOf(kind);
    const meant = suggest(name, known);
    const others = known.length === 0 ? 'none' : known.join(', ');
    const hint = meant === undefined ? `It has ${others}.` : `Did you mean "${meant}"?`;
    // In Go, a Signal is known from when it is first waited for.
    const level = kind === 'signal' ? 'warning' : 'problem';
    const message = `${by} counts on the ${WORDS[kind]} "${name}", which ${metadata.workflowId}, running now, does not have. ${hint}`;
    return { level, tool, message };
  });
}
