import { OWNER_SEARCH_ATTRIBUTE } from '../../core/contract.js';
import { TaskError } from '../../core/errors.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { needsOwnerAttribute, readSearchAttributes } from '../list/owner-attribute.js';

import { typesFor } from './attribute-values.js';
import type { Finding } from './finding.js';
import { placesOf } from './sources/declared-places.js';
import type { Suggest } from './suggest.js';

/** Returns the command with which an operator registers a Search Attribute. */
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
  const withIds = [...tools.values()].filter(({ start }) => start?.workflowId !== undefined);
  const names = withIds.map(({ name }) => name).join(', ');
  const path = ['tools', withIds[0]?.name ?? '', 'workflow', 'id'];
  const message =
    type === undefined
      ? `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is not registered: ${names} cannot be started, and no task listed. Run: ${toCommand(OWNER_SEARCH_ATTRIBUTE, 'Keyword', namespace)}`
      : `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is of type ${type}, and has to be KEYWORD: ${names} cannot be started. Remove it, and register it anew.`;
  return [{ level: 'problem', path, message }];
}

/** Returns the command's name of a type. */
function toCommandType(type: string): string {
  const words = type.split('_').map((word) => `${word[0] ?? ''}${word.slice(1).toLowerCase()}`);
  return words.join('');
}

/** Returns a hint at the most similar registered name; empty if no name is similar. */
function toHint(name: string, { registered, suggest }: Registered): string {
  const meant = suggest(name, registered.keys());
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** The Search Attributes of a namespace. */
interface Registered {
  readonly registered: ReadonlyMap<string, string>;
  readonly suggest: Suggest;
}

/** Checks the attributes that a tool's starts set: they must be registered with a fitting type. */
function inspectSet(known: Registered, tool: ToolDefinition, namespace: string): Finding[] {
  const { registered } = known;
  const { name, start } = tool;
  return Object.entries(start?.searchAttributes ?? {}).flatMap(
    ([attribute, template]): Finding[] => {
      const path = ['tools', name, 'workflow', 'searchAttributes', attribute];
      const type = registered.get(attribute);
      const wanted = typesFor(tool, template);
      if (type === undefined) {
        const command = toCommand(attribute, toCommandType(wanted?.[0] ?? 'KEYWORD'), namespace);
        const message = `Search Attribute ${attribute} is not registered, so it cannot be started.${toHint(attribute, known)} Run, with its type: ${command}`;
        return [{ level: 'problem', tool: name, path, message }];
      }
      if (wanted?.includes(type) !== false) return [];
      const message = `Search Attribute ${attribute} is of type ${type}, and "${template}" is for ${wanted.join(' or ')}: it cannot be started.`;
      return [{ level: 'problem', tool: name, path, message }];
    },
  );
}

/** Checks the attributes that a tool reads from its executions. An unregistered attribute never has a value. */
function inspectRead(known: Registered, tool: ToolDefinition): Finding[] {
  return placesOf(tool).flatMap(({ source, by, path }): Finding[] => {
    if (source.kind !== 'searchAttribute' || known.registered.has(source.name)) return [];
    const message = `${by}: Search Attribute ${source.name} is not registered, so nothing can ever be read there.${toHint(source.name, known)}`;
    return [{ level: 'problem', tool: tool.name, path, message }];
  });
}

/** Returns the attribute that names the owners of the executions that a tool adopts. */
function ownersAttribute({ start }: ToolDefinition): string | undefined {
  const { adopts } = start ?? {};
  return adopts && 'searchAttribute' in adopts ? adopts.searchAttribute : undefined;
}

/** Checks the attribute that names owners. Without it, Temporal refuses the query of every list. */
function inspectAdoption(known: Registered, tool: ToolDefinition, namespace: string): Finding[] {
  const attribute = ownersAttribute(tool);
  if (attribute === undefined) return [];
  const type = known.registered.get(attribute);
  if (type === 'KEYWORD' || type === 'KEYWORD_LIST') return [];
  const message =
    type === undefined
      ? `Search Attribute ${attribute} is not registered, so no task can be listed.${toHint(attribute, known)} Run: ${toCommand(attribute, 'Keyword', namespace)}`
      : `Search Attribute ${attribute} is of type ${type}: only KEYWORD and KEYWORD_LIST can name owners.`;
  const path = ['tools', tool.name, 'workflow', 'adopt', 'searchAttribute'];
  return [{ level: 'problem', tool: tool.name, path, message }];
}

function needsAttributes(tool: ToolDefinition): boolean {
  return (
    tool.start?.searchAttributes !== undefined ||
    ownersAttribute(tool) !== undefined ||
    placesOf(tool).some(({ source }) => source.kind === 'searchAttribute')
  );
}

/** Checks that the namespace has the Search Attributes that starts set, that tools read, and that lists need. */
export async function inspectSearchAttributes(
  calls: TemporalCalls,
  tools: ToolCatalog,
  suggest: Suggest,
): Promise<Finding[]> {
  const needsAny =
    needsOwnerAttribute(tools) || [...tools.values()].some((tool) => needsAttributes(tool));
  if (!needsAny) return [];
  const { namespace } = calls.client.options;
  try {
    const registered = await readSearchAttributes(calls);
    return [
      ...inspectOwnerAttribute(registered, tools, namespace),
      ...[...tools.values()].flatMap((tool) => [
        ...inspectSet({ registered, suggest }, tool, namespace),
        ...inspectRead({ registered, suggest }, tool),
        ...inspectAdoption({ registered, suggest }, tool, namespace),
      ]),
    ];
  } catch (error) {
    const cause = error instanceof TaskError ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Whether the Search Attributes of the tools are registered cannot be told: ${reason}`;
    return [{ level: 'warning', message }];
  }
}
