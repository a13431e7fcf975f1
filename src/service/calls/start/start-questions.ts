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
 * Takes and checks arguments before the questions. Members for which a question will be asked may be missing.
 *
 * @returns What the arguments mean.
 * @throws {TaskError} `invalidArguments` with every invalid place, or with the exceeded bound.
 */
export async function takeBeforeAsking(
  tool: ToolDefinition,
  given: Input,
  by: Caller,
): Promise<Input> {
  checkArgumentBounds(tool, given);
  if (!asksBeforeStart(tool)) return given;
  const input = (await tool.input.take?.(given)) ?? given;
  const parsed = await tool.input.parse(input, by);
  if (parsed.ok) return input;
  const askedFor = tool.questions.beforeStart
    .filter((question) => !isAnswered(question, input))
    .flatMap(({ schema }) => Object.keys(schema.properties).map((name) => toJsonPointer([name])));
  const violations = parsed.violations.filter(({ path }) => !askedFor.includes(path));
  if (violations.length > 0) throw invalidArguments(tool.name, violations);
  return input;
}

/** An answer that has to be given again. */
interface Misfit {
  readonly hint: string;
  /** The values that are kept in the form. */
  readonly kept: Input;
}

/** The content of an accepted form, what does not fit, or a refusal; `undefined` without a valid answer. */
function readAnswer(
  request: InputRequest,
  given: unknown,
):
  | {
      readonly content?: Input | undefined;
      readonly misfit?: Misfit | undefined;
      readonly isRefused?: boolean | undefined;
    }
  | undefined {
  const answer = toTakenResponse(request, given);
  if (!isRecord(answer)) return undefined;
  const [fault] = checkInputResponse(request, answer, { content: false });
  if (fault) {
    const isOfContent = fault.path.startsWith('/content/');
    const misfit = { hint: `${fault.path} ${fault.message}`, kept: {} };
    return isOfContent ? { misfit } : undefined;
  }
  if (answer['action'] !== 'accept') return { isRefused: true };
  const content = answer['content'] as Input;
  const schema = request.params['requestedSchema'] as ElicitationSchema;
  const violations = checkElicitedContent(schema, content);
  const [violation] = violations;
  if (!violation) return { content };
  const kept = Object.entries(content).filter(
    ([name]) => !violations.some(({ path }) => path === toJsonPointer([name])),
  );
  const hint = `${violation.path} ${violation.message}`;
  return { misfit: { hint, kept: Object.fromEntries(kept) } };
}

function messageOf({ params }: InputRequest): string {
  return String(params['message']);
}

/** Asks again with the reason. The form has the values that the person has given already. */
function askAgain(request: InputRequest, { hint, kept }: Misfit): InputRequest {
  const { method, params } = request;
  const schema = params['requestedSchema'] as ElicitationSchema;
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const value = ownMember(kept, name);
    return [name, value === undefined ? field : { ...field, default: value }] as const;
  });
  const requestedSchema = { ...schema, properties: Object.fromEntries(fields) };
  return {
    method,
    params: { ...params, message: `${messageOf(request)} (${hint})`, requestedSchema },
  };
}

/** A question whose answer fits its form. */
interface Answered {
  readonly question: StartQuestion;
  readonly request: InputRequest;
  readonly content: Input;
}

/**
 * Asks again what fits the form, but breaks the arguments' schema: a form has no `pattern` and no `multipleOf`, for
 * example.
 */
async function findMisfits(
  tool: ToolDefinition,
  answered: readonly Answered[],
  { input, caller }: Pick<AskedCall, 'input' | 'caller'>,
): Promise<Readonly<Record<string, InputRequest>>> {
  if (answered.length === 0) return {};
  const parsed = await tool.input.parse(input, caller);
  if (parsed.ok) return {};
  const again = answered.flatMap(({ question: { key, schema }, request, content }) => {
    const places = Object.keys(schema.properties).map((name) => toJsonPointer([name]));
    const violation = parsed.violations.find(({ path }) =>
      places.some((place) => path === place || path.startsWith(`${place}/`)),
    );
    const hint = violation && `${violation.path} ${violation.message}`;
    return hint === undefined ? [] : [[key, askAgain(request, { hint, kept: content })] as const];
  });
  return Object.fromEntries(again);
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
  const answered: Answered[] = [];
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
      answered.push({ question, request, content: answer.content });
      for (const name of Object.keys(schema.properties)) {
        if (answer.content[name] !== undefined) filled[name] = answer.content[name];
      }
    } else {
      requests[key] = answer?.misfit ? askAgain(request, answer.misfit) : request;
    }
  }
  Object.assign(
    requests,
    await findMisfits(tool, answered, { input: filled, caller: call.caller }),
  );
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
      [CONFIRMATION_KEY]: answer?.misfit ? askAgain(request, answer.misfit) : request,
    },
  };
}
