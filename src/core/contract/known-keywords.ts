/** Questions of Workflows in any language, reduced to the keywords that MCP knows. */
import { isRecord } from '../value/is-record.js';
import { withoutNullMembers } from '../value/without-nulls.js';

import { isFieldKeyword, isFieldType } from './elicitation-schema.js';
import { type InputRequest, InputMethod } from './input-request.js';

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

function findUnknown([name, field]: readonly [string, unknown]): readonly string[] {
  if (!hasKnownType(field)) return [];
  return Object.entries(field).flatMap(([keyword, value]) =>
    isFieldKeyword(field['type'], keyword, value)
      ? []
      : [`/requestedSchema/properties/${name}/${keyword}`],
  );
}

/** Members of a request to a model in which `null` is a value. */
const DATA = ['_meta', 'metadata', 'tools', 'input', 'structuredContent'];

/**
 * Removes members that are `null` from a request, since Workers in some languages write `null` for a member that they
 * leave out; and the keywords that MCP does not know (`pattern`) from a form, so that the rest can be asked. The
 * Workflow has to check the answers.
 */
export function toKnownRequest<Request extends InputRequest>(
  written: Request,
): KnownRequest<Request> {
  const { method } = written;
  const isForm = method === InputMethod.elicit;
  const params = withoutNullMembers(written.params, isForm ? [] : DATA) as Request['params'];
  const request = { ...written, params };
  const { requestedSchema: schema } = params;
  const properties = isForm && isRecord(schema) && schema['properties'];
  if (!isRecord(schema) || !isRecord(properties)) return { request, leftOut: [] };
  const fields = Object.entries(properties);
  const leftOut = fields.flatMap(findUnknown);
  if (leftOut.length === 0) return { request, leftOut };
  const knownFields = Object.fromEntries(
    fields.map(([name, field]) => [name, toKnownField(field)]),
  );
  const requestedSchema = { ...schema, properties: knownFields };
  return { request: { ...request, params: { ...params, requestedSchema } }, leftOut };
}
