/** The keywords of JSON Schema 2020-12, by the type of value that they are about. */
import type { JsonSchema } from '../../core/tool/tool-definition.js';
import { nearestName } from '../../core/value/find-nearest.js';
import type { LocatedProblem } from '../manifest-error.js';

const OF_NUMBERS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
];

/** Keywords that count for values of one type only. */
const BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  integer: OF_NUMBERS,
  number: OF_NUMBERS,
  array: [
    ...['minItems', 'maxItems', 'items', 'prefixItems', 'uniqueItems', 'contains'],
    ...['minContains', 'maxContains', 'unevaluatedItems'],
  ],
  object: [
    ...['minProperties', 'maxProperties', 'properties', 'required', 'additionalProperties'],
    ...['patternProperties', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
    ...['unevaluatedProperties'],
  ],
};

/** Keywords for values of any type, and those of MCP and OpenAPI that generators write. */
const OF_ALL_TYPES = [
  ...['type', 'enum', 'const', 'default', 'description', 'title', 'examples', 'format'],
  ...['anyOf', 'allOf', 'oneOf', 'not', 'if', 'then', 'else', 'deprecated', 'readOnly'],
  ...['writeOnly', 'contentEncoding', 'contentMediaType', 'contentSchema', '$ref', '$defs'],
  ...['definitions', '$id', '$schema', '$anchor', '$dynamicRef', '$dynamicAnchor', '$comment'],
  ...['$vocabulary', 'enumNames', 'discriminator', 'xml', 'externalDocs'],
];

const KEYWORDS = [...new Set([...Object.values(BY_TYPE).flat(), ...OF_ALL_TYPES])];

/** Keywords of other languages of schemas, such as zod and HTML, by that of JSON Schema. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ['gt', 'exclusiveMinimum'],
  ['lt', 'exclusiveMaximum'],
  ['step', 'multipleOf'],
  ['regex', 'pattern'],
  ['regexp', 'pattern'],
  ['match', 'pattern'],
  ['matches', 'pattern'],
  ['options', 'enum'],
  ['values', 'enum'],
  ['choices', 'enum'],
  ['optional', 'required'],
]);
const LOWER = /^(?:min(?:imum|Length|Items|Properties)?|gte)$/;
const UPPER = /^(?:max(?:imum|Length|Items|Properties)?|lte)$/;

/** The keywords for values of the types of a part; `undefined` without a type. */
function ofTypes({ type }: JsonSchema): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return [type].flat().flatMap((name) => (typeof name === 'string' ? (BY_TYPE[name] ?? []) : []));
}

/** Returns the keyword of JSON Schema that was meant; `undefined` if none is similar. */
function findMeant(keyword: string, [lower, upper]: readonly string[]): string | undefined {
  if (LOWER.test(keyword)) return lower;
  if (UPPER.test(keyword)) return upper;
  return HABITS.get(keyword) ?? nearestName(keyword, KEYWORDS);
}

/** Keywords that JSON Schema does not have, or has for other types. */
export function findForeignKeywords(part: JsonSchema): LocatedProblem[] {
  const fitting = ofTypes(part);
  return Object.keys(part).flatMap((keyword) => {
    const isKnown = KEYWORDS.includes(keyword);
    const fits = OF_ALL_TYPES.includes(keyword) || (fitting ?? KEYWORDS).includes(keyword);
    if (fits || keyword.startsWith('x-')) return [];
    const suggestion = findMeant(keyword, fitting ?? OF_NUMBERS);
    const hint =
      suggestion === undefined || suggestion === keyword || Object.hasOwn(part, suggestion)
        ? `Remove it${isKnown ? '' : `, or name it "x-${keyword}"`}.`
        : `Did you mean "${suggestion}"?`;
    const fault = isKnown
      ? `"${keyword}" does nothing for the type ${JSON.stringify(part['type'])}.`
      : `JSON Schema has no keyword "${keyword}", so it does nothing.`;
    return [{ path: [keyword], message: `${fault} ${hint}`, key: keyword }];
  });
}
