/** Values of calls as the types of Search Attributes take them. */
import { FORMAT_WORDS, readInstant, TEXT_FORMATS } from '../../core/contract/text-formats.js';
import { toText } from '../../core/mapping/misfit.js';
import { takeMeantValue } from '../../core/value/meant-value.js';

/** A day counts from its beginning in UTC. */
function toInstant(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return TEXT_FORMATS['date']?.(value) === true ? `${value}T00:00:00Z` : readInstant(value);
}

interface AttributeType {
  /** Describes the values, after "must be". */
  readonly words: string;
  /** Returns `undefined` for a value that the type cannot take. */
  readonly take: (value: unknown) => unknown;
}

const TYPES: Readonly<Record<string, AttributeType>> = {
  DATETIME: { words: FORMAT_WORDS['date-time'] ?? 'a date', take: toInstant },
  INT: {
    words: 'a whole number',
    take: (value) => {
      const taken = takeMeantValue(value, ['integer']);
      return Number.isSafeInteger(taken) ? taken : undefined;
    },
  },
  DOUBLE: {
    words: 'a number',
    take: (value) => {
      const taken = takeMeantValue(value, ['number']);
      return Number.isFinite(taken) ? taken : undefined;
    },
  },
  BOOL: {
    words: 'true or false',
    take: (value) => {
      const taken = takeMeantValue(value, ['boolean']);
      return typeof taken === 'boolean' ? taken : undefined;
    },
  },
  KEYWORD_LIST: { words: 'a list of texts', take: (value) => [value].flat().map(toText) },
  KEYWORD: { words: 'a text', take: toText },
  TEXT: { words: 'a text', take: toText },
};

/** A value that a Search Attribute takes, or what it has to be, in words. */
export type AttributeValue = { readonly value: unknown } | { readonly words: string };

/** @param type The registered type, such as `KEYWORD`. Absent, or unknown here: the value stays as it is. */
export function toAttributeValue(type: string | undefined, value: unknown): AttributeValue {
  const attributeType = type === undefined ? undefined : TYPES[type];
  if (!attributeType) return { value };
  const taken = attributeType.take(value);
  return taken === undefined ? { words: attributeType.words } : { value: taken };
}
