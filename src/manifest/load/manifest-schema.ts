import * as z from 'zod';

import { plain, key } from '../../definition/keys.js';
import { writtenSchema } from '../group/json-schema.js';
import { serverSchema } from '../server/server.js';
import { actionSchema } from '../tool/action.js';
import { type ToolSource, defaultsSchema } from '../tool/tool-schema.js';

import { KIND_NAMES, toolSchema } from './tool-kinds.js';

/** The names that MCP recommends for tools. `check` warns of those that hosts refuse. */
const toolName = z.string().regex(/^[A-Za-z0-9_.-]{1,128}$/, {
  error: ({ input }) =>
    String(input).includes('*')
      ? 'Patterns name no tools: write a tool for each Workflow Type.'
      : 'A tool name has 1 to 128 letters, digits, "_", "-" or ".".',
});

/** A manifest, as a file or a TypeScript module gives it. Every level refuses unknown keys. */
export const manifestSchema = z.strictObject({
  version: key(z.literal(1, 'The only manifest version is 1.'), 'The version of this format: 1.'),
  server: key(serverSchema, 'The settings of the server.'),
  tools: key(z.record(toolName, toolSchema), 'Workflow Types as MCP tools, by tool name.'),
  defaults: key(defaultsSchema, 'Any key of a tool: the default for each tool of this file.'),
  actions: key(
    z.record(toolName, actionSchema),
    'Tools that send a Query, a Signal or an Update to a running task, by tool name.',
  ),
});

/** A file of a manifest as it was written, with durations in milliseconds. */
export type FileSource = z.output<typeof manifestSchema>;
export interface ManifestSource extends Pick<FileSource, 'server' | 'actions'> {
  readonly tools: Readonly<Record<string, ToolSource>>;
}

/** The draft that editors support best. */
const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
/** An environment variable may be a value of any type: `priority: ${PRIORITY}`. */
const FROM_ENVIRONMENT = { type: 'string', pattern: '\\$\\{[A-Za-z_]' } as const;

/** A schema that names its draft may be of another one than editors know. */
const JSON_SCHEMA = { anyOf: [{ $ref: DRAFT_07 }, { required: ['$schema'] }] };

/** A type alone, or a map that has one. */
function naming(description: string): object {
  return { description, anyOf: [{ type: 'string' }, { required: ['type'] }] };
}

/** What the check of a tool demands besides its keys. */
const WORKFLOW_OR_KIND = {
  if: { not: { anyOf: ['activity', ...KIND_NAMES].map((name) => ({ required: [name] })) } },
  then: {
    required: ['workflow'],
    properties: { workflow: naming('The Workflow Type, or more about the start.') },
  },
  dependencies: {
    activity: { properties: { activity: naming('The Activity Type, or more about the start.') } },
  },
};

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Lets a number, a flag or a word come from the environment. */
function allowEnvironment(json: JsonSchema): void {
  const isOther = json.type === 'integer' || json.type === 'number' || json.type === 'boolean';
  if (!isOther && !json.enum) return;
  const own = { ...json };
  for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
  json.anyOf = [own, FROM_ENVIRONMENT];
}

const manifestFile = manifestSchema.extend({
  server: key(
    plain,
    'The path of the file with the settings of the server, from this file on: "server.yaml". Default: no settings.',
  ),
});

/** Keys of the top that hold what aliases refer to. */
const EXTENSIONS = { '^x-': {} } as const;

type Published = Readonly<Record<string, unknown>>;

function publish(source: z.ZodType, title: string, description: string): Published {
  const schema = z.toJSONSchema(source, {
    io: 'input',
    target: 'draft-7',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === writtenSchema) jsonSchema.allOf = [JSON_SCHEMA];
      if (zodSchema === toolSchema) Object.assign(jsonSchema, WORKFLOW_OR_KIND);
      allowEnvironment(jsonSchema);
    },
  });
  return { $schema: DRAFT_07, title, description, patternProperties: EXTENSIONS, ...schema };
}

export function toManifestJsonSchema(): Published {
  return publish(
    manifestFile,
    'Manifest of temporal-mcp-tasks',
    'Temporal Workflow Types as MCP tools.',
  );
}

export function toServerJsonSchema(): Published {
  return publish(
    serverSchema,
    'Settings of a server of temporal-mcp-tasks',
    'The clients that a server lets in, and how it runs.',
  );
}
