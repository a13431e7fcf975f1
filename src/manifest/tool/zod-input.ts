/** Zod objects as input schemas, in manifests that are TypeScript modules. */
import { Script, createContext } from 'node:vm';

import * as z from 'zod';

import type { LaidOut } from '../../core/mapping/argument-layout.js';
import type { Caller } from '../../core/person/caller.js';
import type { JsonSchema, ObjectSchema, ParsedInput } from '../../core/tool/tool-definition.js';
import { isRecord } from '../../core/value/is-record.js';
import { toJsonPointer } from '../../core/value/json-pointer.js';
import { withoutMembers } from '../../core/value/members.js';
import { limitViolations } from '../compile/compile-schema.js';
import { limitMeant, type TakeMeant } from '../compile/limited-schema.js';
import { type Pattern, compilePattern } from '../compile/linear-pattern.js';

import { type CompiledSchemas, toCompared } from './compiled-schemas.js';

/** Time limit of zod for the arguments of one call, in milliseconds of elapsed time. */
const TIME_LIMIT_MS = 500;

const context = createContext({ check: undefined });
const script = new Script('check()');

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * Runs a check that can't be moved to a thread, and stops it by Node.js's watchdog for scripts. It blocks the process
 * meanwhile, so use it only for code of the manifest's author: the rules of a zod object.
 *
 * @returns The result of the check, or `undefined` if it was stopped.
 */
function limitTime<Result>(check: () => Result): Result | undefined {
  // Checks may be nested.
  const outer: unknown = context['check'];
  context['check'] = check;
  try {
    return script.runInContext(context, { timeout: TIME_LIMIT_MS }) as Result;
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return undefined;
  } finally {
    context['check'] = outer;
  }
}

/** A pattern of `.regex()` matched by RE2. Zod reads the author's pattern from it for its messages. */
class LinearRegExp extends RegExp {
  readonly #linear: Pattern;

  constructor(pattern: RegExp, linear: Pattern) {
    super(pattern);
    this.#linear = linear;
  }

  override test(text: string): boolean {
    return this.#linear.test(text);
  }
}

/** RE2 can replace JavaScript with these flags only; other flags change the meaning of a pattern. */
const SAME_MEANING = /^[gu]*$/u;

function toLinear(pattern: RegExp): RegExp {
  if (!SAME_MEANING.test(pattern.flags)) return pattern;
  try {
    const linear = compilePattern(pattern.source);
    return linear.isLinear ? new LinearRegExp(pattern, linear) : pattern;
  } catch {
    // The pattern is valid only without the flag `u`.
    return pattern;
  }
}

/**
 * Replaces the patterns of `.regex()` in a zod object, so that they match in linear time. Zod keeps its own messages.
 * It changes the author's schema itself, since zod can't copy one with other patterns.
 */
function matchInLinearTime(schema: z.ZodObject): void {
  const override = ({ zodSchema }: { readonly zodSchema: z.core.$ZodType }): void => {
    for (const { _zod: check } of zodSchema._zod.def.checks ?? []) {
      const { def } = check as { readonly def: Partial<z.core.$ZodCheckRegexDef> };
      if (def.format === 'regex' && def.pattern) def.pattern = toLinear(def.pattern);
    }
  };
  // Zod visits the parts of a schema when it writes JSON Schema. Of a transformation, it visits the side that it
  // writes.
  for (const io of ['input', 'output'] as const)
    z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
}

/** Lays out a zod object's output as arguments of the Workflow. */
export type LayOutData = (
  data: Record<string, unknown>,
  by: Caller | undefined,
  taskId?: string,
) => Promise<LaidOut>;

/** Result for arguments that were not checked in time: the server refuses them. */
const UNCHECKED_INPUT: ParsedInput = {
  ok: false,
  violations: [{ path: '', message: `cannot be checked within ${TIME_LIMIT_MS} ms` }],
};

interface ZodInput {
  readonly schema: z.ZodObject;
  readonly takeMeant: TakeMeant;
  readonly layOut: LayOutData;
}

type Members = Readonly<Record<string, unknown>>;
type CallFacts = readonly [by?: Caller, taskId?: string];

/** Parses a value. If zod refuses it, it is parsed as what it means: `sent` is what was parsed. */
async function parse({ schema, takeMeant }: ZodInput, sent: Members) {
  const parsed = limitTime(() => schema.safeParse(sent));
  const meaning = parsed?.success === false ? await takeMeant(sent) : undefined;
  if (!isRecord(meaning)) return { sent, parsed };
  return { sent: meaning, parsed: limitTime(() => schema.safeParse(meaning)) };
}

async function parseWith(
  input: ZodInput,
  value: Members,
  ...[by, taskId]: CallFacts
): Promise<ParsedInput> {
  const { parsed } = await parse(input, value);
  if (!parsed) return UNCHECKED_INPUT;
  if (parsed.success) return input.layOut(parsed.data, by, taskId);
  const violations = parsed.error.issues.map(({ path, message }) => ({
    path: toJsonPointer(path),
    message,
  }));
  return { ok: false, violations: limitViolations(violations) };
}

/** Adds zod's values for missing members. Other members stay as sent, in JSON. */
async function normalizeWith(input: ZodInput, value: Members): Promise<Members> {
  const { sent, parsed } = await parse(input, value);
  return parsed?.success === true ? { ...parsed.data, ...sent } : sent;
}

/** Returns the JSON Schema for clients. It describes the input before zod's defaults and transformations. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return withoutMembers(z.toJSONSchema(schema, { io: 'input' }), '$schema');
}

export function compileZodInput(schema: z.ZodObject, layOut: LayOutData): CompiledSchemas {
  const inputSchema: ObjectSchema = { ...toJsonSchema(schema), type: 'object' };
  matchInLinearTime(schema);
  const input = { schema, takeMeant: limitMeant(inputSchema), layOut };
  return {
    inputSchema,
    input: {
      parse: async (value, ...facts) => parseWith(input, value, ...facts),
      take: async (value) => (await parse(input, value)).sent,
      normalize: async (value) => normalizeWith(input, value),
      compared: toCompared(inputSchema),
    },
  };
}
