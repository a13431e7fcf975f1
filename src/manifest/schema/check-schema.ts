/** Finds faults in schemas that are valid by the rules of JSON Schema. */
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { toJsonPointer } from '../../core/value/json-pointer.js';
import type { LocatedProblem } from '../file/manifest-error.js';
import { nearestName } from '../file/nearest-name.js';

import { checkAgainstPart, knownFormats } from './compile-schema.js';
import { type LocatedSchema, walkSchema } from './walk-schema.js';

type Path = readonly PropertyKey[];

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
function checkDefaults(
  root: ObjectSchema,
  { path, schema }: LocatedSchema,
  start: Path,
): LocatedProblem[] {
  if (!Object.hasOwn(schema, 'default')) return [];
  const part = { schema, pointer: toJsonPointer(path) };
  const violations = checkAgainstPart(root, part, schema['default']);
  return violations.map(({ path: inner, message }) => ({
    path: [...start, ...path, 'default'],
    message: `The default breaks its own schema: ${inner === '' ? 'it' : inner} ${message}.`,
  }));
}

/** Reports members that are both required and forbidden. */
function checkRequired({ path, schema }: LocatedSchema, start: Path): LocatedProblem[] {
  const { required, properties, additionalProperties, patternProperties } = schema;
  if (
    !Array.isArray(required) ||
    additionalProperties !== false ||
    patternProperties !== undefined
  ) {
    return [];
  }
  const known = isRecord(properties) ? Object.keys(properties) : [];
  return required.flatMap((name, index) =>
    typeof name !== 'string' || known.includes(name)
      ? []
      : [
          {
            path: [...start, ...path, 'required', index],
            message: `"${name}" is required, and not among the properties, so no call could be right.${didYouMean(name, known)}`,
          },
        ],
  );
}

/** Faults that make a valid schema unusable. */
export function checkSchema(root: ObjectSchema, start: Path): LocatedProblem[] {
  return walkSchema(root, []).flatMap((located) => [
    ...checkDefaults(root, located, start),
    ...checkRequired(located, start),
  ]);
}

function warnOfRequired({ path, schema }: LocatedSchema, start: Path): LocatedProblem[] {
  const { required, properties, additionalProperties } = schema;
  if (!Array.isArray(required) || !isRecord(properties) || additionalProperties === false)
    return [];
  const known = Object.keys(properties);
  return required.flatMap((name, index) =>
    typeof name !== 'string' || known.includes(name)
      ? []
      : [
          {
            path: [...start, ...path, 'required', index],
            message: `"${name}" is required, but no property says what it is.${didYouMean(name, known)}`,
          },
        ],
  );
}

/** Formats and keywords without effect. */
export function warnOfSchema(root: ObjectSchema, start: Path): LocatedProblem[] {
  const formats = knownFormats(root);
  return walkSchema(root, []).flatMap((located) => {
    const { path, schema } = located;
    const { format } = schema;
    const ofFormat =
      typeof format !== 'string' || formats.includes(format)
        ? []
        : [
            {
              path: [...start, ...path, 'format'],
              message: `There is no format "${format}", so nothing is checked.${didYouMean(format, formats) || ` Known are: ${[...formats].sort().join(', ')}.`}`,
            },
          ];
    const ofKeywords = Object.keys(schema).flatMap((keyword) => {
      const meant = KEYWORDS.includes(keyword) ? undefined : nearestName(keyword, KEYWORDS);
      if (meant === undefined || Object.hasOwn(schema, meant) || keyword.startsWith('x-'))
        return [];
      const message = `JSON Schema has no keyword "${keyword}", so it does nothing. Did you mean "${meant}"?`;
      return [{ path: [...start, ...path, keyword], message, key: keyword }];
    });
    return [...ofFormat, ...ofKeywords, ...warnOfRequired(located, start)];
  });
}
