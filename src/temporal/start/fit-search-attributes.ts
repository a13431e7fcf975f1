import { FORMAT_WORDS, readInstant, TEXT_FORMATS } from '../../core/contract/text-formats.js';
import { toText } from '../../core/mapping/misfit.js';
import { invalidArguments } from '../../core/tool/parse-arguments.js';
import { KeptValue } from '../../core/value/kept-value.js';
import { takeMeantValue } from '../../core/value/meant-value.js';
import { readSearchAttributes } from '../link/search-attributes.js';
import { TemporalCalls } from '../link/temporal-calls.js';

import type { StartRequest } from './plan-task.js';

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
type AttributeValue = { readonly value: unknown } | { readonly words: string };

/** @param type The registered type, such as `KEYWORD`. Absent, or unknown here: the value stays as it is. */
export function toAttributeValue(type: string | undefined, value: unknown): AttributeValue {
  const attributeType = type === undefined ? undefined : TYPES[type];
  if (!attributeType) return { value };
  const taken = attributeType.take(value);
  return taken === undefined ? { words: attributeType.words } : { value: taken };
}

/** Age from which the types are read again, in milliseconds. */
const FRESH_MS = 60_000;
/** Time limit of a read, in milliseconds, since a start waits for it. */
const DEADLINE_MS = 1_500;

/** The types of the Search Attributes in the namespace. */
export class SearchAttributeTypes {
  readonly #types: KeptValue<ReadonlyMap<string, string>>;

  constructor({ client }: TemporalCalls) {
    const calls = new TemporalCalls(client, DEADLINE_MS);
    const fetch = async (): Promise<ReadonlyMap<string, string>> => readSearchAttributes(calls);
    this.#types = new KeptValue({ fetch, freshMs: FRESH_MS, idleMs: FRESH_MS });
  }

  /**
   * Gives the values of a start the form that their Search Attributes take. Where the types are not known, for want of a
   * permission for example, the values stay as they are.
   *
   * @throws {TaskError} `invalidArguments` with the arguments whose values do not fit.
   */
  async fit<Request extends StartRequest>(request: Request): Promise<Request> {
    const { tool, start } = request;
    if (!start?.searchAttributes) return request;
    const types = await this.#types.get().catch(() => undefined);
    const fitted = Object.entries(start.searchAttributes).map(([name, { value, path }]) => {
      const taken = toAttributeValue(types?.get(name), value);
      return { name, path, taken };
    });
    const violations = fitted.flatMap(({ name, path, taken }) =>
      'words' in taken
        ? [{ path, message: `must be ${taken.words}, for the Search Attribute ${name}` }]
        : [],
    );
    if (violations.length > 0) throw invalidArguments(tool.name, violations);
    const searchAttributes = Object.fromEntries(
      fitted.flatMap(({ name, path, taken }) =>
        'value' in taken ? [[name, { path, value: taken.value }] as const] : [],
      ),
    );
    return { ...request, start: { ...start, searchAttributes } };
  }
}
