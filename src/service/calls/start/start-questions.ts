/**
 * Questions to a person before a call starts: for missing arguments, and for a confirmation. This file decides which
 * questions are asked, in which order, and the effect of the answers. The generation asks the client.
 */
import {
  checkElicitedContent,
  type ElicitationSchema,
} from '../../../core/contract/elicitation-schema.js';
import {
  checkInputResponse,
  toTakenResponse,
  type InputRequest,
} from '../../../core/contract/input-request.js';
import type { Logger } from '../../../core/logger.js';
import { logMissing } from '../../../core/mapping/missing-values.js';
import type { Text } from '../../../core/mapping/text.js';
import { toCallerRoot } from '../../../core/person/caller-root.js';
import type { Caller } from '../../../core/person/caller.js';
import { toInputRequest } from '../../../core/question/declared-question.js';
import { checkArgumentBounds, invalidArguments } from '../../../core/tool/parse-arguments.js';
import {
  CONFIRMATION_KEY,
  type StartQuestion,
  type ToolDefinition,
} from '../../../core/tool/tool-definition.js';
import { isRecord } from '../../../core/value/is-record.js';
import { toJsonPointer } from '../../../core/value/json-pointer.js';
import { ownMember } from '../../../core/value/members.js';
import { quote } from '../../../core/value/quote.js';

const CONFIRMATION_SCHEMA: ElicitationSchema = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Confirm' } },
  required: ['confirm'],
};

type Input = Readonly<Record<string, unknown>>;

export type StartStep =
  /** Ask these questions, by key, and call again with the answers. */
  | { readonly kind: 'ask'; readonly requests: Readonly<Record<string, InputRequest>> }
  /** The person has refused, or does not want to answer. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'start'; readonly input: Input };

/** A call whose questions are asked. */
export interface AskedCall {
  readonly input: Input;
  readonly caller: Caller;
  /** Answers so far, by the key of the question. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly logger?: Logger | undefined;
}

/** A question to a person, with what is known of the call by then. */
interface Form {
  readonly key: string;
  readonly message: Text;
  readonly schema: ElicitationSchema;
}

async function toForm(
  form: Form,
  input: Input,
  { toolName, call: { caller, logger } }: { readonly toolName: string; readonly call: AskedCall },
): Promise<InputRequest> {
  const scope = { input, caller: toCallerRoot(caller) };
  const { request, missing } = await toInputRequest(form, scope);
  logMissing(logger, { toolName, key: form.key, missing });
  return request;
}

function isAnswered({ schema }: StartQuestion, input: Input): boolean {
  const names = schema.required ?? Object.keys(schema.properties);
  return names.every((name) => ownMember(input, name) !== undefined);
}

/** Returns true if a tool may ask before a call starts, depending on its arguments. */
export function asksBeforeStart({ questions, confirm }: ToolDefinition): boolean {
  return questions.beforeStart.length > 0 || confirm !== undefined;
}

/**
 * Checks arguments before the questions. Members for which a question will be asked may be missing.
 *
 * @throws {TaskError} `invalidArguments` with every invalid place, or with the exceeded bound.
 */
export async function checkBeforeAsking(
  tool: ToolDefinition,
  input: Input,
  by: Caller,
): Promise<void> {
  checkArgumentBounds(tool.name, input);
  if (!asksBeforeStart(tool)) return;
  const parsed = await tool.input.parse(input, by);
  if (parsed.ok) return;
  const askedFor = tool.questions.beforeStart
    .filter((question) => !isAnswered(question, input))
    .flatMap(({ schema }) => Object.keys(schema.properties).map((name) => toJsonPointer([name])));
  const violations = parsed.violations.filter(({ path }) => !askedFor.includes(path));
  if (violations.length > 0) throw invalidArguments(tool.name, violations);
}

/** The content of an accepted form, a hint if it does not fit, or a refusal; `undefined` without a valid answer. */
function readAnswer(
  request: InputRequest,
  given: unknown,
): { readonly content?: Input; readonly hint?: string; readonly isRefused?: boolean } | undefined {
  const answer = toTakenResponse(request, given);
  if (!isRecord(answer) || checkInputResponse(request, answer, { content: false }).length > 0) {
    return undefined;
  }
  if (answer['action'] !== 'accept') return { isRefused: true };
  const content = answer['content'] as Input;
  const schema = request.params['requestedSchema'] as ElicitationSchema;
  const [violation] = checkElicitedContent(schema, content);
  return violation ? { hint: `${violation.path} ${violation.message}` } : { content };
}

function messageOf({ params }: InputRequest): string {
  return String(params['message']);
}

function askAgain(request: InputRequest, hint: string): InputRequest {
  const { method, params } = request;
  return { method, params: { ...params, message: `${messageOf(request)} (${hint})` } };
}

/**
 * Decides the next step of a call from the answers so far. All missing arguments come first, together. The
 * confirmation follows, and may quote the answers. Unfitting answers are asked for again.
 */
export async function nextStartStep(tool: ToolDefinition, call: AskedCall): Promise<StartStep> {
  const { input, answers } = call;
  const given = { toolName: tool.name, call };
  const requests: Record<string, InputRequest> = {};
  const filled: Record<string, unknown> = { ...input };
  for (const question of tool.questions.beforeStart) {
    if (isAnswered(question, input)) continue;
    const { key, schema } = question;
    const request = await toForm(question, filled, given);
    const answer = readAnswer(request, answers[key]);
    if (answer?.isRefused) {
      return {
        kind: 'refused',
        message: `Not started: there was no answer to ${quote(messageOf(request))}`,
      };
    }
    if (answer?.content) {
      for (const name of Object.keys(schema.properties)) {
        if (answer.content[name] !== undefined) filled[name] = answer.content[name];
      }
    } else {
      requests[key] = answer?.hint === undefined ? request : askAgain(request, answer.hint);
    }
  }
  if (Object.keys(requests).length > 0) return { kind: 'ask', requests };
  // Defaults come after the questions, so that a person is asked first.
  const complete = (await tool.input.normalize?.(filled)) ?? filled;
  if (tool.confirm === undefined) return { kind: 'start', input: complete };
  const confirmation = {
    key: CONFIRMATION_KEY,
    message: tool.confirm,
    schema: CONFIRMATION_SCHEMA,
  };
  const request = await toForm(confirmation, complete, given);
  const answer = readAnswer(request, answers[CONFIRMATION_KEY]);
  if (answer?.isRefused || answer?.content?.['confirm'] === false) {
    return {
      kind: 'refused',
      message: `Not started: ${quote(messageOf(request))} was not confirmed.`,
    };
  }
  if (answer?.content) return { kind: 'start', input: complete };
  return {
    kind: 'ask',
    requests: {
      [CONFIRMATION_KEY]: answer?.hint === undefined ? request : askAgain(request, answer.hint),
    },
  };
}
