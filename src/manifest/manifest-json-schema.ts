/** The JSON Schema of a manifest, which editors complete and check it by. `parseManifest` knows more. */
import { z } from 'zod';

import { isRecord } from '../core/value/is-record.js';

import { KEY_DESCRIPTIONS } from './key-descriptions.js';
import { manifestSchema } from './manifest-schema.js';
import { objectSchema } from './schema/object-schema.js';

/** The draft that editors support best. */
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
/** A value of the environment may be of any type: `priority: ${PRIORITY}`. */
const FROM_ENVIRONMENT = { type: 'string', pattern: '\\$\\{[A-Za-z_]' } as const;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Marks an object of the manifest with the descriptions of its keys, until the schema is finished. */
const DESCRIPTIONS = 'x-descriptions';

/**
 * Describes the keys of each marked object. Only now: while zod writes the schema, one object stands for each place of
 * a type, so a description would be that of every place.
 */
function describeKeys(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(describeKeys);
  if (!isRecord(node)) return node;
  const { [DESCRIPTIONS]: descriptions, ...json } = node;
  const described = Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, describeKeys(value)]),
  );
  const { properties } = described;
  if (!isRecord(descriptions) || !isRecord(properties)) return described;
  for (const [key, description] of Object.entries(descriptions)) {
    Object.assign(properties[key] ?? {}, { description });
  }
  return described;
}

/** Lets a number, a flag or a word come from the environment. */
function allowEnvironment(json: JsonSchema): void {
  const isOther = json.type === 'integer' || json.type === 'number' || json.type === 'boolean';
  if (!isOther && !json.enum) return;
  const own = { ...json };
  for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
  json.anyOf = [own, FROM_ENVIRONMENT];
}

/** The schema, as it is published. */
export function toManifestJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(manifestSchema, {
    io: 'input',
    target: 'draft-7',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodObject)
        jsonSchema[DESCRIPTIONS] = KEY_DESCRIPTIONS.get(zodSchema) ?? {};
      if (zodSchema === objectSchema) jsonSchema.allOf = [{ $ref: DRAFT_07 }];
      allowEnvironment(jsonSchema);
    },
  });
  return {
    $schema: DRAFT_07,
    title: 'Manifest of temporal-mcp-tasks',
    description: 'Temporal Workflow Types as MCP tools.',
    ...(describeKeys(schema) as object),
  };
}
