/** Questions of a task to its client, and the client's answers: the same in both generations. */
import type { Violation } from '../errors.js';
import { findInexact } from '../value/exact-json.js';
import { onlyInstant } from '../value/instant.js';
import { isRecord } from '../value/is-record.js';
import { findExcess, RESPONSE_BOUNDS } from '../value/json-bounds.js';
import { isLeftOut, readMeantValue } from '../value/meant-value.js';
import { ownMember } from '../value/members.js';

import {
  checkElicitationSchema,
  checkElicitedContent,
  type ElicitationSchema,
} from './elicitation-schema.js';
import { readInstant } from './text-formats.js';

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
  /** The form with rules that clients don't see, and answers are judged by. Absent: the form in `params` has all. */
  readonly judgedBy?: Readonly<Record<string, unknown>> | undefined;
  /** When it was asked, ISO 8601. Absent: its Workflow does not say. */
  readonly askedAt?: string | undefined;
  /** Until when an answer counts, ISO 8601. Absent: without a deadline that is known. */
  readonly answerBy?: string | undefined;
}

/** Open input requests by key. A key is used once in a task's life. */
export type InputRequests = Readonly<Record<string, InputRequest>>;

/** An answer: the `result` of the client's response to the request. */
export type InputResponse = Readonly<Record<string, unknown>>;

/** Form of a key. It travels in headers and IDs. */
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const REFUSALS: readonly unknown[] = ['decline', 'cancel'];
const ACTIONS: readonly unknown[] = ['accept', ...REFUSALS];

/** Key of the confirmation among the questions of a call. No other question can have it. */
export const CONFIRMATION_KEY = 'confirm';

export function isInputKey(value: string): boolean {
  return KEY.test(value);
}

export function parseInputRequest(value: unknown): InputRequest | undefined {
  if (!isRecord(value)) return undefined;
  const { method, params, askedAt, answerBy } = value;
  if (method !== InputMethod.elicit && method !== InputMethod.sample) return undefined;
  if (!isRecord(params)) return undefined;
  return {
    method,
    params,
    askedAt: onlyInstant(askedAt),
    answerBy: onlyInstant(answerBy),
  };
}

/** Invalid ones are left out, since any Worker may have written them. */
export function parseInputRequests(value: unknown): InputRequests {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const request = isInputKey(key) ? parseInputRequest(one) : undefined;
      return request ? [[key, request]] : [];
    }),
  );
}

/** Returns true for a question to people, and false for one to a model. */
export function isForPeople({ method }: InputRequest): boolean {
  return method === InputMethod.elicit;
}

/** Returns true if a question sends a person to a web page instead of asking for data. */
export function isUrlElicitation({ method, params }: InputRequest): boolean {
  return method === InputMethod.elicit && params['mode'] === 'url';
}

function checkSampling({ messages, maxTokens }: InputRequest['params']): Violation[] {
  const isMessage = (value: unknown): boolean =>
    isRecord(value) &&
    (value['role'] === 'user' || value['role'] === 'assistant') &&
    typeof value['content'] === 'object' &&
    value['content'] !== null;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isMessage)) {
    return [{ path: '/messages', message: 'must be at least one message with role and content' }];
  }
  return Number.isInteger(maxTokens) && Number(maxTokens) > 0
    ? []
    : [{ path: '/maxTokens', message: 'must be a positive whole number' }];
}

/**
 * Returns true for `http(s)://` and a host, without blanks. A user in front of the host would look like the host
 * (`https://bank.example@evil.example/`). Not every SDK version has a URL class in the Workflow sandbox.
 */
function isWebAddress(text: string): boolean {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/.exec(text) ?? [];
  return authority !== '' && !authority.includes('@') && !/\s/.test(text);
}

function checkUrl({ url, elicitationId }: InputRequest['params']): Violation[] {
  if (typeof url !== 'string' || !isWebAddress(url)) {
    return [{ path: '/url', message: 'must be an http or https URL without a user' }];
  }
  return typeof elicitationId === 'string' && elicitationId !== ''
    ? []
    : [{ path: '/elicitationId', message: 'must be a string' }];
}

