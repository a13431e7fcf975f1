import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import type { ObjectSchema, ParsedInput, ToolDefinition } from '../../core/tool/tool-definition.js';
import { hasDefaults } from '../compile/compile-schema.js';
import { type SchemaCheck, UNCHECKED_INPUT } from '../compile/limited-schema.js';

/** Fills in missing values. Its input stays unchanged. */
type DefaultFiller = NonNullable<ToolDefinition['withDefaults']>;

/**
 * A function that fills in the `default`s of a JSON Schema, at any depth; `undefined` without defaults. It may fill
 * in half of an invalid value, which is refused anyway. A value that cannot be checked in time stays unchanged.
 */
export function toDefaultFiller(
  schema: ObjectSchema,
  check: SchemaCheck,
): DefaultFiller | undefined {
  if (!hasDefaults(schema)) return undefined;
  return async (input) => ((await check(input))?.filled ?? input) as typeof input;
}

/** The parts of a tool that come from its schemas. YAML and TypeScript make them in different ways. */
export interface CompiledSchemas {
  readonly inputSchema: ObjectSchema;
  readonly parseInput: ToolDefinition['parseInput'];
  /** Absent: the schema has no defaults. */
  readonly withDefaults?: DefaultFiller;
  /** Absent: code lays the arguments out. */
  readonly layout?: ArgumentLayout;
  readonly checkOutput?: SchemaCheck;
}

/** Fills in defaults, checks arguments against a JSON Schema, then lays them out as one object or by position. */
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
