import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';

import { checkElicitationSchema } from '../core/elicitation-schema.js';
import { isInputKey } from '../core/input-request.js';
import {
  CONFIRMATION_KEY,
  type ObjectSchema,
  TaskSupport,
  type ToolDefinition,
} from '../core/tool-definition.js';

import { compileSchema } from './compile-schema.js';
import {
  annotationsSchema,
  defaultsSchema,
  type ManifestSource,
  manifestSchema,
  questionSchema,
  retrySchema,
  serverSchema,
  type SharedSource,
  timeoutsSchema,
  toolSchema,
  type ToolSource,
} from './manifest-schema.js';
import type { Manifest } from './manifest.js';
import {
  BUILT_IN,
  type CompiledSchemas,
  createInputParser,
  toStartQuestions,
  toToolDefinition,
} from './to-tool-definition.js';

const DEFAULT_SERVER_NAME = 'temporal-mcp-tasks';
const NO_INPUT: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
/** A key this far from a known one is a typing error of it; further away it is something else. */
const MAX_TYPO_DISTANCE = 3;

/** A problem with the place it is in, not yet turned into a position in a file. */
export interface LocatedProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The unknown key itself, where the problem is one. */
  readonly key?: string;
}

/** What came of a manifest: it is usable only without problems. */
export interface CreatedManifest {
  readonly manifest: Manifest;
  readonly problems: readonly LocatedProblem[];
}

/** The keys that there are at a place, for suggestions. */
function knownKeysAt(path: readonly PropertyKey[]): string[] {
  const shapes: Readonly<Record<string, object>> = {
    annotations: annotationsSchema.shape,
    timeouts: timeoutsSchema.shape,
    retry: retrySchema.shape,
    server: serverSchema.shape,
    defaults: defaultsSchema.shape,
  };
  if (path.length === 0) return Object.keys(manifestSchema.shape);
  if (path.length === 2 && path[0] === 'tools') return Object.keys(toolSchema.shape);
  if (path.at(-2) === 'ask') return Object.keys(questionSchema.shape);
  return Object.keys(shapes[String(path.at(-1))] ?? {});
}

/** What people write who know the words of the MCP or the Temporal documentation. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    inputSchema: 'input',
    outputSchema: 'output',
    workflowType: 'workflow',
    taskSupport: 'task',
    retryPolicy: 'retry',
    args: 'arguments',
    workflowExecutionTimeout: 'timeouts.execution',
    executionTimeout: 'timeouts.execution',
    queue: 'taskQueue',
  }),
);

function suggestKey(key: string, path: readonly PropertyKey[]): string {
  const synonym = path[0] === 'tools' ? SYNONYMS.get(key) : undefined;
  if (synonym !== undefined) return ` Write "${synonym}".`;
  const [nearest] = knownKeysAt(path)
    .map((known) => ({
      known,
      off: distance(key.toLowerCase(), known.toLowerCase()),
    }))
    .sort((a, b) => a.off - b.off);
  return nearest && nearest.off <= MAX_TYPO_DISTANCE ? ` Did you mean "${nearest.known}"?` : '';
}

function fromIssue(issue: z.core.$ZodIssue): LocatedProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: `Unknown key "${key}".${suggestKey(key, issue.path)}`,
      key,
    }));
  }
  if (issue.code === 'invalid_key') {
    return [{ path: issue.path, message: issue.issues.map((inner) => inner.message).join(' ') }];
  }
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
    return [{ path: issue.path, message: `Missing: ${issue.expected} expected.` }];
  }
  return [{ path: issue.path, message: issue.message }];
}

function compileOrReport(
  schema: ObjectSchema,
  path: readonly PropertyKey[],
  problems: LocatedProblem[],
): ReturnType<typeof compileSchema> {
  try {
    return compileSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push({ path, message: `Not a valid JSON Schema: ${reason}.` });
    return () => [];
  }
}

function checkArguments(tool: ToolSource, path: readonly PropertyKey[]): LocatedProblem[] {
  if (!Array.isArray(tool.arguments)) return [];
  const properties = Object.keys(tool.input?.['properties'] ?? {});
  return tool.arguments.flatMap((name, index) =>
    properties.includes(name)
      ? []
      : [
          {
            path: [...path, 'arguments', index],
            message: `"${name}" is not a property of the tool's input.`,
          },
        ],
  );
}

function checkTtl(
  maxTtlMs: number,
  source: SharedSource,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  return (['ttl', 'minTtl'] as const).flatMap((key) =>
    (source[key] ?? 0) > maxTtlMs
      ? [
          {
            path: [...path, key],
            message: `${key} is longer than maxTtl (${maxTtlMs} ms).`,
          },
        ]
      : [],
  );
}

/** Questions before the start that no client could be asked, or whose answers lead nowhere. */
function checkQuestions(
  { ask, confirm }: ToolSource,
  inputSchema: ObjectSchema,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const properties = inputSchema['properties'] ?? {};
  const problems: LocatedProblem[] = [];
  for (const { key, schema } of toStartQuestions(ask ?? {})) {
    const place = [...path, 'ask', key];
    if (!isInputKey(key) || key === CONFIRMATION_KEY) {
      const message = `"${key}" cannot name a question: use up to 64 letters, digits, "_", "-" or ".", and not "${CONFIRMATION_KEY}".`;
      problems.push({ path: place, message });
    }
    for (const violation of checkElicitationSchema(schema)) {
      const message = `No client can be asked this: ${violation.path} ${violation.message}.`;
      problems.push({ path: place, message });
    }
    for (const name of Object.keys(schema.properties)) {
      if (Object.hasOwn(properties, name)) continue;
      const message = `"${name}" is not a property of the tool's input, so its answer would be lost.`;
      problems.push({ path: [...place, 'properties', name], message });
    }
  }
  for (const [, name = ''] of confirm?.matchAll(/\{(\w+)\}/g) ?? []) {
    if (Object.hasOwn(properties, name)) continue;
    const message = `"{${name}}" is not a property of the tool's input.`;
    problems.push({ path: [...path, 'confirm'], message });
  }
  return problems;
}

