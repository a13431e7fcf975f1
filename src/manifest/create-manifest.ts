import type { ObjectSchema, ToolDefinition } from '../core/tool-definition.js';

import { checkTool, checkTtl } from './check-tool.js';
import { compileSchema, type SchemaValidator } from './compile-schema.js';
import { describeIssue } from './describe-issue.js';
import type { LocatedProblem } from './located-problem.js';
import {
  type ManifestSource,
  manifestSchema,
  type SharedSource,
  type ToolSource,
} from './manifest-schema.js';
import type { Manifest } from './manifest.js';
import { checkAuth } from './to-auth-settings.js';
import { DEFAULT_SERVER_NAME, toServerSettings } from './to-server-settings.js';
import {
  BUILT_IN,
  type CompiledSchemas,
  createInputParser,
  toToolDefinition,
} from './to-tool-definition.js';

const NO_INPUT: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };

/** What came of a manifest: it is usable only without problems. */
export interface CreatedManifest {
  readonly manifest: Manifest;
  readonly problems: readonly LocatedProblem[];
}

function compileOrReport(
  schema: ObjectSchema,
  path: readonly PropertyKey[],
  problems: LocatedProblem[],
): SchemaValidator {
  try {
    return compileSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({ path, message: `Not a valid JSON Schema: ${reason}.` });
    return () => [];
  }
}

/** The schemas of a tool that a TypeScript module has compiled itself, by tool name. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;

interface CreatedTool {
  readonly definition: ToolDefinition;
  readonly problems: readonly LocatedProblem[];
}

function createTool(
  name: string,
  { tool, defaults }: { readonly tool: ToolSource; readonly defaults: SharedSource },
  override: CompiledSchemas | undefined,
): CreatedTool {
  const path = ['tools', name];
  const problems: LocatedProblem[] = [];
  const taskQueue = tool.taskQueue ?? defaults.taskQueue;
  if (taskQueue === undefined) {
    const message =
      'Missing: a taskQueue, here or under "defaults". It has no default in Temporal.';
    problems.push({ path, message });
  }
  const inputSchema = override?.inputSchema ?? tool.input ?? NO_INPUT;
  const validate = compileOrReport(inputSchema, [...path, 'input'], problems);
  const validateOutput = tool.output && compileOrReport(tool.output, [...path, 'output'], problems);
  const definition = toToolDefinition(
    name,
    { tool, defaults, taskQueue: taskQueue ?? '' },
    {
      inputSchema,
      parseInput: override?.parseInput ?? createInputParser(validate, tool.arguments),
      ...(validateOutput && { validateOutput }),
    },
  );
  return { definition, problems: [...problems, ...checkTool(definition, tool, path)] };
}

/** Turns a parsed manifest into tools, and says what does not fit together. */
function toManifest(source: ManifestSource, overrides: SchemaOverrides): CreatedManifest {
  const defaults = source.defaults ?? {};
  const created = Object.entries(source.tools).map(([name, tool]) =>
    createTool(name, { tool, defaults }, overrides.get(name)),
  );
  const problems = [
    ...checkTtl(defaults.maxTtl ?? BUILT_IN.maxTtl, defaults, ['defaults']),
    ...(source.server?.auth ? checkAuth(source.server.auth, ['server', 'auth']) : []),
    ...created.flatMap((one) => one.problems),
  ];
  if (created.length === 0) {
    const message = 'There is no tool: list at least one Workflow Type.';
    problems.push({ path: ['tools'], message });
  }
  const tools = new Map(created.map(({ definition }) => [definition.name, definition]));
  return { manifest: { ...toServerSettings(source.server), tools }, problems };
}

const EMPTY: Manifest = { server: { name: DEFAULT_SERVER_NAME }, tools: new Map() };

/**
 * The parser drops tools with names that JavaScript keeps for itself, such as `__proto__`. It must not go unnoticed.
 */
function findLostTools(written: unknown, { tools }: ManifestSource): LocatedProblem[] {
  const { tools: named } = written as { readonly tools: object };
  return Object.keys(named)
    .filter((name) => !Object.hasOwn(tools, name))
    .map((name) => ({
      path: ['tools', name],
      message: `A tool cannot be named "${name}".`,
      key: name,
    }));
}

/** Checks a manifest as it was written, and fills in every default. */
export function createManifest(
  written: unknown,
  overrides: SchemaOverrides = new Map(),
): CreatedManifest {
  const parsed = manifestSchema.safeParse(written);
  if (!parsed.success) {
    return { manifest: EMPTY, problems: parsed.error.issues.flatMap(describeIssue) };
  }
  const created = toManifest(parsed.data, overrides);
  return { ...created, problems: [...findLostTools(written, parsed.data), ...created.problems] };
}