/** Finds places where a request breaks MCP's rules, so that clients cannot be asked. Empty for a valid request. */
export function checkInputRequest(request: InputRequest): Violation[] {
  const { method, params } = request;
  if (method === InputMethod.sample) return checkSampling(params);
  const { message, mode, requestedSchema } = params;
  if (typeof message !== 'string' || message === '') {
    return [{ path: '/message', message: 'must say what is asked for' }];
  }
  if (mode !== undefined && mode !== 'form' && mode !== 'url') {
    return [{ path: '/mode', message: 'must be "form" or "url"' }];
  }
  if (isUrlElicitation(request)) return checkUrl(params);
  return checkElicitationSchema(requestedSchema).map((violation) => ({
    ...violation,
    path: `/requestedSchema${violation.path}`,
  }));
}

/**
 * Removes `content` beside a refusal, and beside the consent to open a page: only an accepted form has content.
 * Otherwise a Workflow that looks at the content first could take a no for a yes, or what nobody has checked for data.
 */
function withoutForeignContent(request: InputRequest, response: unknown): unknown {
  if (!isRecord(response)) return response;
  if (!REFUSALS.includes(response['action']) && !isUrlElicitation(request)) return response;
  return Object.fromEntries(Object.entries(response).filter(([name]) => name !== 'content'));
}

/**
 * Reads the answer of a lenient host, by the rules of arguments: `null` means that a field is left out, and a JSON text
 * is taken for its value where the field takes no text. "" in an optional field is left out, too. A moment is written as
 * programs read it; one without a zone has no sure meaning, and is asked for again. An accepted form
 * without content has none of its fields filled in. A refusal, and the consent to open a page, have no content.
 */
export function toTakenResponse(request: InputRequest, response: unknown): unknown {
  const { method, params } = request;
  const own = withoutForeignContent(request, response);
  const schema = params['requestedSchema'];
  const isForm = method === InputMethod.elicit && isRecord(schema);
  if (!isForm || !isRecord(own) || own['action'] !== 'accept') return own;
  const written = own['content'] ?? {};
  const content = readMeantValue(written, ['object'])?.value ?? written;
  if (!isRecord(content)) return own;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = isRecord(schema['properties']) ? schema['properties'] : {};
  const filled = Object.entries(content).flatMap(([name, value]) => {
    const field = ownMember(fields, name);
    const types = isRecord(field) ? [field['type']] : [];
    if (isLeftOut(value, types) || (value === '' && !required.includes(name))) return [];
    if (typeof value === 'string' && isRecord(field) && field['format'] === 'date-time') {
      return [[name, readInstant(value) ?? value]];
    }
    // A number with too many digits is refused as a number.
    return [[name, readMeantValue(value, types)?.value ?? value]];
  });
  return { ...own, content: Object.fromEntries(filled) as unknown };
}

/** The form by which answers to a valid question are judged. */
export function formOf({ params, judgedBy }: InputRequest): ElicitationSchema {
  return (judgedBy ?? params['requestedSchema']) as ElicitationSchema;
}

export interface ResponseCheck {
  /** Check the content of a form against its schema. */
  readonly content: boolean;
}

/** An answer above {@link RESPONSE_BOUNDS} is refused without further checks. */
export function checkInputResponse(
  request: InputRequest,
  response: unknown,
  check: ResponseCheck = { content: true },
): Violation[] {
  if (!isRecord(response)) return [{ path: '', message: 'must be an object' }];
  const excess = findExcess(response, RESPONSE_BOUNDS);
  if (excess !== undefined) return [{ path: '', message: `has ${excess}` }];
  const { requestedSchema } = request.params;
  const inexact = findInexact(response, { properties: { content: requestedSchema } });
  if (inexact) return [inexact];
  if (request.method === InputMethod.sample) {
    const { role, content } = response;
    const isMessage =
      (role === 'user' || role === 'assistant') && typeof content === 'object' && content !== null;
    return isMessage ? [] : [{ path: '', message: 'must be a message with role and content' }];
  }
  const { action, content } = response;
  if (!ACTIONS.includes(action)) {
    return [{ path: '/action', message: 'must be "accept", "decline" or "cancel"' }];
  }
  if (action !== 'accept' || isUrlElicitation(request)) return [];
  if (!isRecord(content)) return [{ path: '/content', message: 'must be an object' }];
  if (!check.content) return [];
  return checkElicitedContent(formOf(request), content).map(({ path, message }) => ({
    path: `/content${path}`,
    message,
  }));
}
