import { uuid4 } from '@temporalio/workflow';

import type { ElicitationSchema } from '../core/contract/elicitation-schema.js';
import {
  checkInputResponse,
  InputMethod,
  type InputRequest,
  type InputResponse,
} from '../core/contract/input-request.js';
import type { Violation } from '../core/errors.js';
import type { JsonRpcErrorObject } from '../core/json-rpc-error.js';
import { parseAnswerSource } from '../core/question/answered-by.js';
import { cutText } from '../core/value/cut-text.js';
import { isRecord } from '../core/value/is-record.js';

import { TaskFailureType, toFailure } from './failures.js';
import { checkContent, type FormSchema, toRequestedSchema } from './form-schema.js';
import { type OpenInputRequests, toAskOptions } from './input-requests.js';
import type { ElicitationAnswer, ElicitationQuestion, UrlQuestion } from './questions.js';

/** Maximum number of tries. Without it, a person who does not read the form would be asked forever. */
const MAX_TRIES = 10;
/** Maximum length of a filled-in value that becomes a default of the next try, and of all of them together, as JSON. */
const MAX_DEFAULT_LENGTH = 500;
const MAX_DEFAULTS_LENGTH = 8_000;
const MAX_CORRECTION_LENGTH = 1_000;

/** One of the tries: the final answer, or the reasons to ask again. */
type Attempt =
  | { readonly ok: true; readonly answer: ElicitationAnswer<unknown> }
  | { readonly ok: false; readonly content: unknown; readonly violations: readonly Violation[] };

/** Asks a person to fill in a form, and asks again until the answer is valid. */
export async function askForm(
  inputs: OpenInputRequests,
  { message, schema, ...options }: ElicitationQuestion<FormSchema>,
): Promise<ElicitationAnswer<never>> {
  const askOptions = toAskOptions(options);
  const form = toRequestedSchema(schema);
  let params = { mode: 'form', message, requestedSchema: form };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const request = { method: InputMethod.elicit, params };
    const attempt = await inputs.ask(request, askOptions, (response) =>
      checkForm(schema, request, response),
    );
    if (attempt.ok) return attempt.answer as ElicitationAnswer<never>;
    params = {
      ...params,
      message: `${message} (Please correct: ${cutText(attempt.violations.map(toText).join('; '), MAX_CORRECTION_LENGTH)}.)`,
      requestedSchema: toPrefilledForm(form, attempt.content, attempt.violations),
    };
  }
  throw toFailure(
    TaskFailureType.invalidInputResponse,
    `${MAX_TRIES} answers in a row did not fit the form: ${message}`,
  );
}

export async function askUrl(
  inputs: OpenInputRequests,
  { message, url, ...options }: UrlQuestion,
): Promise<ElicitationAnswer<undefined>> {
  const params = { mode: 'url', message, url, elicitationId: uuid4() };
  const request = { method: InputMethod.elicit, params };
  return inputs.ask(request, toAskOptions(options), (response) => {
    const answer = toAnswer(response);
    return answer.action === 'accept' ? { ...answer, content: undefined } : answer;
  });
}

async function checkForm(
  schema: FormSchema,
  request: InputRequest,
  response: InputResponse | undefined,
): Promise<Attempt> {
  const answer = toAnswer(response);
  const violations = response === undefined ? [] : checkInputResponse(request, response);
  if (violations.length > 0) {
    // The person fills in the content only, so the path of a violation begins there.
    const contentViolations = violations.map(({ path, message }) => ({
      path: path.replace(/^\/content/, ''),
      message,
    }));
    return { ok: false, content: response?.['content'], violations: contentViolations };
  }
  if (answer.action !== 'accept') return { ok: true, answer };
  const checked = await checkContent(schema, answer.content);
  if (!checked.ok) return { ...checked, content: answer.content };
  return { ok: true, answer: { ...answer, content: checked.content } };
}

function toAnswer(response: InputResponse | undefined): ElicitationAnswer<unknown> {
  if (response === undefined) return { action: 'expired' };
  const { action, content, error } = response;
  const source = parseAnswerSource(response);
  if (action === 'accept') return { action, content, ...source };
  if (action === 'decline') return { action, ...source };
  return { action: 'cancel', error: isError(error) ? error : undefined, ...source };
}

function isError(value: unknown): value is JsonRpcErrorObject {
  return (
    isRecord(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string'
  );
}

function toText({ path, message }: Violation): string {
  return `${path.slice(1)} ${message}`.trim();
}

/** Returns the form with the valid values as defaults, so that the person need not enter them again. */
function toPrefilledForm(
  form: ElicitationSchema,
  content: unknown,
  violations: readonly Violation[],
): ElicitationSchema {
  if (!isRecord(content)) return form;
  // The question is part of the state, which has to stay small.
  let room = MAX_DEFAULTS_LENGTH;
  const fits = (value: unknown): boolean => {
    const { length } = JSON.stringify(value);
    if (length > Math.min(room, MAX_DEFAULT_LENGTH)) return false;
    room -= length;
    return true;
  };
  const isValid = (name: string): boolean =>
    content[name] !== undefined &&
    !violations.some(({ path }) => path === `/${name}`) &&
    fits(content[name]);
  const properties = Object.entries(form.properties).map(([name, field]) => [
    name,
    isValid(name) ? { ...field, default: content[name] } : field,
  ]);
  return { ...form, properties: Object.fromEntries(properties) as ElicitationSchema['properties'] };
}
