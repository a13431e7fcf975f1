/** Compiles the schemas of a manifest, and finds their faults, also those that the rules of JSON Schema allow. */
import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import { type LocatedSchema, walkSchema } from '../../core/tool/walk-schema.js';
import { nearestName } from '../../core/value/find-nearest.js';
import { isRecord } from '../../core/value/is-record.js';
import { fromJsonPointer } from '../../core/value/json-pointer.js';
import type { LocatedProblem } from '../manifest-error.js';

import { checkAgainstPart, findSchemaFaults, KNOWN_FORMATS } from './compile-schema.js';
import { limitSchema, type SchemaCheck } from './limited-schema.js';

type Path = readonly PropertyKey[];

/** The input schema of tools and actions without arguments. */
export const NO_INPUT: ObjectSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** Keywords whose values the compiler quotes in its errors. */
const QUOTED = ['$ref', '$dynamicRef', 'pattern'];

/** Finds the place in a schema that the compiler's message quotes. */
function findQuoted(root: JsonSchema, reason: string): Path {
  for (const { path, schema } of walkSchema(root, [])) {
    for (const keyword of QUOTED) {
      const value = schema[keyword];
      if (typeof value === 'string' && reason.includes(value)) return [...path, keyword];
    }
  }
  return [];
}

/** Replaces the check of an invalid schema. */
const noViolations: SchemaCheck = async (filled) => Promise.resolve({ violations: [], filled });

/** Compiles a JSON Schema of a manifest. Its faults become problems, each with its place. */
export function compileOrReport(
  schema: JsonSchema,
  path: Path,
  problems: LocatedProblem[],
): SchemaCheck {
  try {
    const faults = findSchemaFaults(schema);
    if (faults.length === 0) return limitSchema(schema);
    for (const fault of faults) {
      const message = `Not a valid JSON Schema: ${fault.message}.`;
      problems.push({ path: [...path, ...fromJsonPointer(fault.path)], message });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Not a valid JSON Schema: ${reason}.`;
    problems.push({ path: [...path, ...findQuoted(schema, reason)], message });
  }
  return noViolations;
}

/**
 * The keywords that people write by hand. Other keywords are allowed, because schemas carry extensions of other tools.
 */
const KEYWORDS = [
  ...[
    'type',
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
  ],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minProperties'],
  ...['maxProperties', 'enum', 'const', 'default', 'description', 'title', 'examples', 'format'],
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'anyOf', 'allOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['$ref', '$defs', 'definitions', '$id', '$schema', 'dependentRequired', 'deprecated'],
];

function didYouMean(name: string, known: Iterable<string>): string {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/** Reports defaults that break their own schema: the server would at best refuse each call that relies on them. */
function checkDefaults(root: JsonSchema, located: LocatedSchema, start: Path): LocatedProblem[] {
  const { path, schema } = located;
  if (!Object.hasOwn(schema, 'default')) return [];
  const violations = checkAgainstPart(root, located, schema['default']);
  return violations.map(({ path: inner, message }) => ({
    path: [...start, ...path, 'default'],
    message: `The default breaks its own schema: ${inner === '' ? 'it' : inner} ${message}.`,
  }));
}

/** Keywords that may describe further members of the same object. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', '$ref', '$dynamicRef'];

/** Returns true if other schemas may describe members of the same object. */
function isComposed({ path, schema }: LocatedSchema): boolean {
  return COMPOSING.some((keyword) => path.includes(keyword) || Object.hasOwn(schema, keyword));
}

/** Reports required members that are forbidden, or that no property describes: a model cannot know what to send. */
function checkRequired(located: LocatedSchema, start: Path): LocatedProblem[] {
  const { path, schema } = located;
  const { required, properties, additionalProperties, patternProperties } = schema;
  const isClosed = additionalProperties === false;
  const isDescribed = isRecord(properties) && !isComposed(located);
  if (!Array.isArray(required) || patternProperties !== undefined || !(isClosed || isDescribed)) {
    return [];
  }
  const known = isRecord(properties) ? Object.keys(properties) : [];
  const fault = isClosed
    ? 'but not among the properties, so every call would be refused'
    : 'but "properties" lacks it: describe it there, or remove it from "required"';
  return required.flatMap((name, index) =>
    typeof name !== 'string' || known.includes(name)
      ? []
      : [
          {
            path: [...start, ...path, 'required', index],
            message: `"${name}" is required, ${fault}.${didYouMean(name, known)}`,
          },
        ],
  );
}

/** Faults that make a valid schema unusable. */
export function checkSchema(root: JsonSchema, start: Path): LocatedProblem[] {
  return walkSchema(root, []).flatMap((located) => [
    ...checkDefaults(root, located, start),
    ...checkRequired(located, start),
  ]);
}

/** Formats and keywords without effect. */
export function warnOfSchema(root: JsonSchema, start: Path): LocatedProblem[] {
  return walkSchema(root, []).flatMap(({ path, schema }) => {
    const { format } = schema;
    const ofFormat =
      typeof format !== 'string' || KNOWN_FORMATS.includes(format)
        ? []
        : [
            {
              path: [...start, ...path, 'format'],
              message: `Unknown format "${format}", so nothing is checked.${didYouMean(format, KNOWN_FORMATS) || ` Known are: ${[...KNOWN_FORMATS].sort().join(', ')}.`}`,
            },
          ];
    const ofKeywords = Object.keys(schema).flatMap((keyword) => {
      const meant = KEYWORDS.includes(keyword) ? undefined : nearestName(keyword, KEYWORDS);
      if (meant === undefined || Object.hasOwn(schema, meant) || keyword.startsWith('x-'))
        return [];
      const message = `JSON Schema has no keyword "${keyword}", so it does nothing. Did you mean "${meant}"?`;
      return [{ path: [...start, ...path, keyword], message, key: keyword }];
    });
    return [...ofFormat, ...ofKeywords];
  });
}
