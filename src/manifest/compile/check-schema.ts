/** Compiles the schemas of a manifest, and finds their faults, also those that the rules of JSON Schema allow. */
import { describeViolation } from '../../core/errors.js';
import { findLostReferences } from '../../core/tool/embed-schema.js';
import type { JsonSchema, ObjectSchema } from '../../core/tool/tool-definition.js';
import { type LocatedSchema, walkSchema } from '../../core/tool/walk-schema.js';
import { nearestName } from '../../core/value/find-nearest.js';
import { isRecord } from '../../core/value/is-record.js';
import { fromJsonPointer } from '../../core/value/json-pointer.js';
import type { LocatedProblem } from '../manifest-error.js';

import { checkAgainstPart, findSchemaFaults } from './compile-schema.js';
import { limitSchema, type SchemaCheck } from './limited-schema.js';

type Path = readonly PropertyKey[];

/** The input schema of tools and actions without arguments. */
export const NO_INPUT: ObjectSchema = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** Finds the pattern that the compiler's message quotes. */
function findPattern(root: JsonSchema, reason: string): Path {
  const quoted = walkSchema(root, []).find(
    ({ schema: { pattern } }) => typeof pattern === 'string' && reason.includes(pattern),
  );
  return quoted ? [...quoted.path, 'pattern'] : [];
}

/** What to write for a keyword as other languages have it. `undefined`: no such habit is known. */
function findHabit(root: JsonSchema, path: Path): string | undefined {
  const keyword = String(path.at(-1));
  const value = path.reduce<unknown>(
    (part, step) => (isRecord(part) || Array.isArray(part) ? Reflect.get(part, step) : undefined),
    root,
  );
  if (keyword === 'required' && typeof value === 'boolean') {
    const [above, name] = path.slice(-3);
    const names = above === 'properties' ? String(name) : 'name';
    return `write "required: [${names}]" beside "properties"`;
  }
  if (typeof value !== 'string') return undefined;
  if (keyword === 'enum' || keyword === 'required') return `write a list: [${value}]`;
  const word = value.trim();
  return ['true', 'false'].includes(word) ? `write ${word}, without quotes` : undefined;
}

/**
 * Faults of a schema, with their places in it. A reference to another document is one: the validators of many clients
 * drop all tools of a server for it, or refuse each result.
 */
function findFaults(schema: JsonSchema): LocatedProblem[] {
  const ofForm = findSchemaFaults(schema).map(({ path, message }) => {
    const place = fromJsonPointer(path);
    return { path: place, message: findHabit(schema, place) ?? message };
  });
  if (ofForm.length > 0) return ofForm;
  return findLostReferences(schema).map(({ path, reference }) => ({
    path,
    message: `"${reference}" leads to no part of this schema: copy that part into "$defs", and write "#/$defs/NAME"`,
  }));
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
    const faults = findFaults(schema);
    if (faults.length === 0) return limitSchema(schema);
    for (const fault of faults) {
      const message = `Not a valid JSON Schema: ${fault.message}.`;
      problems.push({ path: [...path, ...fault.path], message });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Not a valid JSON Schema: ${reason}.`;
    problems.push({ path: [...path, ...findPattern(schema, reason)], message });
  }
  return noViolations;
}

function didYouMean(name: string, names: Iterable<string>): string {
  const suggestion = nearestName(name, names);
  return suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
}

/** Reports defaults that break their own schema: the server would at best refuse each call that relies on them. */
function checkDefaults(root: JsonSchema, located: LocatedSchema, start: Path): LocatedProblem[] {
  const { path, schema } = located;
  if (!Object.hasOwn(schema, 'default')) return [];
  const violations = checkAgainstPart(root, located, schema['default']);
  return violations.map((violation) => ({
    path: [...start, ...path, 'default'],
    message: `The default breaks its own schema: ${describeViolation(violation)}.`,
  }));
}

/** Keywords that may describe further members of the same object. */
export const COMPOSING = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'not',
  '$ref',
  '$dynamicRef',
];

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
  const names = isRecord(properties) ? Object.keys(properties) : [];
  const fault = isClosed
    ? 'but not among the properties, so every call would be refused'
    : 'but "properties" lacks it: describe it there, or remove it from "required"';
  return required.flatMap((name, index) =>
    typeof name !== 'string' || names.includes(name)
      ? []
      : [
          {
            path: [...start, ...path, 'required', index],
            message: `"${name}" is required, ${fault}.${didYouMean(name, names)}`,
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