/** A tool whose `task` and `becomesTask` contradict each other. */
function checkBecomesTask(
  { taskSupport, becomesTask }: ToolDefinition,
  path: readonly PropertyKey[],
): LocatedProblem[] {
  const isContradiction =
    (taskSupport === TaskSupport.required && becomesTask === 'never') ||
    (taskSupport === TaskSupport.forbidden && becomesTask !== 'never');
  if (!isContradiction) return [];
  const said = typeof becomesTask === 'string' ? becomesTask : `${becomesTask.afterMs} ms`;
  const message = `"becomesTask: ${said}" contradicts "task: ${taskSupport}".`;
  return [{ path: [...path, 'becomesTask'], message }];
}

/** The schemas of a tool that a TypeScript module has compiled itself, by tool name. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;

/** What the manifest says of the server as a whole. */
function toServerSettings(source: ManifestSource['server'] = {}): Omit<Manifest, 'tools'> {
  const { name = DEFAULT_SERVER_NAME, title, version, instructions } = source;
  const { generations, taskTools, hosts } = source;
  const prefix = taskTools !== false && taskTools?.prefix;
  return {
    ...(generations && { generations: [...new Set(generations)] }),
    ...(taskTools === false && { taskTools }),
    ...(typeof prefix === 'string' && { taskTools: { prefix } }),
    ...(hosts && {
      hosts: new Map(
        Object.entries(hosts).map(([host, { answerWithin }]) => [host.toLowerCase(), answerWithin]),
      ),
    }),
    server: {
      name,
      ...(title !== undefined && { title }),
      ...(version !== undefined && { version }),
      ...(instructions !== undefined && { instructions }),
    },
  };
}

/** Turns a parsed manifest into tools, and says what does not fit together. */
function toManifest(source: ManifestSource, overrides: SchemaOverrides): CreatedManifest {
  const problems: LocatedProblem[] = [];
  const defaults = source.defaults ?? {};
  const tools = new Map<string, ToolDefinition>();
  problems.push(...checkTtl(defaults.maxTtl ?? BUILT_IN.maxTtl, defaults, ['defaults']));
  for (const [name, tool] of Object.entries(source.tools)) {
    const path = ['tools', name];
    const taskQueue = tool.taskQueue ?? defaults.taskQueue;
    if (taskQueue === undefined) {
      problems.push({
        path,
        message: 'Missing: a taskQueue, here or under "defaults". It has no default in Temporal.',
      });
    }
    const override = overrides.get(name);
    const inputSchema = override?.inputSchema ?? tool.input ?? NO_INPUT;
    const validate = compileOrReport(inputSchema, [...path, 'input'], problems);
    const validateOutput =
      tool.output && compileOrReport(tool.output, [...path, 'output'], problems);
    if (!override) problems.push(...checkArguments(tool, path));
    const definition = toToolDefinition(
      name,
      { tool, defaults, taskQueue: taskQueue ?? '' },
      {
        inputSchema,
        parseInput: override?.parseInput ?? createInputParser(validate, tool.arguments),
        ...(validateOutput && { validateOutput }),
      },
    );
    problems.push(...checkTtl(definition.maxTtlMs, tool, path));
    problems.push(...checkQuestions(tool, inputSchema, path));
    problems.push(...checkBecomesTask(definition, path));
    tools.set(name, definition);
  }
  if (tools.size === 0) {
    problems.push({
      path: ['tools'],
      message: 'There is no tool: list at least one Workflow Type.',
    });
  }
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
    return { manifest: EMPTY, problems: parsed.error.issues.flatMap(fromIssue) };
  }
  const created = toManifest(parsed.data, overrides);
  return { ...created, problems: [...findLostTools(written, parsed.data), ...created.problems] };
}
