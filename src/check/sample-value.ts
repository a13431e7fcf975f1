/** Sample values for a JSON Schema, to test layouts and mappings. They need not satisfy the whole schema. */
import { isRecord } from '../core/value/is-record.js';
import { findPart } from '../manifest/compile/current-dialect.js';
import { fitsType } from '../manifest/compile/json-type.js';

/** Limit for schemas that refer to themselves. */
const MAX_DEPTH = 6;

/** Include all optional members, or none. */
export type SampleSize = 'least' | 'most';

const TEXTS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'PT1S',
  email: 'a@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

type Schema = Readonly<Record<string, unknown>>;

class Sampler {
  readonly #root: Schema;
  readonly #size: SampleSize;

  constructor(root: Schema, size: SampleSize) {
    this.#root = root;
    this.#size = size;
  }

  /** `null` if the schema allows any type. */
  sample(written: unknown, depth = 0): unknown {
    if (!isRecord(written) || depth > MAX_DEPTH) return null;
    const schema = findPart(this.#root, written['$ref']) ?? written;
    if (Object.hasOwn(schema, 'const')) return schema['const'];
    if (Object.hasOwn(schema, 'default')) return schema['default'];
    const { enum: choices, type } = schema;
    if (Array.isArray(choices)) {
      const fitting: unknown = choices.find(
        (choice) => type === undefined || fitsType(choice, type),
      );
      if (fitting !== undefined) return fitting;
    }
    return this.#ofType(schema, depth);
  }

  #ofType(schema: Schema, depth: number): unknown {
    switch (schema['type']) {
      case 'string':
        return toText(schema);
      case 'integer':
      case 'number':
        return toNumber(schema);
      case 'boolean':
        return true;
      case 'array':
        return [this.sample(schema['items'], depth + 1)];
      case 'object':
        return this.#toObject(schema, depth);
      default:
        return null;
    }
  }

  #toObject(schema: Schema, depth: number): Record<string, unknown> {
    const { properties, required } = schema;
    const names = Object.keys(isRecord(properties) ? properties : {}).filter(
      (name) => this.#size === 'most' || (Array.isArray(required) && required.includes(name)),
    );
    return Object.fromEntries(
      names.map((name) => [name, this.sample((properties as Schema)[name], depth + 1)]),
    );
  }
}

function toText({ format, minLength = 1 }: Schema): string {
  return (typeof format === 'string' ? TEXTS[format] : undefined) ?? 'x'.repeat(Number(minLength));
}

function toNumber({ minimum, exclusiveMinimum, maximum }: Schema): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return exclusiveMinimum + 1;
  return typeof maximum === 'number' ? Math.min(1, maximum) : 1;
}

export function toSample(schema: Schema, size: SampleSize): unknown {
  return new Sampler(schema, size).sample(schema);
}
