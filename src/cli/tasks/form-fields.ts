import type {
  ElicitationField,
  ElicitationSchema,
} from '../../core/question/elicitation-schema.js';
import { type FormChoice, toFormChoices } from '../../core/question/form-choices.js';
import type { InputRequest } from '../../core/question/input-request.js';
import { isRecord } from '../../core/value/is-record.js';

/** A field of a form, as a person is asked for it. */
export interface FormField {
  readonly name: string;
  readonly type: ElicitationField['type'];
  /** Default: the name. */
  readonly title: string;
  readonly description?: string;
  readonly format?: string;
  readonly isRequired: boolean;
  /** The field's choices. Without choices, it takes any value of its type. */
  readonly choices: readonly FormChoice[];
  readonly default?: unknown;
  /** The schema that checks the answer. */
  readonly schema: ElicitationField;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toField(name: string, schema: ElicitationField, isRequired: boolean): FormField {
  const { type, title, description, format } = schema;
  return {
    name,
    type,
    title: asText(title) ?? name,
    ...(typeof description === 'string' && { description }),
    ...(typeof format === 'string' && { format }),
    isRequired,
    choices: toFormChoices(schema) ?? [],
    ...(schema['default'] !== undefined && { default: schema['default'] }),
    schema,
  };
}

/** Returns the fields of a question's form, in their order; empty for a question without a form. */
export function toFormFields({ params }: InputRequest): FormField[] {
  const { requestedSchema: form } = params;
  if (!isRecord(form) || !isRecord(form['properties'])) return [];
  const { properties, required = [] } = form as unknown as ElicitationSchema;
  return Object.entries(properties).map(([name, schema]) =>
    toField(name, schema, required.includes(name)),
  );
}
