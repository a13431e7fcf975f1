import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import { toCallScope } from '../../core/tool/call-scope.js';
import type {
  InputRules,
  Normalize,
  ObjectSchema,
  OutputRules,
  ParsedInput,
  ParseInput,
} from '../../core/tool/tool-definition.js';
import { walkSchema } from '../../core/tool/walk-schema.js';
import { hasDefaults } from '../compile/compile-schema.js';
import { type SchemaCheck, UNCHECKED_INPUT } from '../compile/limited-schema.js';

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
export function toNormalizer(schema: ObjectSchema, check: SchemaCheck): Normalize | undefined {
  if (!hasDefaults(schema) && !takesOtherThanTexts(schema)) return undefined;
  return async (input) => ((await check(input))?.filled ?? input) as typeof input;
}

/** The parts of a tool that come from its schemas. YAML and TypeScript make them in different ways. */
export interface CompiledSchemas {
  readonly inputSchema: ObjectSchema;
  readonly input: InputRules;
  /** Absent: code lays the arguments out. */
  readonly layout?: ArgumentLayout | undefined;
  readonly output?: OutputRules | undefined;
}

/** Checks arguments against a JSON Schema, then lays them out as one object or by position. */
export function createInputParser(check: SchemaCheck, layout: ArgumentLayout): ParseInput {
  return async (given, by, taskId): Promise<ParsedInput> => {
    const checked = await check(given);
    if (!checked) return UNCHECKED_INPUT;
    const { violations, filled } = checked;
    if (violations.length > 0) return { ok: false, violations };
    return layOut(layout, toCallScope(filled as typeof given, by, taskId));
  };
}

/** A result is accepted without a check if the check takes too long. */
export function toOutputRules(check: SchemaCheck | undefined): OutputRules | undefined {
  return check && { validate: async (output) => (await check(output))?.violations ?? [] };
}

/** The schemas that a TypeScript module has compiled itself, by the name of the tool or action. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;
