/** Costs of tools without faults for their users: shut-out hosts, and patterns that take long. */
import { builtInNames } from '../core/tool/built-in-tools.js';
import { TaskSupport, type ToolCatalog } from '../core/tool/tool-definition.js';
import { type LocatedSchema, walkSchema } from '../core/tool/walk-schema.js';
import { isRecord } from '../core/value/is-record.js';
import { compilePattern } from '../manifest/compile/linear-pattern.js';
import type { LocatedProblem } from '../manifest/manifest-error.js';
import type { Manifest } from '../manifest/manifest.js';

/** Hosts that cannot call a tool with `task: required` (docs/hosts.md). */
const SHUT_OUT =
  'opencode, Mastra, OpenAI Agents for Python, LangChain, AI SDK and Claude Code in print mode';

export function inspectTaskSupport(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()]
    .filter(({ task }) => task.support === TaskSupport.required)
    .map(({ name }) => ({
      path: ['tools', name, 'task'],
      message: `"required" shuts out hosts without tasks: ${SHUT_OUT}. With "optional", these hosts get a handle for a long call.`,
    }));
}

/** The length of a tool's name with the server's, as hosts give it to a model (`mcp__server__tool`). */
const MAX_SHOWN_NAME = 64;

function inspectName(name: string, { server }: Manifest): string[] {
  const shown = `mcp__${server.name}__${name}`;
  const dots = name.includes('.')
    ? [
        `"${name}" has a dot, which GitHub Copilot CLI, Claude Desktop and the APIs of Claude and OpenAI models refuse: write "${name.replaceAll('.', '_')}".`,
      ]
    : [];
  const tooMany = shown.length - MAX_SHOWN_NAME;
  if (tooMany <= 0) return dots;
  return [
    ...dots,
    `Hosts name this tool "${shown}" to a model, which has ${shown.length} characters. Claude Code, Cursor and the APIs of models allow ${MAX_SHOWN_NAME}: shorten it by ${tooMany}, or shorten "name" of the server.`,
  ];
}

/** Names that MCP allows, and hosts refuse or hide. */
export function inspectNames(manifest: Manifest): LocatedProblem[] {
  const { tools, actions, taskTools } = manifest;
  const sections = { tools: [...tools.keys()], actions: [...(actions?.keys() ?? [])] };
  const named = Object.entries(sections).flatMap(([section, names]) =>
    names.flatMap((name) =>
      inspectName(name, manifest).map((message) => ({ path: [section, name], key: name, message })),
    ),
  );
  const builtIn = builtInNames(taskTools).flatMap((name) => inspectName(name, manifest));
  return [
    ...named,
    ...builtIn.slice(0, 1).map((message) => ({ path: ['server', 'taskTools'], message })),
  ];
}

interface LocatedPattern {
  readonly path: readonly PropertyKey[];
  readonly source: string;
}

/** Every pattern in a schema and in the schemas inside it. */
function findPatterns(root: unknown, start: readonly PropertyKey[]): readonly LocatedPattern[] {
  return walkSchema(root, start).flatMap(({ path, schema }) => {
    const { pattern, patternProperties } = schema;
    const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
    return [
      ...(typeof pattern === 'string' ? [{ path: [...path, 'pattern'], source: pattern }] : []),
      ...names.map((name) => ({ path: [...path, 'patternProperties', name], source: name })),
    ];
  });
}

/** Names the patterns of the tools' schemas that RE2 does not know, which JavaScript's own engine matches. */
export function inspectPatterns(tools: ToolCatalog): LocatedProblem[] {
  const patterns = [...tools.values()].flatMap(({ name, shown }) => [
    ...findPatterns(shown.inputSchema, ['tools', name, 'input']),
    ...findPatterns(shown.outputSchema, ['tools', name, 'output']),
  ]);
  return patterns
    .filter(({ source }) => !compilePattern(source).isLinear)
    .map(({ path, source }) => ({
      path,
      message: `RE2, which matches in linear time, does not support all of the pattern ${source} (look-ahead, look-behind, references to groups, more than 1,000 repetitions). JavaScript's own engine matches it instead. A call is refused if that takes too long.`,
    }));
}

/** Formats of 64-bit integers in OpenAPI. */
const LONG_FORMATS: readonly unknown[] = ['int64', 'uint64'];

function isBeyondSafe({ type, minimum, maximum, format }: LocatedSchema['schema']): boolean {
  if (type !== 'integer' && !(Array.isArray(type) && type.includes('integer'))) return false;
  const bounds = [minimum, maximum].filter((bound) => typeof bound === 'number');
  // The bounds of a 64-bit format may be within.
  if (bounds.length === 2) return bounds.some((bound) => !Number.isSafeInteger(bound));
  return LONG_FORMATS.includes(format) || bounds.some((bound) => !Number.isSafeInteger(bound));
}

/** Names integers of inputs whose range exceeds what clients in JavaScript keep exactly: calls are refused there. */
export function inspectIntegers(tools: ToolCatalog): LocatedProblem[] {
  return [...tools.values()].flatMap(({ name, shown }) =>
    walkSchema(shown.inputSchema, ['tools', name, 'input'])
      .filter(({ schema }) => isBeyondSafe(schema))
      .map(({ path }) => ({
        path,
        message:
          'Integers in this range can exceed 2^53 − 1, above which clients round them. A call with such a number is refused. Make it a string of digits, or narrow "minimum" and "maximum".',
      })),
  );
}
