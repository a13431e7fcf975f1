import { type ArgumentLayout, layOut } from '../../core/tool/argument-layout.js';
import type { ObjectSchema, ParsedInput, ToolDefinition } from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';
import { limitDefaults, type SchemaValidator, UNCHECKED_INPUT } from '../schema/limited-schema.js';

/** Fills in missing values. Its input stays unchanged. */
type DefaultFiller = NonNullable<ToolDefinition['withDefaults']>;

/** Returns true if a schema has a default at any place. */
export function hasDefaults(schema: ObjectSchema): boolean {
  return walkSchema(schema, []).some((located) => Object.hasOwn(located.schema, 'default'));
}

/**
 * A function that fills in the `default`s of a JSON Schema, at any depth; `undefined` without defaults. It may fill
 * in half of an invalid value, which is refused anyway.
 */
export function toDefaultFiller(schema: ObjectSchema): DefaultFiller | undefined {
  if (!hasDefaults(schema)) return undefined;
  let fill: DefaultFiller | undefined;
  return async (input) => {
    // Compiled with the first call, since most schemas of a manifest are not called soon.
    fill ??= limitDefaults(schema);
    return fill(input);
  };
}

/** The parts of a tool that come from its schemas. YAML and TypeScript make them in different ways. */
export interface CompiledSchemas {
  readonly inputSchema: ObjectSchema;
  readonly parseInput: ToolDefinition['parseInput'];
  /** Absent: the schema has no defaults. */
  readonly withDefaults?: DefaultFiller;
  /** Absent: code lays the arguments out. */
  readonly layout?: ArgumentLayout;
  readonly validateOutput?: SchemaValidator;
}

/** Fills in defaults, checks arguments against a JSON Schema, then lays them out as one object or by position. */
export function createInputParser(
  {
    validate,
    withDefaults = async (input) => Promise.resolve(input),
  }: { readonly validate: SchemaValidator; readonly withDefaults?: DefaultFiller | undefined },
  layout: ArgumentLayout = 'object',
): ToolDefinition['parseInput'] {
  return async (given, by): Promise<ParsedInput> => {
    const input = await withDefaults(given);
    const violations = await validate(input);
    if (violations === undefined) return UNCHECKED_INPUT;
    if (violations.length > 0) return { ok: false, violations };
    return layOut(layout, input, by);
  };
}

/** The schemas that a TypeScript module has compiled itself, by the name of the tool or action. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;
