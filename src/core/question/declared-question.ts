/**
 * Declared questions of a Workflow that does not use MCP: the state in which it waits for a person, the question, and
 * the message with the answer.
 */
import type { DeclaredQuestion } from '../../definition/tool/questions.js';
import type { ElicitationSchema } from '../contract/elicitation-schema.js';
import { type InputRequest, InputMethod, type InputResponse } from '../contract/input-request.js';
import { TaskError, TaskErrorCode } from '../errors.js';
import { layOut } from '../mapping/argument-layout.js';
import { type Scope, valueOf } from '../mapping/expression.js';
import type { MessageTarget } from '../mapping/message-target.js';
import { showQuestionMessage, type ShownText } from '../mapping/text.js';
import { toCallerRoot } from '../person/caller-root.js';
import type { Caller } from '../person/caller.js';
import { isRecord } from '../value/is-record.js';

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** @param scope Has what was read under the kind of the source. */
export async function isAsked(
  { source, value, is }: DeclaredQuestion,
  scope: Scope,
): Promise<boolean> {
  const state = value ? await valueOf(value, scope) : scope[source.kind];
  return is ? is.includes(state) : isThere(state);
}

/** A form, with the expressions of its message that have no value. */
export async function toInputRequest(
  { message, schema }: Pick<DeclaredQuestion, 'message'> & { readonly schema: ElicitationSchema },
  scope: Scope,
): Promise<Omit<ShownText, 'text'> & { readonly request: InputRequest }> {
  const { text, missing } = await showQuestionMessage(message, scope);
  const params = { mode: 'form', message: text, requestedSchema: schema };
  return { request: { method: InputMethod.elicit, params }, missing };
}

/**
 * `undefined`: no message, and the question stays open.
 *
 * @param scope The scope in which the question was found.
 * @param by The person who has answered.
 * @throws {TaskError} `invalidInput` if the handler's arguments cannot be made of the answer.
 */
export async function toAnswerMessage(
  { answer, decline }: DeclaredQuestion,
  { action, content, error }: InputResponse,
  { scope, by }: { readonly scope: Scope; readonly by: Caller },
): Promise<(MessageTarget & { readonly arguments: readonly unknown[] }) | undefined> {
  // An error means that no person answered, so no message is sent.
  if (error !== undefined) return undefined;
  const message = action === 'accept' ? answer : action === 'decline' ? decline : undefined;
  if (!message) return undefined;
  const { kind, name, layout } = message;
  const laidOut = await layOut(layout, {
    ...scope,
    answer: isRecord(content) ? content : {},
    caller: toCallerRoot(by),
  });
  if (laidOut.ok) return { kind, name, arguments: laidOut.workflowArguments };
  const { violations } = laidOut;
  const reasons = violations.map((violation) => violation.message).join('; ');
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `The answer ${reasons}. The question stays open.`,
    { violations },
  );
}

/** Returns true if questions are declined when their time is over, for which a Worker has to run. */
export function hasDeadlines(questions: readonly DeclaredQuestion[]): boolean {
  return questions.some(({ onDeadline }) => onDeadline !== undefined);
}
