/** Checks that the namespace has the Search Attributes that starts set, that tools read, and that lists need. */
import { OWNER_SEARCH_ATTRIBUTE } from '../core/contract/contract.js';
import { INPUT } from '../core/mapping/expression.js';
import { soleExpression, type Text } from '../core/mapping/text.js';
import type { ToolCatalog, ToolDefinition, ToolDescription } from '../core/tool/tool-definition.js';
import { nearestName } from '../core/value/find-nearest.js';
import { isRecord } from '../core/value/is-record.js';
import { readSearchAttributes } from '../temporal/link/search-attributes.js';
import type { TemporalCalls } from '../temporal/link/temporal-calls.js';
import { needsOwnerAttribute } from '../temporal/list/owner-attribute.js';
import { toAttributeValue } from '../temporal/start/fit-search-attributes.js';

import type { Finding } from './finding.js';
import { readPlaces } from './read-places.js';
import { toSample } from './sample-value.js';

/** Types that take a value of any kind, as a text. */
const TEXTS = ['KEYWORD', 'TEXT', 'KEYWORD_LIST'];
/** Accepted types, by the type of a value in JSON. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  // A text may have a date, a number, true or false.
  string: [...TEXTS, 'DATETIME', 'INT', 'DOUBLE', 'BOOL'],
  integer: ['INT', 'DOUBLE', ...TEXTS],
  // Whole numbers fit `INT`.
  number: ['DOUBLE', 'INT', ...TEXTS],
  boolean: ['BOOL', ...TEXTS],
  array: ['KEYWORD_LIST', 'KEYWORD', 'TEXT'],
};

/**
 * Returns the possible types of a Search Attribute that a start sets; `undefined` if the schema leaves its values open.
 */
export function typesFor(
  { inputSchema }: ToolDescription,
  template: Text,
): readonly string[] | undefined {
  const sole = soleExpression(template);
  // With text around a placeholder, or with several placeholders, it gives a text.
  if (!sole) return [...TEXTS, 'DATETIME'];
  const [name = '', ...deeper] = sole.place?.root === INPUT ? sole.place.path : [];
  const properties = inputSchema['properties'];
  const property = isRecord(properties) && deeper.length === 0 ? properties[name] : undefined;
  const type = isRecord(property) ? property['type'] : undefined;
  return typeof type === 'string' ? TAKEN[type] : undefined;
}

/**
 * Says what keeps a text that fits the schema from a Search Attribute, by the judge of the start; `undefined` if nothing
 * does, or if a pattern decides.
 */
export function describeUnfitTexts(
  { inputSchema }: ToolDescription,
  template: Text,
  type: string,
): string | undefined {
  const place = soleExpression(template)?.place;
  const [name = '', ...deeper] = place?.root === INPUT ? place.path : [];
  const properties = inputSchema['properties'];
  const property = isRecord(properties) && deeper.length === 0 ? properties[name] : undefined;
  if (!isRecord(property) || property['type'] !== 'string') return undefined;
  if (property['pattern'] !== undefined) return undefined;
  const { enum: choices = [toSample(property, 'most')] } = property;
  for (const choice of Array.isArray(choices) ? (choices as readonly unknown[]) : []) {
    const taken = toAttributeValue(type, choice);
    if ('words' in taken) {
      return `"${name}" may be a text that does not fit, and its call is refused: it must be ${taken.words}. Declare that in "input".`;
    }
  }
  return undefined;
}

/** Namespaces of Temporal Cloud end with the ID of an account. Cloud has no operator commands. */
const CLOUD_NAMESPACE = /^[\w-]+\.[a-z0-9]{5}$/;

/** Returns the command with which an operator registers a Search Attribute. */
function toCommand(name: string, type: string, namespace: string): string {
  const words = type.split('_').map((word) => `${word[0] ?? ''}${word.slice(1).toLowerCase()}`);
  const ofType = words.join('');
  return CLOUD_NAMESPACE.test(namespace)
    ? `tcld namespace search-attributes add --namespace ${namespace} --search-attribute "${name}=${ofType}" (or add it in the web UI of Temporal Cloud)`
    : `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${ofType}`;
}

/** The Search Attributes of a namespace, with their types. */
interface Registered {
  readonly registered: ReadonlyMap<string, string>;
  readonly namespace: string;
}

