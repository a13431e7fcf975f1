import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import { toCallScope } from '../../core/tool/call-scope.js';
import type { ParseInput, ToolDefinition } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { leavesIn, type Written } from '../../definition/leaves.js';
import { type Members, placeBeforeStart } from '../../definition/roots.js';
import { layout as layoutSchema, toLayout } from '../../definition/tool/arguments.js';
import { checkSchema, compileOrReport, NO_INPUT } from '../compile/check-schema.js';
import { fillIn } from '../compile/compile-text.js';
import { warnOfInput, warnOfSchema } from '../compile/warn-of-schema.js';
import type { LocatedProblem } from '../manifest-error.js';
import type { Manifest } from '../manifest.js';
import { toServerSettings } from '../server/server.js';
import { type ActionSource, createActions } from '../tool/action.js';
import { ADOPTION_INPUT } from '../tool/check-adoption.js';
import { warnOfMarkup } from '../tool/check-events.js';
import {
  type CompiledSchemas,
  type SchemaOverrides,
  toInputRules,
  compileOutput,
} from '../tool/compiled-schemas.js';
import { checkTool, toKeys, toToolDefinition } from '../tool/to-tool-definition.js';
import { toolKeys, type ToolSource } from '../tool/tool-schema.js';

import { checkWhole } from './check-whole.js';
import type { FileSource, ManifestSource } from './manifest-schema.js';
import { type MergedSource, mergeParts, type PlacedProblem } from './merge-parts.js';
import { parseSource } from './parse-source.js';

/** Texts that are the name of an argument: its value was meant, as where an expression stands. */
function warnOfTexts(written: readonly Written[]): readonly LocatedProblem[] {
  return written
    .filter(
      ({ kind, text, place: { input, lost } }) =>
        kind === 'text' && input.includes(text) && !lost?.names.includes(text),
    )
    .map(({ path, text }) => ({
      path,
      message: `This is the text "${text}". The value of the argument is {${text}}.`,
    }));
}

/** Use it only if there are no problems. */
export interface CreatedManifest {
  readonly manifest: Manifest;
  readonly problems: readonly PlacedProblem[];
  readonly placeOf: MergedSource['placeOf'];
}

const NO_DESCRIPTION =
  'Missing: a description. Models choose tools by it: say in a sentence what the Workflow does.';

/** Times below this are over before a Worker has the work, in milliseconds. */
const SHORT_MS = 1_000;

/** Warns of a time limit that ends each call, and of texts that may surprise their author. */
function warnOfTool(name: string, tool: ToolSource): readonly LocatedProblem[] {
  const path = ['tools', name];
  const { start } = tool;
  const limits = ['executionTimeout', 'runTimeout', 'scheduleToCloseTimeout'] as const;
  const short = limits.filter((limit) => {
    const value: unknown = Reflect.get(start, limit);
    return typeof value === 'number' && value < SHORT_MS;
  });
  const place = placeBeforeStart(name, Object.keys(tool.input?.['properties'] ?? {}), {});
  const written = leavesIn(toolKeys, toKeys(tool), { path, place });
  return [
    ...short.map((limit) => ({
      path: [...path, start.kind, limit],
      message: 'Below a second, most work ends as timed out before a Worker has begun it.',
    })),
    ...warnOfTexts(written),
    ...warnOfMarkup(written, path),
  ];
}

/** Warnings about missing descriptions, and about schemas and forms that may surprise their authors. */
function warnOf(source: ManifestSource): LocatedProblem[] {
  const { tools, actions = {} } = source;
  const entries: (readonly [string, string, ToolSource | ActionSource])[] = [
    ...Object.entries(tools).map(([name, one]) => ['tools', name, one] as const),
    ...Object.entries(actions).map(([name, one]) => ['actions', name, one] as const),
  ];
  const ofTools = Object.entries(tools).flatMap(([name, tool]) => warnOfTool(name, tool));
  const ofAll = entries.flatMap(([section, name, { description, input, output, ...more }]) => [
    ...(description === undefined ? [{ path: [section, name], message: NO_DESCRIPTION }] : []),
    ...(input ? warnOfInput(input, [section, name, 'input']) : []),
    ...(output ? warnOfSchema(output, [section, name, 'output']) : []),
    ...Object.entries(('questions' in more ? more.questions : undefined) ?? {}).flatMap(
      ([question, { properties }]) =>
        warnOfSchema({ properties }, [section, name, 'questions', question]),
    ),
  ]);
  return [...ofAll, ...ofTools];
}

/** Schemas that a TypeScript module has compiled itself. */
export interface ManifestOverrides {
  readonly tools: SchemaOverrides;
  readonly actions: SchemaOverrides;
}

const NO_OVERRIDES: ManifestOverrides = { tools: new Map(), actions: new Map() };

interface CreatedTool {
  readonly definition: ToolDefinition;
  readonly problems: readonly LocatedProblem[];
}

/** Lays out what a module has parsed. The layout of a kind has the names of the tool and the server. */
function toKindParser(parseInput: ParseInput, layout: ArgumentLayout): ParseInput {
  return async (input, by) => {
    const parsed = await parseInput(input, by);
    if (!parsed.ok) return parsed;
    return layOut(layout, toCallScope(parsed.workflowArguments[0] as Record<string, unknown>, by));
  };
}

