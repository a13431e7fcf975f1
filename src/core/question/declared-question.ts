/**
 * Declared questions of a Workflow that does not use MCP: the state in which it waits for a person, the question, and
 * the message with the answer.
 */
import type { ElicitationSchema } from '../contract/elicitation-schema.js';
import { type InputRequest, InputMethod, type InputResponse } from '../contract/input-request.js';
import { TaskError, TaskErrorCode } from '../errors.js';
import { type ArgumentLayout, layOut } from '../mapping/argument-layout.js';
import { fillInRead, type ReadValue } from '../mapping/call-arguments.js';
import type { MessageTarget } from '../mapping/message-target.js';
import type { WorkflowSource } from '../mapping/workflow-source.js';
import type { Caller } from '../person/caller.js';
import { isRecord } from '../value/is-record.js';
import { readMember } from '../value/member-path.js';

export interface AnswerMessage extends MessageTarget {
  readonly kind: 'signal' | 'update';
  readonly layout: ArgumentLayout;
}

export interface DeclaredQuestion {
  /** Unique in its tool. */
  readonly name: string;
  readonly source: WorkflowSource;
  /** Path of the member that shows whether the question is open. Absent: the whole value. */
  readonly path?: string;
  /** Values of that member while the question is open. Absent: any value except `false`, 0, `null` and empty ones. */
  readonly is?: readonly unknown[];
  /** Path of a member that differs each time the question is asked. Absent: the message distinguishes the times. */
  readonly idPath?: string;
  /** `{path}` stands for a member of the read value, or an argument. */
  readonly message: string;
  readonly schema: ElicitationSchema;
  readonly answer: AnswerMessage;
  /** The message for a declined form. Absent: no message, and the question stays open. */
  readonly decline?: AnswerMessage;
}

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export function isAsked({ path, is }: DeclaredQuestion, value: unknown): boolean {
  const member = readMember(value, path);
  return is ? is.includes(member) : isThere(member);
}

export function toInputRequest(
  { message, schema }: DeclaredQuestion,
  read: ReadValue,
): InputRequest {
  return {
    method: InputMethod.elicit,
    params: { mode: 'form', message: fillInRead(message, read), requestedSchema: schema },
  };
}

/**
 * `undefined`: no message, and the question stays open.
 *
 * @param by The person who has answered.
 * @throws {TaskError} `invalidInput` if the handler's arguments cannot be made of the answer.
 */
export async function toAnswerMessage(
  { answer, decline }: DeclaredQuestion,
  { action, content, error }: InputResponse,
  by?: Caller,
): Promise<(MessageTarget & { readonly arguments: readonly unknown[] }) | undefined> {
  // An error means that no person answered, so no message is sent.
  if (error !== undefined) return undefined;
  const message = action === 'accept' ? answer : action === 'decline' ? decline : undefined;
  if (!message) return undefined;
  const { kind, name, layout } = message;
  const laidOut = await layOut(layout, isRecord(content) ? content : {}, by);
  if (laidOut.ok) return { kind, name, arguments: laidOut.workflowArguments };
  const { violations } = laidOut;
  const reasons = violations.map((violation) => violation.message).join('; ');
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `The answer ${reasons}. The question stays open.`,
    { violations },
  );
}
