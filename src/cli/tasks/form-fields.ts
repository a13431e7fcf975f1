import type { ElicitationField, ElicitationSchema } from '../../core/elicitation-schema.js';
import type { InputRequest } from '../../core/input-request.js';
import { isRecord } from '../../core/is-record.js';

/** One of the values that a field offers. */
export interface Choice {
  readonly value: string;
  /** Default: the value itself. */
  readonly title: string;
}

/** A field of a form, as a person is asked for it. */
export interface FormField {
  readonly name: string;
  readonly type: ElicitationField['type'];
  /** Default: the name. */
  readonly title: string;
  readonly description?: string;
  readonly format?: string;
  readonly isRequired: boolean;
  /** What it offers; a field with none takes any value of its type. */
  readonly choices: readonly Choice[];
  readonly default?: unknown;
  /** Its schema, for what an answer is held against. */
  readonly schema: ElicitationField;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toChoices(schema: Readonly<Record<string, unknown>>): Choice[] {
  const { oneOf, anyOf, enum: values, enumNames } = schema;
  const titled = oneOf ?? anyOf;
  if (Array.isArray(titled)) {
    return titled.filter(isRecord).flatMap(({ const: value, title }) => {
      const text = asText(value);
      return text === undefined ? [] : [{ value: text, title: asText(title) ?? text }];
    });
  }
  const names = Array.isArray(enumNames) ? (enumNames as unknown[]) : [];
  return (Array.isArray(values) ? (values as unknown[]) : []).flatMap((value, at) => {
    const text = asText(value);
    return text === undefined ? [] : [{ value: text, title: asText(names[at]) ?? text }];
  });
}

function toField(name: string, schema: ElicitationField, isRequired: boolean): FormField {
  const { type, title, description, format, items } = schema;
  const offered = type === 'array' ? items : schema;
  return {
    name,
    type,
    title: asText(title) ?? name,
    ...(typeof description === 'string' && { description }),
    ...(typeof format === 'string' && { format }),
    isRequired,
    choices: isRecord(offered) ? toChoices(offered) : [],
    ...(schema['default'] !== undefined && { default: schema['default'] }),
    schema,
  };
}

/** The fields that a form asks for, in its order; none where it is no form. */
export function toFormFields({ params }: InputRequest): FormField[] {
  const { requestedSchema: form } = params;
  if (!isRecord(form) || !isRecord(form['properties'])) return [];
  const { properties, required = [] } = form as unknown as ElicitationSchema;
  return Object.entries(properties).map(([name, schema]) =>
    toField(name, schema, required.includes(name)),
  );
}
