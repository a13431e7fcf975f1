/** Parses the params of `events/…` without access to tasks. */
import { isRecord } from '../../core/value/is-record.js';
import { invalidParams, type Params, parseParams } from '../../core/value/request-params.js';

import { EventErrorName, type EventErrors } from './event-errors.js';
import type { EventArguments, EventType } from './types/event-type.js';

/** Maximum length of an argument, in UTF-16 code units. Task IDs and tool names are shorter. */
const MAX_ARGUMENT_LENGTH = 1_024;
/** Maximum length of a cursor. This server issues no longer ones. */
export const MAX_CURSOR_LENGTH = 32_768;

/** Parameters of every method except the list. */
export interface EventRequest {
  readonly type: EventType;
  readonly arguments: EventArguments;
  /** Absent: events from now on. */
  readonly cursor: string | undefined;
  /** In milliseconds. Absent: events of any age. */
  readonly maxAgeMs: number | undefined;
}

/** Reads a whole number above zero. @throws {TaskError} `invalidParams` for other values. */
export function readCount(params: Params, name: string): number | undefined {
  const value = params[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw invalidParams(`"${name}" must be a whole number above 0.`);
}

/** Checks one argument against its listed schema, without conversions or defaults. */
function checkArgument(name: string, value: unknown, schema: unknown): void {
  if (!isRecord(schema)) throw invalidParams(`There is no argument "${name}".`);
  if (typeof value !== 'string' || value === '' || value.length > MAX_ARGUMENT_LENGTH) {
    throw invalidParams(
      `"arguments.${name}" must be a text of 1 to ${MAX_ARGUMENT_LENGTH} characters.`,
    );
  }
  const { enum: values } = schema;
  if (Array.isArray(values) && !values.includes(value)) {
    throw invalidParams(`"arguments.${name}" must be one of: ${values.join(', ')}.`);
  }
}

function parseArguments({ inputSchema }: EventType, value: unknown): EventArguments {
  if (!isRecord(value)) throw invalidParams('"arguments" must be an object.');
  const properties = isRecord(inputSchema['properties']) ? inputSchema['properties'] : {};
  for (const [name, argument] of Object.entries(value)) {
    checkArgument(name, argument, Object.hasOwn(properties, name) ? properties[name] : undefined);
  }
  const required = Array.isArray(inputSchema['required'])
    ? inputSchema['required'].map(String)
    : [];
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw invalidParams(`"arguments.${missing}" is missing.`);
  return value;
}

/** Reads the name of an event type. @throws {TaskError} `invalidParams` without a name. */
export function parseEventName(params: unknown): string {
  const { name } = parseParams(params);
  if (typeof name === 'string') return name;
  throw invalidParams('"name" must be the name of an event type.');
}

/**
 * Parses the parameters of a request.
 *
 * @throws {JsonRpcError} `NotFound` for an unknown event type.
 * @throws {TaskError} `invalidParams` with the name of the invalid member.
 */
export function parseEventRequest(
  params: unknown,
  types: ReadonlyMap<string, EventType>,
  errors: EventErrors,
): EventRequest {
  const type = types.get(parseEventName(params));
  if (!type) throw errors(EventErrorName.notFound, { kind: 'event' });
  const { arguments: args = {}, cursor, ...others } = parseParams(params);
  if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') {
    throw invalidParams('"cursor" must be a text, or null.');
  }
  return {
    type,
    arguments: parseArguments(type, args),
    cursor: cursor ?? undefined,
    maxAgeMs: readCount(others, 'maxAgeMs'),
  };
}
