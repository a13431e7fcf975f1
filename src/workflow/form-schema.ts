import { DeterminismViolationError, log, TemporalFailure } from '@temporalio/workflow';

import type { ElicitationField, ElicitationSchema } from '../core/contract/elicitation-schema.js';
import { toKnownField } from '../core/contract/known-keywords.js';
import { toPlainForm } from '../core/contract/plain-form.js';
import type { Violation } from '../core/errors.js';
import { isRecord } from '../core/value/is-record.js';

import { TaskFailureType, toFailure } from './failures.js';

/**
 * An object of a schema library: zod 4.2 and newer, or another library with Standard Schema and its JSON Schema
 * extension. The code recognizes it by its shape, so that the Workflow bundle needs no library.
 */
export interface StandardFormSchema<Content> {
  readonly '~standard': {
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema: { readonly input: (options: { target: 'draft-2020-12' }) => unknown };
    readonly types?: { readonly output: Content } | undefined;
  };
}

/** A form: a flat JSON Schema as MCP allows it, or an object of a schema library. */
export type FormSchema<Content = unknown> = ElicitationSchema | StandardFormSchema<Content>;

/** Keywords of a field by its type, besides those that every field has. */
export interface KeywordsByType {
  readonly string: 'minLength' | 'maxLength' | 'format' | 'enum' | 'enumNames' | 'oneOf';
  readonly number: 'minimum' | 'maximum';
  readonly integer: 'minimum' | 'maximum';
  readonly boolean: never;
  readonly array: 'items' | 'minItems' | 'maxItems';
}

/** Keywords that MCP has for a field of its type. */
export type KnownKeyword<Field> =
  | ('type' | 'title' | 'description' | 'default')
  | (Field extends { readonly type: infer Type extends keyof KeywordsByType }
      ? KeywordsByType[Type]
      : never);

/** A field of a form with MCP's keywords only. Another keyword in a literal is a type error. */
export type KnownField<Field> = string extends keyof Field
  ? unknown
  : Partial<Readonly<Record<Exclude<keyof Field, KnownKeyword<Field>>, never>>>;

/** Refuses at compile time, in a literal schema, the keywords that MCP does not know (`pattern`). */
export type KnownForm<Schema> = Schema extends { readonly properties: infer Fields }
  ? { readonly properties: { readonly [Name in keyof Fields]: KnownField<Fields[Name]> } }
  : unknown;

/** Valid content as the schema returns it, or its violations. */
export type CheckedContent =
  | { readonly ok: true; readonly content: unknown }
  | { readonly ok: false; readonly violations: readonly Violation[] };

function isStandard(schema: FormSchema): schema is StandardFormSchema<unknown> {
  return '~standard' in schema;
}

/**
 * Returns the JSON Schema for the client.
 *
 * @throws {ApplicationFailure} `mcp.InvalidInputRequest` if the schema library cannot make a JSON Schema.
 */
export function toRequestedSchema(schema: FormSchema): ElicitationSchema {
  if (!isStandard(schema)) return schema;
  const { type, properties, required } = toPlainForm(toJsonSchema(schema));
  return {
    type: type as 'object',
    properties: (isRecord(properties)
      ? Object.fromEntries(
          // Drops keywords that MCP does not know: the schema library checks them.
          Object.entries(properties).map(([name, field]) => [name, toKnownField(field)]),
        )
      : properties) as Readonly<Record<string, ElicitationField>>,
    required: required === undefined ? undefined : (required as readonly string[]),
  };
}

function toJsonSchema(schema: StandardFormSchema<unknown>): Readonly<Record<string, unknown>> {
  try {
    const jsonSchema = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    return isRecord(jsonSchema) ? jsonSchema : {};
  } catch (error) {
    throw toFailure(
      TaskFailureType.invalidInputRequest,
      `The form's schema has no JSON Schema (zod 4.2 and newer can make one): ${String(error)}`,
    );
  }
}

interface StandardResult {
  readonly value?: unknown;
  readonly issues?:
    | readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[]
    | undefined;
}

/**
 * Validates content. A rule that throws counts as a violation: otherwise a person's input would fail the Workflow Task
 * forever.
 */
async function validate(
  schema: StandardFormSchema<unknown>,
  content: unknown,
): Promise<StandardResult> {
  try {
    return (await schema['~standard'].validate(content)) as StandardResult;
  } catch (error) {
    if (error instanceof TemporalFailure || error instanceof DeterminismViolationError) throw error;
    log.warn('A rule of a form has failed: what was filled in counts as wrong', {
      reason: String(error),
    });
    return { issues: [{ message: 'cannot be checked' }] };
  }
}

/** Checks the rules that only a schema library has, and applies its transformations. */
export async function checkContent(schema: FormSchema, content: unknown): Promise<CheckedContent> {
  if (!isStandard(schema)) return { ok: true, content };
  const { issues, value } = await validate(schema, content);
  if (!issues) return { ok: true, content: value };
  const violations = issues.map(({ message, path = [] }) => ({
    path: path.map((step) => `/${String(isRecord(step) ? step['key'] : step)}`).join(''),
    message,
  }));
  return { ok: false, violations };
}
