import { isRecord } from '../../core/value/is-record.js';

/** Deeper schemas are checked by the rules of JSON Schema. */
const MAX_DEPTH = 20;

const TYPES: readonly unknown[] = [
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'],
];
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

type Check = (value: unknown, depth: number) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => Number.isFinite(value);
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isList: Check = (value) => Array.isArray(value) && value.length > 0;
const isAnything: Check = () => true;

const isTexts: Check = (value, depth) =>
  Array.isArray(value) &&
  value.every((item) => isText(item, depth)) &&
  new Set(value).size === value.length;

const areSchemas: Check = (value, depth) =>
  isRecord(value) && Object.values(value).every((schema) => isPlain(schema, depth + 1));

const isSchemaOrFlag: Check = (value, depth) => isFlag(value, depth) || isPlain(value, depth + 1);

/** Checks of values by keyword. They accept only values that both dialects allow. */
const KEYWORDS: Readonly<Record<string, Check>> = {
  $schema: (value) => value === DIALECT,
  type: (value) => TYPES.includes(value),
  title: isText,
  description: isText,
  format: isText,
  default: isAnything,
  const: isAnything,
  enum: isList,
  examples: isList,
  minimum: isNumber,
  maximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  required: isTexts,
  properties: areSchemas,
  additionalProperties: isSchemaOrFlag,
  items: isSchemaOrFlag,
};

function isSound([keyword, value]: [string, unknown], depth: number): boolean {
  return Object.hasOwn(KEYWORDS, keyword) && (KEYWORDS[keyword]?.(value, depth) ?? false);
}

function isPlain(schema: unknown, depth: number): boolean {
  return (
    depth <= MAX_DEPTH &&
    isRecord(schema) &&
    Object.entries(schema).every((entry) => isSound(entry, depth))
  );
}

/**
 * Returns true for a schema of common keywords with valid values, which certainly keeps the rules of JSON Schema.
 * Compiling these rules takes longer than the rest of a server's start, and most manifests have only plain schemas.
 */
export function isPlainSchema(schema: unknown): boolean {
  return isPlain(schema, 0);
}
