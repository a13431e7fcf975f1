/** Questions of Workflows in any language, reduced to the keywords that MCP knows. */
import { isRecord } from '../value/is-record.js';
import { takeMeantValue } from '../value/meant-value.js';
import { withoutNullMembers } from '../value/without-nulls.js';

import { isFieldKeyword, isFieldType } from './elicitation-schema.js';
import { type InputRequest, InputMethod } from './input-request.js';
import { toPlainForm } from './plain-form.js';

export interface KnownRequest<Request extends InputRequest> {
  readonly request: Request;
  /** JSON Pointers of the Workflow's keywords that were removed, such as `/requestedSchema/properties/code/pattern`. */
  readonly leftOut: readonly string[];
}

function hasKnownType(field: unknown): field is Readonly<Record<string, unknown>> {
  return isRecord(field) && isFieldType(field['type']);
}

/** Removes unknown keywords from a form field. Other values stay unchanged. */
export function toKnownField(field: unknown): unknown {
  if (!hasKnownType(field)) return field;
  const kept = Object.entries(field).filter(([keyword, value]) =>
    isFieldKeyword(field['type'], keyword, value),
  );
  return Object.fromEntries(kept);
}

/** Keywords that MCP does not know. Answers are judged by them. */
const JUDGED = ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems', 'enum'];

function unknownKeywords(field: unknown): readonly string[] {
  if (!hasKnownType(field)) return [];
  return Object.keys(field).filter(
    (keyword) => !isFieldKeyword(field['type'], keyword, field[keyword]),
  );
}

/** Members of a request to a model in which `null` is a value. */
const DATA = ['_meta', 'metadata', 'tools', 'input', 'structuredContent'];

/**
 * Removes members that are `null` from a request, since Workers in some languages write `null` for a member that they
 * leave out. A form is made flat, and loses the keywords that MCP does not know, so that the rest can be asked. Answers
 * are judged by those in {@link JUDGED}; the Workflow has to check the others, such as `pattern`.
 */
export function toKnownRequest<Request extends InputRequest>(
  written: Request,
): KnownRequest<Request> {
  const { method } = written;
  const isForm = method === InputMethod.elicit;
  const params = withoutNullMembers(written.params, isForm ? [] : DATA) as Request['params'];
  const request = { ...written, params };
  const schema = takeMeantValue(params['requestedSchema'], ['object']);
  const form = isForm && isRecord(schema) ? toPlainForm(schema) : undefined;
  const properties = form?.['properties'];
  if (!isRecord(properties)) return { request, leftOut: [] };
  const fields = Object.entries(properties);
  const unknown = fields.flatMap(([name, field]) =>
    unknownKeywords(field).map((keyword) => ({ name, keyword })),
  );
  const knownFields = fields.map(([name, field]) => [name, toKnownField(field)] as const);
  const requestedSchema = { ...form, properties: Object.fromEntries(knownFields) };
  const known = { ...request, params: { ...params, requestedSchema } };
  const isJudged = ({ keyword }: { readonly keyword: string }): boolean => JUDGED.includes(keyword);
  return {
    request: unknown.some(isJudged) ? { ...known, judgedBy: form } : known,
    leftOut: unknown
      .filter((member) => !isJudged(member))
      .map(({ name, keyword }) => `/requestedSchema/properties/${name}/${keyword}`),
  };
}
