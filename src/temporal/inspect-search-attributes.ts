import { OWNER_SEARCH_ATTRIBUTE } from '../core/contract.js';
import { TaskError } from '../core/errors.js';
import type { ToolCatalog } from '../core/tool-definition.js';

import type { Finding } from './finding.js';
import { needsOwnerAttribute, readSearchAttributes } from './owner-attribute.js';
import type { TemporalCalls } from './temporal-calls.js';

/** How an operator registers one. */
function toCommand(name: string, type: string, namespace: string): string {
  return `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${type}`;
}

function inspectOwnerAttribute(
  registered: ReadonlyMap<string, string>,
  tools: ToolCatalog,
  namespace: string,
): Finding[] {
  if (!needsOwnerAttribute(tools)) return [];
  const type = registered.get(OWNER_SEARCH_ATTRIBUTE);
  if (type === 'KEYWORD') {
    return [{ level: 'ok', message: `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is registered.` }];
  }
  const names = [...tools.values()]
    .filter(({ start }) => start?.workflowId !== undefined)
    .map(({ name }) => name)
    .join(', ');
  const message =
    type === undefined
      ? `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is not registered: ${names} cannot be started, and no task listed. Run: ${toCommand(OWNER_SEARCH_ATTRIBUTE, 'Keyword', namespace)}`
      : `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is of type ${type}, and has to be KEYWORD: ${names} cannot be started. Remove it, and register it anew.`;
  return [{ level: 'problem', message }];
}

function inspectOwn(
  registered: ReadonlyMap<string, string>,
  tools: ToolCatalog,
  namespace: string,
): Finding[] {
  return [...tools.values()].flatMap(({ name, start }) =>
    Object.keys(start?.searchAttributes ?? {})
      .filter((attribute) => !registered.has(attribute))
      .map((attribute) => ({
        level: 'problem' as const,
        tool: name,
        message: `Search Attribute ${attribute} is not registered, so it cannot be started. Run, with its type: ${toCommand(attribute, 'Keyword', namespace)}`,
      })),
  );
}

/** Whether the namespace has the Search Attributes that the tools' starts set, and that lists go by. */
export async function inspectSearchAttributes(
  calls: TemporalCalls,
  tools: ToolCatalog,
): Promise<Finding[]> {
  const needsAny =
    needsOwnerAttribute(tools) ||
    [...tools.values()].some(({ start }) => start?.searchAttributes !== undefined);
  if (!needsAny) return [];
  const { namespace } = calls.client.options;
  try {
    const registered = await readSearchAttributes(calls);
    return [
      ...inspectOwnerAttribute(registered, tools, namespace),
      ...inspectOwn(registered, tools, namespace),
    ];
  } catch (error) {
    const cause = error instanceof TaskError ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Whether the Search Attributes of the tools are registered cannot be told: ${reason}`;
    return [{ level: 'warning', message }];
  }
}
