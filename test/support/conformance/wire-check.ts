import {
  CancelTaskRequestV2Schema,
  CancelTaskResultV2Schema,
  CreateTaskResultV2Schema,
  GetTaskRequestV2Schema,
  GetTaskResultV2Schema,
  TaskStatusNotificationV2Schema,
  TaskSubscriptionNotificationsV2Schema,
  UpdateTaskRequestV2Schema,
  UpdateTaskResultV2Schema,
} from '@modelcontextprotocol/ext-tasks/core/v2';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ZodType } from 'zod';

import { isRecord } from '../../../src/core/value/is-record.js';

import type { JsonSchema, PublishedSchema } from './find-published-schemas.js';
import { loadPublishedSchemas } from './published-schemas.js';

export type Revision = '2025-11-25' | '2026-07-28';

/** A message that went over the wire. */
export interface WireMessage {
  readonly message: unknown;
  /** The revision of the exchange. */
  readonly revision: Revision;
  /** The request, if the message is a response. */
  readonly request?: unknown;
}

/** Returns the places where a message breaks the published schemas; empty for a valid message. */
export type WireCheck = (message: WireMessage) => readonly string[];

type JsonObject = Readonly<Record<string, unknown>>;

/** The definitions of one protocol revision, with lookups by method and error code. */
interface Definitions {
  readonly has: (name: string) => boolean;
  readonly ofMethod: (method: string) => string | undefined;
  readonly ofErrorCode: (code: unknown) => string | undefined;
  readonly check: (name: string, value: unknown) => string[];
}

/**
 * The types of the extension `io.modelcontextprotocol/tasks`. No package has its JSON schema. The schemas of its own
 * package check the same, and more.
 */
const extension = {
  messages: new Map<string, ZodType>([
    ['tasks/get', GetTaskRequestV2Schema],
    ['tasks/update', UpdateTaskRequestV2Schema],
    ['tasks/cancel', CancelTaskRequestV2Schema],
    ['notifications/tasks', TaskStatusNotificationV2Schema],
  ]),
  results: new Map<string, ZodType>([
    ['tasks/get', GetTaskResultV2Schema],
    ['tasks/update', UpdateTaskResultV2Schema],
    ['tasks/cancel', CancelTaskResultV2Schema],
  ]),
  filters: ['subscriptions/listen', 'notifications/subscriptions/acknowledged'],
};

function checkZod(name: string, schema: ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => `${name}/${path.join('/')}: ${message}`);
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

function errorCodeOf(definition: JsonSchema): unknown {
  const codes = definition.properties?.['error']?.allOf?.map((part) => part.properties?.['code']);
  return codes?.find((code) => code?.const !== undefined)?.const;
}

