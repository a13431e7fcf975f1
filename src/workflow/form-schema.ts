import type { ElicitationField, ElicitationSchema } from '../core/elicitation-schema.js';
import type { Violation } from '../core/errors.js';

/**
 * A schema library's object (zod 4.2 and newer, and others that follow Standard Schema and its JSON Schema
 * extension), taken by its shape so that no library has to be in the Workflow bundle.
 */
export interface StandardFormSchema<Content> {
  readonly '~standard': {
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema?: { readonly input: (options: { target: 'draft-2020-12' }) => unknown };
    readonly types?: { readonly output: Content } | undefined;
  };
}

/** What a form asks for: a flat JSON Schema, or an object of a schema library. */
export type FormSchema<Content = unknown> = ElicitationSchema | StandardFormSchema<Content>;

/** Keywords of a form's fields (2025-11-25, PrimitiveSchemaDefinition); schema libraries add others, which clients refuse. */
const FIELD_KEYWORDS = [
  ...['type', 'title', 'description', 'default', 'enum', 'enumNames', 'oneOf', 'minLength'],
  ...['maxLength', 'format', 'minimum', 'maximum', 'items', 'minItems', 'maxItems'],
];

function isStandard(schema: FormSchema): schema is StandardFormSchema<unknown> {
  return '~standard' in schema;
}

function toField(field: object): ElicitationField {
  const kept = Object.entries(field).filter(([keyword]) => FIELD_KEYWORDS.includes(keyword));
  return Object.fromEntries(kept) as ElicitationField;
}

/** The JSON Schema that the client is shown. */
export function toRequestedSchema(schema: FormSchema): ElicitationSchema {
  if (!isStandard(schema)) return schema;
  const { properties = {}, required } = (schema['~standard'].jsonSchema?.input({
    target: 'draft-2020-12',
  }) ?? {}) as { properties?: Record<string, object>; required?: string[] };
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, toField(field)]),
    ),
    ...(required && { required }),
  };
}

/** Content that passed, in the form that the schema gives it, or what is wrong with it. */
export type CheckedContent =
  | { readonly ok: true; readonly content: unknown }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** Checks what the JSON Schema cannot say: a schema library's own rules and transformations. */
export async function checkContent(schema: FormSchema, content: unknown): Promise<CheckedContent> {
  if (!isStandard(schema)) return { ok: true, content };
  const { issues, value } = (await schema['~standard'].validate(content)) as {
    readonly value?: unknown;
    readonly issues?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
  };
  if (!issues) return { ok: true, content: value };
  return {
    ok: false,
    violations: issues.map(({ message, path = [] }) => ({
      path: path.map((key) => `/${String(key)}`).join(''),
      message,
    })),
  };
}
