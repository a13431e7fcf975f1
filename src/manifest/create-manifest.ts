import type { ToolDefinition } from '../core/tool-definition.js';

import { ADOPTION_INPUT, checkAdoptions } from './check-adoption.js';
import { checkTool, checkTtl } from './check-tool.js';
import { compileOrReport, NO_INPUT } from './compile-or-report.js';
import { createActions } from './create-actions.js';
import { describeIssue } from './describe-issue.js';
import type { LocatedProblem } from './located-problem.js';
import {
  type ManifestSource,
  manifestSchema,
  type SharedSource,
  type ToolSource,
} from './manifest-schema.js';
import type { Manifest } from './manifest.js';
import type { SchemaOverrides } from './schema-overrides.js';
import { checkAuth } from './to-auth-settings.js';
import { DEFAULT_SERVER_NAME, toServerSettings } from './to-server-settings.js';
import {
  BUILT_IN,
  type CompiledSchemas,
  createInputParser,
  toToolDefinition,
} from './to-tool-definition.js';

/** What came of a manifest: it is usable only without problems. */
export interface CreatedManifest {
  readonly manifest: Manifest;
  readonly problems: readonly LocatedProblem[];
}

/** What a TypeScript module has compiled itself. */
export interface ManifestOverrides {
  readonly tools: SchemaOverrides;
  readonly actions: SchemaOverrides;
}

const NO_OVERRIDES: ManifestOverrides = { tools: new Map(), actions: new Map() };

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
  if (taskQueue === undefined && tool.adopt === undefined) {
    const message =
      'Missing: a taskQueue, here or under "defaults". It has no default in Temporal.';
    problems.push({ path, message });
  }
  const own = tool.adopt === undefined ? tool.input : ADOPTION_INPUT;
  const inputSchema = override?.inputSchema ?? own ?? NO_INPUT;
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
function toManifest(source: ManifestSource, overrides: ManifestOverrides): CreatedManifest {
  const defaults = source.defaults ?? {};
  const created = Object.entries(source.tools).map(([name, tool]) =>
    createTool(name, { tool, defaults }, overrides.tools.get(name)),
  );
  const { actions, problems: ofActions } = createActions(source, overrides.actions);
  const problems = [
    ...checkTtl(defaults.maxTtl ?? BUILT_IN.maxTtl, defaults, ['defaults']),
    ...(source.server?.auth ? checkAuth(source.server.auth, ['server', 'auth']) : []),
    ...checkAdoptions(source),
    ...created.flatMap((one) => one.problems),
    ...ofActions,
  ];
  if (created.length === 0) {
    const message = 'There is no tool: list at least one Workflow Type.';
    problems.push({ path: ['tools'], message });
  }
  const tools = new Map(created.map(({ definition }) => [definition.name, definition]));
  const settings = { ...toServerSettings(source.server), ...(actions.size > 0 && { actions }) };
  return { manifest: { ...settings, tools }, problems };
}

const EMPTY: Manifest = { server: { name: DEFAULT_SERVER_NAME }, tools: new Map() };

/**
 * The parser drops tools with names that JavaScript keeps for itself, such as `__proto__`. It must not go unnoticed.
 */
function findLostTools(written: unknown, parsed: ManifestSource): LocatedProblem[] {
  return (['tools', 'actions'] as const).flatMap((section) => {
    const named = (written as Readonly<Partial<Record<typeof section, object>>>)[section] ?? {};
    return Object.keys(named)
      .filter((name) => !Object.hasOwn(parsed[section] ?? {}, name))
      .map((name) => ({
        path: [section, name],
        message: `A tool cannot be named "${name}".`,
        key: name,
      }));
  });
}

/** Checks a manifest as it was written, and fills in every default. */
export function createManifest(
  written: unknown,
  overrides: ManifestOverrides = NO_OVERRIDES,
): CreatedManifest {
  const parsed = manifestSchema.safeParse(written);
  if (!parsed.success) {
    return { manifest: EMPTY, problems: parsed.error.issues.flatMap(describeIssue) };
  }
  const created = toManifest(parsed.data, overrides);
  return { ...created, problems: [...findLostTools(written, parsed.data), ...created.problems] };
}
