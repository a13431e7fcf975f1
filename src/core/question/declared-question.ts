/**
 * Questions of a Workflow that knows nothing of MCP, as a manifest declares them: when it waits for a person, what the
 * person is asked, and how the answer gets to it.
 */
import { TaskError, TaskErrorCode } from '../errors.js';
import type { ToldIdentity } from '../person/to-principal.js';
import type { MessageTarget } from '../task/task-message.js';
import { type ArgumentLayout, layOut } from '../tool/argument-layout.js';
import { fillInRead, type ReadValue } from '../tool/call-arguments.js';
import type { WorkflowSource } from '../tool/workflow-source.js';
import { isRecord } from '../value/is-record.js';
import { readMember } from '../value/member-path.js';

import type { ElicitationSchema } from './elicitation-schema.js';
import { type InputRequest, InputMethod, type InputResponse } from './input-request.js';

/** The message that brings a Workflow what a person has said. */
export interface AnswerMessage extends MessageTarget {
  readonly kind: 'signal' | 'update';
  /** Of what was filled in. */
  readonly layout: ArgumentLayout;
}

/** One of these questions. */
export interface DeclaredQuestion {
  /** Names it among those of its tool. */
  readonly name: string;
  readonly source: WorkflowSource;
  /** The member of what is read that decides. Absent: all of it. */
  readonly path?: string;
  /** It is asked while the member is one of these. Absent: while there is something other than `false`, 0 or nothing. */
  readonly is?: readonly unknown[];
  /** A member that tells this time from the next. Absent: the message does. */
  readonly idPath?: string;
  /** `{path}` stands for a member of what is read, or an argument. */
  readonly message: string;
  readonly schema: ElicitationSchema;
  /** What is sent when the form was filled in. */
  readonly answer: AnswerMessage;
  /** What is sent when the person has declined. Absent: nothing, and the question stays open. */
  readonly decline?: AnswerMessage;
}

function isThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Whether a Workflow asks this, by what was read of it. */
export function isAsked({ path, is }: DeclaredQuestion, value: unknown): boolean {
  const member = readMember(value, path);
  return is ? is.includes(member) : isThere(member);
}

/** The question as a client is asked it. */
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
 * What a person's answer sends to the Workflow; `undefined`: nothing, and the question stays open.
 *
 * @param by Who has answered.
 * @throws {TaskError} `invalidInput` when the answer cannot be laid out as the handler takes it.
 */
export async function toAnswerMessage(
  { answer, decline }: DeclaredQuestion,
  { action, content, error }: InputResponse,
  by?: ToldIdentity,
): Promise<(MessageTarget & { readonly arguments: readonly unknown[] }) | undefined> {
  // A client that could not ask has decided nothing.
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
