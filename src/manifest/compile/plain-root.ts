/** Lists arguments without choices at the top of their schema, which the APIs of models refuse. */
import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';

import { findPart } from './current-dialect.js';

/** The keywords that Anthropic's and OpenAI's APIs refuse at the top of a tool's arguments, and those that go with them. */
const CHOICES = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const;
/** Keywords of a part that is merged without a loss. */
const MERGED = ['type', 'properties', 'required', 'title', 'description', '$comment', '$ref'];
/** A longer rule would cost a model more than it tells. */
const MAX_RULE_LENGTH = 1_000;

/** A schema for the list, and what it leaves out in words. */
export interface PlainRoot {
  readonly schema: ObjectSchema;
  readonly rule?: string | undefined;
}

export function choicesIn(schema: JsonSchema): readonly string[] {
  return CHOICES.filter((keyword) => Object.hasOwn(schema, keyword));
}

function partsOf(schema: JsonSchema, keyword: string): readonly JsonSchema[] {
  const parts = schema[keyword];
  return Array.isArray(parts) ? parts.filter(isRecord) : [];
}

/** A part of the root with the part that it refers to. Deeper references stay. */
function resolve(root: JsonSchema, part: JsonSchema): JsonSchema {
  return { ...findPart(root, part['$ref']), ...part };
}

function namesIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [];
}

function isMerged(part: JsonSchema): boolean {
  return Object.keys(part).every((keyword) => MERGED.includes(keyword));
}

function addProperties(all: Map<string, unknown>, part: JsonSchema): void {
  for (const [name, property] of Object.entries(part['properties'] ?? {})) {
    const previous = all.get(name);
    if (previous === undefined) all.set(name, property);
    else if (JSON.stringify(previous) !== JSON.stringify(property)) {
      all.set(name, { anyOf: [previous, property] });
    }
  }
}

function describeChoice(root: JsonSchema, keyword: 'anyOf' | 'oneOf'): string | undefined {
  const parts = partsOf(root, keyword).map((part) => resolve(root, part));
  const choices = parts.map((part) => namesIn(part['required']).join(' and '));
  const isOfNames =
    parts.every((part) => isMerged(part)) && choices.every((choice) => choice !== '');
  if (parts.length === 0 || !isOfNames) return undefined;
  return `Give ${keyword === 'anyOf' ? 'at least' : 'exactly'} one of these: ${choices.join('; ')}.`;
}

function describeRest(rest: JsonSchema): string {
  const json = JSON.stringify(rest);
  return json.length > MAX_RULE_LENGTH
    ? 'The server checks further rules of the arguments, and names the one that a call breaks.'
    : `The arguments also have to fit this JSON Schema: ${json}`;
}

/** Calls are still checked against the whole schema. */
export function toPlainRoot(root: ObjectSchema): PlainRoot {
  if (choicesIn(root).length === 0) return { schema: root };
  const properties = new Map<string, unknown>();
  const required = new Set(namesIn(root['required']));
  const rest: Record<string, unknown> = {};
  const rules: string[] = [];
  addProperties(properties, root);
  for (const part of partsOf(root, 'allOf').map((item) => resolve(root, item))) {
    addProperties(properties, part);
    for (const name of namesIn(part['required'])) required.add(name);
    if (!isMerged(part)) rest['allOf'] = root['allOf'];
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    for (const part of partsOf(root, keyword)) addProperties(properties, resolve(root, part));
    const rule = describeChoice(root, keyword);
    if (rule !== undefined) rules.push(rule);
    else if (Object.hasOwn(root, keyword)) rest[keyword] = root[keyword];
  }
  for (const keyword of ['not', 'if', 'then', 'else']) {
    if (Object.hasOwn(root, keyword)) rest[keyword] = root[keyword];
  }
  if (Object.keys(rest).length > 0) rules.push(describeRest(rest));
  const own = Object.entries(root).filter(
    ([keyword]) => !CHOICES.some((choice) => choice === keyword),
  );
  return {
    schema: {
      ...Object.fromEntries(own),
      type: 'object',
      properties: properties.size > 0 ? Object.fromEntries(properties) : undefined,
      required: required.size > 0 ? [...required] : undefined,
    },
    rule: rules.length > 0 ? rules.join(' ') : undefined,
  };
}
