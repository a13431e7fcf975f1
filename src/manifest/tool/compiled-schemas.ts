import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import type { ObjectSchema, ParsedInput, ToolDefinition } from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';
import { hasDefaults } from '../compile/compile-schema.js';
import { type SchemaCheck, UNCHECKED_INPUT } from '../compile/limited-schema.js';

/** Its input stays unchanged. */
type Normalizer = NonNullable<ToolDefinition['normalize']>;

/** Returns true if a member may be of another type than string. */
export function takesOtherThanTexts(schema: ObjectSchema): boolean {
  const [, ...parts] = walkSchema(schema, []);
  return parts.some(({ schema: { type } }) =>
    [type ?? 'string'].flat().some((one) => one !== 'string'),
  );
}

/**
 * A function that takes JSON texts as their values, and fills in the `default`s of a JSON Schema, at any depth;
 * `undefined` if the schema has neither. It may change half of an invalid value, which is refused anyway. A value that
 * cannot be checked in time stays unchanged.
 */
export function toNormalizer(schema: ObjectSchema, check: SchemaCheck): Normalizer | undefined {
  if (!hasDefaults(schema) && !takesOtherThanTexts(schema)) return undefined;
  return async (input) => ((await check(input))?.filled ?? input) as typeof input;
}

/** The parts of a tool that come from its schemas. YAML and TypeScript make them in different ways. */
export interface CompiledSchemas {
  readonly inputSchema: ObjectSchema;
  readonly parseInput: ToolDefinition['parseInput'];
  /** Absent: arguments stay as sent. */
  readonly normalize?: Normalizer;
  /** Absent: code lays the arguments out. */
  readonly layout?: ArgumentLayout;
  readonly checkOutput?: SchemaCheck;
}

/** Checks arguments against a JSON Schema, then lays them out as one object or by position. */
export function createInputParser(
  check: SchemaCheck,
  layout: ArgumentLayout = 'object',
): ToolDefinition['parseInput'] {
  return async (given, by): Promise<ParsedInput> => {
    const checked = await check(given);
    if (!checked) return UNCHECKED_INPUT;
    const { violations, filled } = checked;
    if (violations.length > 0) return { ok: false, violations };
    return layOut(layout, filled as typeof given, by);
  };
}

/** The schemas that a TypeScript module has compiled itself, by the name of the tool or action. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;
