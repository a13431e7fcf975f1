/**
 * Declared questions of a Workflow that does not use MCP: the state in which it waits for a person, the question, and
 * the message with the answer.
 */
import type { ElicitationSchema } from '../contract/elicitation-schema.js';
import { type InputRequest, InputMethod, type InputResponse } from '../contract/input-request.js';
import { TaskError, TaskErrorCode } from '../errors.js';
import { type ArgumentLayout, layOut } from '../mapping/argument-layout.js';
import { type Expression, type Scope, valueOf } from '../mapping/expression.js';
import type { MessageTarget } from '../mapping/message-target.js';
import { type ShownText, showText, type Text } from '../mapping/text.js';
import type { WorkflowSource } from '../mapping/workflow-source.js';
import { toCallerRoot } from '../person/caller-root.js';
import type { Caller } from '../person/caller.js';
import { isRecord } from '../value/is-record.js';

export interface AnswerMessage extends MessageTarget {
  readonly kind: 'signal' | 'update';
  readonly layout: ArgumentLayout;
}

export interface DeclaredQuestion {
  /** Unique in its tool. */
  readonly name: string;
  readonly source: WorkflowSource;
  /** Shows whether the question is open. Absent: what was read. */
  readonly value?: Expression | undefined;
  /** Values while the question is open. Absent: any value except `false`, 0, `null` and empty ones. */
  readonly is?: readonly unknown[] | undefined;
  /** Differs each time the question is asked. Absent: the message distinguishes the times. */
  readonly id?: Expression | undefined;
  readonly message: Text;
  readonly schema: ElicitationSchema;
  readonly answer: AnswerMessage;
  /** The message for a declined form. Absent: no message, and the question stays open. */
  readonly decline?: AnswerMessage | undefined;
  /** Until when an answer counts, as `parseDeadline` reads it. Absent: no deadline. */
  readonly answerBy?: Expression | undefined;
  /** The message that is sent when that time is over. Absent: none. */
  readonly onDeadline?: 'decline' | undefined;
}

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
  const { text, missing } = await showText(message, scope);
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