function compile({ $defs, ...document }: PublishedSchema): Definitions {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('byte', true);
  ajv.addSchema({ ...document, $defs, $id: 'mcp://schema' });
  const methods = new Map<unknown, string>();
  const errors = new Map<unknown, string>();
  for (const [name, definition] of Object.entries($defs)) {
    const method = definition.properties?.['method']?.const;
    if (method !== undefined) methods.set(method, name);
    const code = errorCodeOf(definition);
    if (code !== undefined) errors.set(code, name);
  }
  const validators = new Map<string, ValidateFunction>();
  return {
    has: (name) => name in $defs,
    ofMethod: (method) => methods.get(method),
    ofErrorCode: (code) => errors.get(code),
    check(name, value) {
      const validate = validators.get(name) ?? ajv.compile({ $ref: `mcp://schema#/$defs/${name}` });
      validators.set(name, validate);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${name}${instancePath}: ${message ?? 'is wrong'} ${JSON.stringify(params)}`,
      );
    },
  };
}

/** The name of the result that answers a request, regardless of its `resultType`. */
function resultName(definitions: Definitions, request: unknown, result: JsonObject): string {
  const method = at(request, 'method');
  if (method === 'tools/call' && 'task' in result && definitions.has('CreateTaskResult')) {
    return 'CreateTaskResult';
  }
  if (method === 'tasks/result') return 'CallToolResult';
  const definition = definitions.ofMethod(String(method));
  const name = definition?.replace(/Request$/, 'Result') ?? 'Result';
  return definitions.has(name) ? name : 'Result';
}

function checkMessage(definitions: Definitions, message: JsonObject): string[] {
  const kind = 'id' in message ? 'JSONRPCRequest' : 'JSONRPCNotification';
  return definitions.check(definitions.ofMethod(String(message['method'])) ?? kind, message);
}

/**
 * Removes `id: null` from an error that answers no request in particular. JSON-RPC 2.0 demands it there, and the MCP
 * SDK sends it. The published schemas only allow an absent `id`.
 */
function withoutNullId({ id, ...error }: JsonObject): JsonObject {
  return id === null ? error : { id, ...error };
}

function checkError(definitions: Definitions, message: JsonObject): string[] {
  const specific = definitions.ofErrorCode(at(message, 'error', 'code'));
  return definitions.check(specific ?? 'JSONRPCErrorResponse', withoutNullId(message));
}

function check2025(definitions: Definitions, { message, request }: WireMessage): string[] {
  if (!isRecord(message)) return ['A message is no object.'];
  if ('method' in message) return checkMessage(definitions, message);
  if ('error' in message) return checkError(definitions, message);
  const result = isRecord(message['result']) ? message['result'] : {};
  return [
    ...definitions.check('JSONRPCResultResponse', message),
    ...definitions.check(resultName(definitions, request, result), message['result']),
  ];
}

/** Checks the members of a task that the extension's schemas leave open. */
function checkTaskContents(definitions: Definitions, task: unknown): string[] {
  const result = at(task, 'result');
  const inputRequests = at(task, 'inputRequests');
  return [
    // Only tool calls become tasks.
    ...(result === undefined ? [] : definitions.check('CallToolResult', result)),
    ...(inputRequests === undefined ? [] : definitions.check('InputRequests', inputRequests)),
  ];
}

function check2026Result(
  definitions: Definitions,
  message: JsonObject,
  request: unknown,
): string[] {
  const result = isRecord(message['result']) ? message['result'] : {};
  const method = String(at(request, 'method'));
  const ofExtension = extension.results.get(method);
  if (result['resultType'] === 'task') {
    return method === 'tools/call'
      ? checkZod('CreateTaskResult', CreateTaskResultV2Schema, result)
      : [`A task answers ${method}.`];
  }
  if (ofExtension) {
    return [
      ...checkZod(`${method} result`, ofExtension, result),
      ...checkTaskContents(definitions, result),
    ];
  }
  const isQuestion = result['resultType'] === 'input_required';
  const name = isQuestion ? 'InputRequiredResult' : resultName(definitions, request, result);
  return definitions.check(name, result);
}

function check2026(definitions: Definitions, { message, request }: WireMessage): string[] {
  if (!isRecord(message)) return ['A message is no object.'];
  if ('error' in message) return checkError(definitions, message);
  if (!('method' in message)) {
    return [
      ...definitions.check('JSONRPCResultResponse', message),
      ...check2026Result(definitions, message, request),
    ];
  }
  const method = String(message['method']);
  const params = message['params'];
  const ofExtension = extension.messages.get(method);
  return [
    ...checkMessage(definitions, message),
    ...('id' in message ? definitions.check('RequestParams', params) : []),
    ...(ofExtension ? checkZod(method, ofExtension, message) : []),
    ...(method === 'notifications/tasks' ? checkTaskContents(definitions, params) : []),
    ...(extension.filters.includes(method)
      ? checkZod(method, TaskSubscriptionNotificationsV2Schema, at(params, 'notifications'))
      : []),
  ];
}

/** Makes the check of messages against the published schemas of both revisions and of the extension. */
export async function createWireCheck(): Promise<WireCheck> {
  const published = await loadPublishedSchemas();
  const { '2025-11-25': old, '2026-07-28': current } = published;
  // The older schema demands whole numbers as the default of a number. The next one has mended that.
  const { NumberSchema = {} } = current.$defs;
  const rev2025 = compile({ ...old, $defs: { ...old.$defs, NumberSchema } });
  const rev2026 = compile(current);
  return (message) =>
    message.revision === '2025-11-25' ? check2025(rev2025, message) : check2026(rev2026, message);
}
