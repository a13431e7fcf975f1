/** The JSON Schema of a manifest, for completion and checks in editors. `parseManifest` checks more. */
import * as z from 'zod';

import { manifestSchema } from './manifest-schema.js';
import { objectSchema } from './schema/object-schema.js';

/** The draft that editors support best. */
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
/** An environment variable may stand for a value of any type: `priority: ${PRIORITY}`. */
const FROM_ENVIRONMENT = { type: 'string', pattern: '\\$\\{[A-Za-z_]' } as const;

type JsonSchema = z.core.JSONSchema.BaseSchema;

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
      if (zodSchema === objectSchema) jsonSchema.allOf = [{ $ref: DRAFT_07 }];
      allowEnvironment(jsonSchema);
    },
  });
  return {
    $schema: DRAFT_07,
    title: 'Manifest of temporal-mcp-tasks',
    description: 'Temporal Workflow Types as MCP tools.',
    ...schema,
  };
}
