/** Warns of parts of a schema that work, but not as they read, or not in all hosts. */
import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import { leadsToSchema, walkSchema } from '../../core/tool/walk-schema.js';
import { nearestName } from '../../core/value/find-nearest.js';
import { isRecord } from '../../core/value/is-record.js';
import type { LocatedProblem } from '../manifest-error.js';

import { KNOWN_FORMATS } from './compile-schema.js';
import { fitsType } from './json-type.js';
import { compilePattern } from './linear-pattern.js';
import { choicesIn, toPlainRoot } from './plain-root.js';
import { findForeignKeywords } from './schema-keywords.js';
import { lacksItems } from './with-items.js';

/** Finds what to warn of in one part of a schema, with places inside that part. */
type Rule = (part: JsonSchema) => readonly LocatedProblem[];

function findUnknownFormat({ format }: JsonSchema): LocatedProblem[] {
  if (typeof format !== 'string' || KNOWN_FORMATS.includes(format)) return [];
  const suggestion = nearestName(format, KNOWN_FORMATS);
  const hint =
    suggestion === undefined
      ? `Known are: ${[...KNOWN_FORMATS].sort().join(', ')}.`
      : `Did you mean "${suggestion}"?`;
  return [
    { path: ['format'], message: `Unknown format "${format}", so nothing is checked. ${hint}` },
  ];
}

/** Keywords of lower and upper bounds. */
const BOUNDS = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

function findEmptyRanges(part: JsonSchema): LocatedProblem[] {
  return BOUNDS.flatMap(([low, high]) => {
    const [least, most] = [part[low], part[high]];
    if (typeof least !== 'number' || typeof most !== 'number') return [];
    const isOpen = low.startsWith('exclusive') || high.startsWith('exclusive');
    if (isOpen ? least < most : least <= most) return [];
    const message = `No value fits: "${low}" is ${least}, and "${high}" is ${most}.`;
    return [{ path: [low], message, key: low }];
  });
}

function findForbiddenChoices({ type, enum: choices, const: only }: JsonSchema): LocatedProblem[] {
  if (type === undefined) return [];
  const types = JSON.stringify(type);
  const warn = (path: readonly PropertyKey[], value: unknown): LocatedProblem[] =>
    fitsType(value, type)
      ? []
      : [
          {
            path,
            message: `The type ${types} forbids ${JSON.stringify(value)}: no value can be that.`,
          },
        ];
  return [
    ...(Array.isArray(choices) ? choices.flatMap((choice, at) => warn(['enum', at], choice)) : []),
    ...(only === undefined ? [] : warn(['const'], only)),
  ];
}

function findSlowPatterns({ pattern, patternProperties }: JsonSchema): LocatedProblem[] {
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === 'string' ? [{ path: ['pattern'], source: pattern }] : []),
    ...names.map((name) => ({ path: ['patternProperties', name], source: name })),
  ]
    .filter(({ source }) => !compilePattern(source).isLinear)
    .map(({ path, source }) => ({
      path,
      message: `RE2, which matches in linear time, does not support all of the pattern ${source} (look-ahead, look-behind, references to groups, more than 1,000 repetitions). JavaScript's own engine matches it instead. A call is refused if that takes too long.`,
    }));
}

/** Formats of 64-bit integers in OpenAPI. */
const LONG_FORMATS: readonly unknown[] = ['int64', 'uint64'];

/** Integers whose range exceeds what clients in JavaScript keep exactly: calls with them are refused. */
function findLargeIntegers({ type, minimum, maximum, format }: JsonSchema): LocatedProblem[] {
  const bounds = [minimum, maximum].filter((bound) => typeof bound === 'number');
  const isBeyond = bounds.some((bound) => !Number.isSafeInteger(bound));
  // The bounds of a 64-bit format may be within.
  const isLong = bounds.length < 2 && LONG_FORMATS.includes(format);
  if (![type].flat().includes('integer') || !(isBeyond || isLong)) return [];
  const message =
    'Integers in this range can exceed 2^53 − 1, above which clients round them. A call with such a number is refused. Make it a string of digits, or narrow "minimum" and "maximum".';
  return [{ path: [], message }];
}

/** Arrays that hosts refuse, so that `tools/list` completes them ({@link withItems}). */
function findArraysWithoutItems(part: JsonSchema): LocatedProblem[] {
  if (!lacksItems(part) || Object.hasOwn(part, 'prefixItems')) return [];
  const message =
    'An array without "items" leaves a model to guess, and VS Code and the API of OpenAI refuse it, so tools/list adds "items: {}". Describe them: "items: { type: string }".';
  return [{ path: [], message }];
}

function findOtherChoices({ enum: choices }: JsonSchema): LocatedProblem[] {
  if (!Array.isArray(choices)) return [];
  if (choices.every((choice) => typeof choice === 'string' || choice === null)) return [];
  const message =
    'The API of Gemini takes only texts in "enum", and refuses all tools of a server for others. Write texts, or "minimum" and "maximum".';
  return [{ path: ['enum'], message }];
}

const OF_ALL: readonly Rule[] = [
  findUnknownFormat,
  findForeignKeywords,
  findEmptyRanges,
  findForbiddenChoices,
  findSlowPatterns,
];
const OF_INPUTS: readonly Rule[] = [findLargeIntegers, findArraysWithoutItems, findOtherChoices];

function apply(
  rules: readonly Rule[],
  root: JsonSchema,
  start: readonly PropertyKey[],
): readonly LocatedProblem[] {
  return walkSchema(root, [])
    .filter(({ path }) => leadsToSchema(path))
    .flatMap(({ path, schema }) =>
      rules.flatMap((rule) =>
        rule(schema).map((problem) => ({ ...problem, path: [...start, ...path, ...problem.path] })),
      ),
    );
}

/** Warnings of a schema at any door: input, output, form. */
export function warnOfSchema(
  root: JsonSchema,
  start: readonly PropertyKey[],
): readonly LocatedProblem[] {
  return apply(OF_ALL, root, start);
}

/** The names that the API of Claude takes for arguments. */
const ARGUMENT_NAME = /^[\w.-]{1,64}$/;

/** Further warnings of arguments, which hosts hand to the APIs of models. */
export function warnOfInput(
  root: ObjectSchema,
  start: readonly PropertyKey[],
): readonly LocatedProblem[] {
  const { schema, rule } = toPlainRoot(root);
  const names = Object.keys(schema['properties'] ?? {});
  // Choices that are merged into the properties are lost in no host.
  const choices = rule === undefined ? [] : choicesIn(root);
  return [
    ...warnOfSchema(root, start),
    ...apply(OF_INPUTS, root, start),
    ...choices.map((keyword) => ({
      path: [...start, keyword],
      key: keyword,
      message: `The APIs of Claude and OpenAI models refuse "${keyword}" at the top of a tool's arguments, so tools/list says it in words, and calls are still checked by it. Keep "properties" and "required" at the top.`,
    })),
    ...names
      .filter((name) => !ARGUMENT_NAME.test(name))
      .map((name) => ({
        path: [...start, 'properties', name],
        key: name,
        message: `The API of Claude refuses all tools of a server for the argument "${name}": use up to 64 letters (a to z), digits, "_", "-" or ".".`,
      })),
  ];
}
