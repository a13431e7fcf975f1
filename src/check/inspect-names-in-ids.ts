/** Finds entities that a second issuer, or static tokens beside an issuer, have cut off from their callers. */
import { literalsOf, readsOf } from '../core/mapping/text.js';
import type { AuthSettings } from '../core/person/auth-settings.js';
import { mayHaveNamesakes } from '../core/person/owner.js';
import type { ToolDefinition } from '../core/tool/tool-definition.js';
import { quoteName } from '../core/value/quote.js';

import type { Finding } from './finding.js';
import type { RecentExecution } from './recorded-starts.js';

/** The start of every whole name in an ID, which is a percent-encoded list. */
const WHOLE_NAME = '%5B%22';

export function inspectNamesInIds(
  { name, start }: ToolDefinition,
  executions: readonly RecentExecution[],
  auth: AuthSettings | undefined,
): Finding[] {
  const { id } = start;
  const usesName = id && readsOf(id).some(({ root }) => root === 'caller');
  if (!auth || !usesName || !mayHaveNamesakes(auth)) return [];
  const literals = literalsOf(id);
  const left = executions.find(
    ({ workflowId, isOpen }) =>
      isOpen &&
      workflowId.startsWith(literals[0] ?? '') &&
      workflowId.endsWith(literals.at(-1) ?? '') &&
      !workflowId.includes(WHOLE_NAME),
  );
  if (!left) return [];
  const message = `${quoteName(left.workflowId)} is open under an ID without its owner's issuer. With several issuers, or static tokens beside an issuer, {$caller.name} is the whole name: calls no longer reach this execution, and start another one. End it, or send its messages in another way.`;
  return [{ level: 'warning', tool: name, path: ['tools', name, start.kind, 'id'], message }];
}
