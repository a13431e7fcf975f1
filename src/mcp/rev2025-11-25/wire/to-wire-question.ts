import { toFormChoices } from '../../../core/contract/form-choices.js';
import { InputMethod } from '../../../core/contract/input-request.js';
import type { OutgoingMessage } from '../../../core/request/exchange.js';
import { isRecord } from '../../../core/value/is-record.js';

import { UNNAMED_REVISION } from './to-wire.js';

/** The first revision that writes titled choices as `oneOf`. Earlier ones have `enum` and `enumNames`. */
const FIRST_WITH_TITLES = '2025-11-25';

function toNamedChoices(field: unknown): unknown {
  if (!isRecord(field) || field['oneOf'] === undefined) return field;
  const { oneOf, ...others } = field;
  const choices = toFormChoices({ oneOf }) ?? [];
  const [values, enumNames] = [
    choices.map(({ value }) => value),
    choices.map(({ title }) => title),
  ];
  return { ...others, enum: values, enumNames };
}

/** Writes the titled choices of a form as the client's revision has them. Other messages stay as they are. */
export function toWireQuestion(
  message: OutgoingMessage,
  revision: string = UNNAMED_REVISION,
): OutgoingMessage {
  const { method, params } = message;
  const schema = method === InputMethod.elicit ? params['requestedSchema'] : undefined;
  if (revision >= FIRST_WITH_TITLES || !isRecord(schema) || !isRecord(schema['properties'])) {
    return message;
  }
  const fields = Object.entries(schema['properties']).map(
    ([name, field]) => [name, toNamedChoices(field)] as const,
  );
  const requestedSchema = { ...schema, properties: Object.fromEntries(fields) };
  return { ...message, params: { ...params, requestedSchema } };
}
