import type { Finding } from '../finding.js';

import type { NeededHandler } from './needed-handlers.js';
import type { Handlers } from './read-handlers.js';
import type { Suggest } from './suggest.js';

/** The name of a handler of all other names. */
const ANY = '';
const WORDS = { query: 'Query', signal: 'Signal', update: 'Update' } as const;

/**
 * Whether a Workflow has the handlers that are counted on.
 *
 * @param handlers Of a running execution. Absent: none could be asked.
 */
export function inspectHandlers(
  needed: readonly NeededHandler[],
  handlers: Handlers | undefined,
  { tool, suggest }: { readonly tool: string; readonly suggest: Suggest },
): Finding[] {
  if (needed.length === 0) return [];
  if (!handlers) {
    const names = [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
    const message = `whether its Workflow has ${names} cannot be told: no running execution was there, or no Worker answered for it.`;
    return [{ level: 'unknown', tool, message }];
  }
  const missing = needed.filter(
    ({ kind, name }) => ![name, ANY].some((one) => handlers.names.get(kind)?.includes(one)),
  );
  if (missing.length === 0) {
    const names = [...new Set(needed.map(({ kind, name }) => `${WORDS[kind]} ${name}`))].join(', ');
    return [{ level: 'ok', tool, message: `${handlers.workflowId} runs, and has ${names}.` }];
  }
  return missing.map(({ kind, name, by }) => {
    const known = handlers.names.get(kind) ?? [];
    const meant = suggest(name, known);
    const others = known.length === 0 ? 'none' : known.join(', ');
    const hint = meant === undefined ? `It has ${others}.` : `Did you mean "${meant}"?`;
    // In Go, a Signal is known from when it is first waited for.
    const level = kind === 'signal' ? 'warning' : 'problem';
    const message = `${by} counts on the ${WORDS[kind]} "${name}", which ${handlers.workflowId}, running now, does not have. ${hint}`;
    return { level, tool, message };
  });
}