function inspectOwnerAttribute(
  { registered, namespace }: Registered,
  tools: ToolCatalog,
): Finding[] {
  if (!needsOwnerAttribute(tools)) return [];
  const type = registered.get(OWNER_SEARCH_ATTRIBUTE);
  if (type === 'KEYWORD') {
    return [{ level: 'ok', message: `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is registered.` }];
  }
  const withIds = [...tools.values()].filter(({ start }) => start.id !== undefined);
  const names = withIds.map(({ name }) => name).join(', ');
  const path = ['tools', withIds[0]?.name ?? '', withIds[0]?.start.kind ?? '', 'id'];
  const message =
    type === undefined
      ? `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} is not registered: ${names} cannot be started, and no tasks can be listed. Run: ${toCommand(OWNER_SEARCH_ATTRIBUTE, 'KEYWORD', namespace)}`
      : `Search Attribute ${OWNER_SEARCH_ATTRIBUTE} has the type ${type}, but must be KEYWORD: ${names} cannot be started. Remove it, and register it again.`;
  return [{ level: 'problem', path, message }];
}

/** Returns a hint at the most similar registered name; empty if no name is similar. */
function toHint(name: string, { registered }: Registered): string {
  const meant = nearestName(name, registered.keys());
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

function inspectSet(attributes: Registered, tool: ToolDefinition): Finding[] {
  const { name, shown, start } = tool;
  return Object.entries(start.searchAttributes ?? {}).flatMap(
    ([attribute, template]): Finding[] => {
      const path = ['tools', name, start.kind, 'searchAttributes', attribute];
      const type = attributes.registered.get(attribute);
      const wanted = typesFor(shown, template);
      if (type === undefined) {
        const command = toCommand(attribute, wanted?.[0] ?? 'KEYWORD', attributes.namespace);
        const message = `Search Attribute ${attribute} is not registered, so it cannot be started.${toHint(attribute, attributes)} Run, with its type: ${command}`;
        return [{ level: 'problem', tool: name, path, message }];
      }
      if (wanted?.includes(type) !== false) {
        const unfit = describeUnfitTexts(shown, template, type);
        if (unfit === undefined) return [];
        const message = `Search Attribute ${attribute} is of type ${type}: ${unfit}`;
        return [{ level: 'warning', tool: name, path, message }];
      }
      const message = `Search Attribute ${attribute} is of type ${type}, and "${template.text}" is for ${wanted.join(' or ')}: it cannot be started.`;
      return [{ level: 'problem', tool: name, path, message }];
    },
  );
}

/** An unregistered attribute never has a value. */
function inspectRead(attributes: Registered, tool: ToolDefinition): Finding[] {
  return readPlaces(tool).flatMap(({ source, by, path }): Finding[] => {
    if (source.kind !== 'searchAttribute' || attributes.registered.has(source.name)) return [];
    const message = `${by}: Search Attribute ${source.name} is not registered, so its value can never be read.${toHint(source.name, attributes)}`;
    return [{ level: 'problem', tool: tool.name, path, message }];
  });
}

function ownersAttribute({ start: { adopt } }: ToolDefinition): string | undefined {
  return adopt && 'searchAttribute' in adopt ? adopt.searchAttribute : undefined;
}

/** Without it, Temporal refuses the query of every list. */
function inspectAdoption(attributes: Registered, tool: ToolDefinition): Finding[] {
  const attribute = ownersAttribute(tool);
  if (attribute === undefined) return [];
  const type = attributes.registered.get(attribute);
  if (type === 'KEYWORD' || type === 'KEYWORD_LIST') return [];
  const message =
    type === undefined
      ? `Search Attribute ${attribute} is not registered, so no task can be listed.${toHint(attribute, attributes)} Run: ${toCommand(attribute, 'KEYWORD', attributes.namespace)}`
      : `Search Attribute ${attribute} is of type ${type}: only KEYWORD and KEYWORD_LIST can name owners.`;
  const path = ['tools', tool.name, 'workflow', 'adopt', 'searchAttribute'];
  return [{ level: 'problem', tool: tool.name, path, message }];
}

function needsAttributes(tool: ToolDefinition): boolean {
  return (
    tool.start.searchAttributes !== undefined ||
    ownersAttribute(tool) !== undefined ||
    readPlaces(tool).some(({ source }) => source.kind === 'searchAttribute')
  );
}

export async function inspectSearchAttributes(
  calls: TemporalCalls,
  tools: ToolCatalog,
): Promise<Finding[]> {
  const all = [...tools.values()];
  if (!needsOwnerAttribute(tools) && !all.some(needsAttributes)) return [];
  const { namespace } = calls.client.options;
  const attributes = { registered: await readSearchAttributes(calls), namespace };
  return [
    ...inspectOwnerAttribute(attributes, tools),
    ...all.flatMap((tool) => [
      ...inspectSet(attributes, tool),
      ...inspectRead(attributes, tool),
      ...inspectAdoption(attributes, tool),
    ]),
  ];
}
