/** What a task may ask of its client, and what the client may answer: the same under both generations. */
import {
  checkElicitationSchema,
  checkElicitedContent,
  type ElicitationSchema,
} from './elicitation-schema.js';
import type { Violation } from './errors.js';

/** The kinds of input that a task can ask for. */
export const InputMethod = {
  elicit: 'elicitation/create',
  sample: 'sampling/createMessage',
} as const;
export type InputMethod = (typeof InputMethod)[keyof typeof InputMethod];

/** A question to a person (form or URL) or to a model, as MCP words it. */
export interface InputRequest {
  readonly method: InputMethod;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Open input requests, by a key that is never used twice in a task's life. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

/** An answer: the `result` of the request that was asked. */
export type InputResponse = Readonly<Record<string, unknown>>;

/** A key as a Workflow may choose it: it travels in headers and IDs. */
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const ACTIONS: readonly unknown[] = ['accept', 'decline', 'cancel'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a text can be the key of an input request. */
export function isInputKey(value: string): boolean {
  return KEY.test(value);
}

function isInputRequest(value: unknown): value is InputRequest {
  return (
    isRecord(value) &&
    (value['method'] === InputMethod.elicit || value['method'] === InputMethod.sample) &&
    isRecord(value['params'])
  );
}

/** The input requests in a Workflow's memo. What is not one is left out: any Worker may have written it. */
export function parseInputRequests(value: unknown): InputRequests {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, InputRequest] => isInputKey(entry[0]) && isInputRequest(entry[1]),
    ),
  );
}

/** Whether a question sends a person to a web page instead of asking for data. */
export function isUrlElicitation({ method, params }: InputRequest): boolean {
  return method === InputMethod.elicit && params['mode'] === 'url';
}

/** Where a request breaks MCP's rules, so that no client could be asked it. */
export function checkInputRequest(request: InputRequest): Violation[] {
  const { method, params } = request;
  if (method === InputMethod.sample) {
    const { messages, maxTokens } = params;
    if (!Array.isArray(messages) || messages.length === 0) {
      return [{ path: '/messages', message: 'must be a list of at least one message' }];
    }
    return typeof maxTokens === 'number'
      ? []
      : [{ path: '/maxTokens', message: 'must be a number' }];
  }
  if (typeof params['message'] !== 'string' || params['message'] === '') {
    return [{ path: '/message', message: 'must say what is asked for' }];
  }
  if (!isUrlElicitation(request)) {
    return checkElicitationSchema(params['requestedSchema']).map(({ path, message }) => ({
      path: `/requestedSchema${path}`,
      message,
    }));
  }
  const { url, elicitationId } = params;
  if (typeof url !== 'string' || !/^https?:\/\/\S+$/.test(url)) {
    return [{ path: '/url', message: 'must be an http or https URL' }];
  }
  return typeof elicitationId === 'string'
    ? []
    : [{ path: '/elicitationId', message: 'must be a text' }];
}

/** Where an answer does not fit its question. An empty list means that the Workflow can use it. */
export function checkInputResponse(request: InputRequest, response: unknown): Violation[] {
  if (!isRecord(response)) return [{ path: '', message: 'must be an object' }];
  if (request.method === InputMethod.sample) {
    const isMessage = typeof response['role'] === 'string' && response['content'] !== undefined;
    return isMessage ? [] : [{ path: '', message: 'must be a message with role and content' }];
  }
  if (!ACTIONS.includes(response['action'])) {
    return [{ path: '/action', message: 'must be "accept", "decline" or "cancel"' }];
  }
  if (response['action'] !== 'accept' || isUrlElicitation(request)) return [];
  const schema = request.params['requestedSchema'] as ElicitationSchema;
  return checkElicitedContent(schema, response['content']).map(({ path, message }) => ({
    path: `/content${path}`,
    message,
  }));
}