function createTool(
  name: string,
  tool: ToolSource,
  { override, claims }: { override: CompiledSchemas | undefined; claims: Members },
): CreatedTool {
  const path = ['tools', name];
  const problems: LocatedProblem[] = [];
  const { start } = tool;
  if (start.taskQueue === undefined && start.adopt === undefined) {
    const message = `Missing: a taskQueue, here or under "defaults.${start.kind}". It has no default in Temporal.`;
    problems.push({ path: [...path, start.kind, 'taskQueue'], message });
  }
  const source = start.adopt === undefined ? tool.input : ADOPTION_INPUT;
  const inputSchema = override?.inputSchema ?? source ?? NO_INPUT;
  const reported = compileOrReport(inputSchema, [...path, 'input'], problems);
  const output = compileOutput(tool.output, [...path, 'output'], problems);
  // Schemas made from zod objects are not checked, since zod writes them.
  if (problems.length === 0 && !override)
    problems.push(...checkSchema(inputSchema, [...path, 'input']));
  const names = Object.keys(inputSchema['properties'] ?? {});
  const layout = toLayout(fillIn(layoutSchema, start.arguments ?? 'object', names));
  const own = override?.input ?? toInputRules(inputSchema, reported, layout);
  const definition = toToolDefinition(name, tool, {
    inputSchema,
    input: override && tool.own ? { ...own, parse: toKindParser(own.parse, layout) } : own,
    layout: override ? undefined : layout,
    output,
  });
  return { definition, problems: [...problems, ...checkTool(definition, tool, { path, claims })] };
}

/** Leaves out repetitions: several tools may have the same fault by `defaults`. */
function eachOnce(problems: readonly PlacedProblem[]): PlacedProblem[] {
  return Array.from(
    new Map(
      problems.map((problem) => [
        JSON.stringify([problem.part, problem.path, problem.message]),
        problem,
      ]),
    ).values(),
  );
}

/** @param isWhole False: sources may lack parts, so that only the problems of each tool count. */
function toManifest(
  sources: readonly FileSource[],
  overrides: ManifestOverrides,
  isWhole: boolean,
): CreatedManifest {
  const merged = mergeParts(sources);
  const { source, placeOf } = merged;
  // Without "server.auth", the operator's program decides which claims there are.
  const { auth } = source.server ?? {};
  const claims = auth && (auth.workflowClaims ?? []);
  const created = Object.entries(source.tools).map(([name, tool]) =>
    createTool(name, tool, { override: overrides.tools.get(name), claims }),
  );
  const { actions, problems: ofActions } = createActions(source, overrides.actions, claims);
  const problems = [
    ...(isWhole ? checkWhole(source) : []),
    ...created.flatMap((part) => part.problems),
    ...(isWhole ? ofActions : []),
  ].map((problem) => ({ ...problem, ...placeOf(problem.path) }));
  const settings = {
    ...toServerSettings(source.server),
    actions: actions.size > 0 ? actions : undefined,
  };
  const warnings = problems.length > 0 ? [] : warnOf(source);
  return {
    manifest: {
      ...settings,
      tools: new Map(created.map(({ definition }) => [definition.name, definition])),
      warnings: warnings.length > 0 ? warnings : undefined,
    },
    problems: eachOnce([...(isWhole ? merged.problems : []), ...problems]),
    placeOf,
  };
}

/**
 * Reports tools with names that JavaScript reserves, such as `__proto__`, which the parser drops silently.
 */
function findLostTools(written: unknown, parsed: FileSource): LocatedProblem[] {
  return (['tools', 'actions'] as const).flatMap((section) => {
    const members = isRecord(written) ? (written[section] ?? {}) : {};
    return Object.keys(members)
      .filter((name) => !Object.hasOwn(parsed[section] ?? {}, name))
      .map((name) => ({
        path: [section, name],
        message: `A tool cannot be named "${name}".`,
        key: name,
      }));
  });
}

export interface CreateOptions {
  readonly overrides?: ManifestOverrides | undefined;
  /** False: parts of the content are missing. Default: true. */
  readonly isWhole?: boolean | undefined;
}

/**
 * Checks the content of a manifest's files, and fills in every default.
 *
 * @param written The parsed content of each file.
 */
export function createManifest(
  written: readonly unknown[],
  { overrides = NO_OVERRIDES, isWhole = true }: CreateOptions = {},
): CreatedManifest {
  const parsed = written.map(parseSource);
  const sources = parsed.map(({ source }) => source);
  const ofForm = parsed.flatMap(({ problems }, part) =>
    problems.map((problem) => ({ ...problem, part })),
  );
  const isSound = isWhole && ofForm.length === 0;
  const created = toManifest(sources, overrides, isSound);
  // Problems of several parts may only follow from those of the form.
  if (!isSound) return { ...created, problems: [...ofForm, ...created.problems] };
  const lost = sources.flatMap((source, part) =>
    findLostTools(written[part], source).map((problem) => ({ ...problem, part })),
  );
  return { ...created, problems: [...lost, ...created.problems] };
}
