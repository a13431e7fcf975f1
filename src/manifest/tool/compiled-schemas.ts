import { type ArgumentLayout, layOut } from '../../core/mapping/argument-layout.js';
import { toCallScope } from '../../core/tool/call-scope.js';
import type {
  InputRules,
  JsonSchema,
  ObjectSchema,
  OutputRules,
  ParsedInput,
  ParseInput,
} from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { restoreDecimals } from '../../core/value/long-decimal.js';
import { takeMeantValue } from '../../core/value/meant-value.js';
import { compileOrReport, COMPOSING } from '../compile/check-schema.js';
import {
  limitMeant,
  type SchemaCheck,
  takingMeant,
  UNCHECKED_INPUT,
} from '../compile/limited-schema.js';
import { toJudgedOutput } from '../compile/published-output.js';
import type { LocatedProblem } from '../manifest-error.js';

/** Keywords that may give a meaning to members that `properties` does not declare. */
const MEANING = [...COMPOSING, 'additionalProperties', 'patternProperties', 'dependentSchemas'];

/**
 * Leaves out members that no property declares, since some hosts add an ID of each call; `undefined` if the schema may
 * give such members a meaning.
 */
export function toCompared(schema: ObjectSchema): InputRules['compared'] {
  const { properties } = schema;
  const isOpen = MEANING.some((keyword) => Object.hasOwn(schema, keyword));
  if (!isRecord(properties) || Object.keys(properties).length === 0 || isOpen) return undefined;
  return (input) => {
    const declared = Object.entries(input).filter(([name]) => Object.hasOwn(properties, name));
    return declared.length === Object.keys(input).length ? input : Object.fromEntries(declared);
  };
}

/** The rules of arguments by a JSON Schema. */
export function toInputRules(
  schema: ObjectSchema,
  reported: SchemaCheck,
  layout: ArgumentLayout,
): InputRules {
  const take = limitMeant(schema);
  const check = takingMeant(reported, take);
  return {
    parse: createInputParser(check, layout),
    take: async (input) => ((await take(input)) ?? input) as typeof input,
    // It may change half of an invalid value, which is refused anyway.
    normalize: async (input) => ((await check(input))?.filled ?? input) as typeof input,
    compared: toCompared(schema),
  };
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
function createInputParser(check: SchemaCheck, layout: ArgumentLayout): ParseInput {
  return async (input, by, taskId): Promise<ParsedInput> => {
    const checked = await check(input);
    if (!checked) return UNCHECKED_INPUT;
    const { violations, filled } = checked;
    if (violations.length > 0) return { ok: false, violations };
    return layOut(layout, toCallScope(filled as typeof input, by, taskId));
  };
}

/**
 * The rules of results by a JSON Schema; `undefined` without one. A result is accepted without a check if the check takes
 * too long.
 */
export function compileOutput(
  output: JsonSchema | undefined,
  path: readonly PropertyKey[],
  problems: LocatedProblem[],
): OutputRules | undefined {
  if (!output) return undefined;
  const schema = toJudgedOutput(output);
  const check = compileOrReport(schema, path, problems);
  const take = limitMeant(schema);
  return {
    validate: async (value) => (await check(value))?.violations ?? [],
    take: async (value) => {
      const whole = takeMeantValue(value, [schema['type']].flat());
      const meant = typeof whole === 'object' && whole !== null ? await take(whole) : undefined;
      if (typeof meant !== 'object' || meant === null) return whole;
      restoreDecimals(meant);
      return meant;
    },
  };
}

/** The schemas that a TypeScript module has compiled itself, by the name of the tool or action. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;
