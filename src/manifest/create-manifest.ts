import type { ToolDefinition } from '../core/tool-definition.js';

import { ADOPTION_INPUT, checkAdoptions } from './check-adoption.js';
import { checkTool, checkTtl } from './check-tool.js';
import { compileOrReport, NO_INPUT } from './compile-or-report.js';
import { createActions } from './create-actions.js';
import { describeIssue } from './describe-issue.js';
import type { LocatedProblem } from './located-problem.js';
import {
  type FileSource,
  manifestSchema,
  type SharedSource,
  type ToolSource,
} from './manifest-schema.js';
import type { Manifest } from './manifest.js';
import { type MergedSource, mergeParts, type PlacedProblem } from './merge-parts.js';
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
  readonly problems: readonly PlacedProblem[];
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

/** What is wrong beyond single tools and actions, and where. */
function checkWhole(
  sources: readonly FileSource[],
  { source, partOf, problems }: MergedSource,
): PlacedProblem[] {
  const ofParts = sources.flatMap(({ defaults = {} }, part) =>
    checkTtl(defaults.maxTtl ?? BUILT_IN.maxTtl, defaults, ['defaults']).map((problem) => ({
      ...problem,
      part,
    })),
  );
  const ofAll: LocatedProblem[] = [
    ...(source.server?.auth ? checkAuth(source.server.auth, ['server', 'auth']) : []),
    ...checkAdoptions(source),
  ];
  if (Object.keys(source.tools).length === 0) {
    const message = 'There is no tool: list at least one Workflow Type.';
    ofAll.push({ path: ['tools'], message });
  }
  return [
    ...problems,
    ...ofParts,
    ...ofAll.map((problem) => ({ ...problem, part: partOf(problem.path) })),
  ];
}

/** Turns parsed files into tools, and says what does not fit together. */
function toManifest(sources: readonly FileSource[], overrides: ManifestOverrides): CreatedManifest {
  const merged = mergeParts(sources);
  const { source, partOf, defaultsOf } = merged;
  const created = Object.entries(source.tools).map(([name, tool]) =>
    createTool(name, { tool, defaults: defaultsOf(name) }, overrides.tools.get(name)),
  );
  const { actions, problems: ofActions } = createActions(source, overrides.actions);
  const problems = [...created.flatMap((one) => one.problems), ...ofActions].map((problem) => ({
    ...problem,
    part: partOf(problem.path),
  }));
  const tools = new Map(created.map(({ definition }) => [definition.name, definition]));
  const settings = { ...toServerSettings(source.server), ...(actions.size > 0 && { actions }) };
  return {
    manifest: { ...settings, tools },
    problems: [...checkWhole(sources, merged), ...problems],
  };
}

const EMPTY: Manifest = { server: { name: DEFAULT_SERVER_NAME }, tools: new Map() };

/**
 * The parser drops tools with names that JavaScript keeps for itself, such as `__proto__`. It must not go unnoticed.
 */
function findLostTools(written: unknown, parsed: FileSource): LocatedProblem[] {
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

/**
 * Checks a manifest as it was written, and fills in every default.
 *
 * @param written What each of its files says.
 */
export function createManifest(
  written: readonly unknown[],
  overrides: ManifestOverrides = NO_OVERRIDES,
): CreatedManifest {
  const parsed = written.map((content) => manifestSchema.safeParse(content));
  const issues = parsed.flatMap(({ error }, part) =>
    (error?.issues ?? []).flatMap(describeIssue).map((problem) => ({ ...problem, part })),
  );
  const sources = parsed.flatMap(({ data }) => (data ? [data] : []));
  if (issues.length > 0) return { manifest: EMPTY, problems: issues };
  const created = toManifest(sources, overrides);
  const lost = sources.flatMap((source, part) =>
    findLostTools(written[part], source).map((problem) => ({ ...problem, part })),
  );
  return { ...created, problems: [...lost, ...created.problems] };
}
