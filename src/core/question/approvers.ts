/** Who may answer the questions of a tool's tasks: the owner, and approvers, who are other people. */
import type { Approvers } from '../../definition/tool/access.js';
import type { DeclaredQuestion } from '../../definition/tool/questions.js';
import { CHILD_SIGNAL, CLIENT_TASK_SIGNAL, INPUT_SIGNAL } from '../contract/contract.js';
import { type InputRequest, isForPeople } from '../contract/input-request.js';
import { TaskError, TaskErrorCode } from '../errors.js';
import type { MessageTarget } from '../mapping/message-target.js';
import type { Caller } from '../person/caller.js';
import { meetsRules } from '../person/claims.js';
import { type Principal, PrincipalKind } from '../person/principal.js';
import { toPrincipal } from '../person/to-principal.js';

/** Kinds whose names mean people. A client without a user could have a person's name. */
const NAMED_KINDS: readonly PrincipalKind[] = [
  PrincipalKind.user,
  PrincipalKind.static,
  PrincipalKind.own,
];

function isNamed(
  { kind, issuer, subject }: Principal,
  named: NonNullable<Approvers['subjects']>[number],
): boolean {
  if (!NAMED_KINDS.includes(kind) || subject !== named.subject) return false;
  return named.issuer === undefined || named.issuer === issuer;
}

/** Returns true for an approver. The local user never is one, since the server does not know the person. */
export function mayApprove({ allow, subjects = [] }: Approvers, by: Caller): boolean {
  const principal = toPrincipal(by);
  if (principal.kind === PrincipalKind.local) return false;
  if (subjects.some((named) => isNamed(principal, named))) return true;
  return allow !== undefined && by.claims !== undefined && meetsRules(allow, by.claims);
}

/** The approvers in words, by the values of their claims and by their names: `finance or bob`. */
export function toApproverWords({ allow = {}, subjects = [] }: Approvers): string {
  const names = [...Object.values(allow).flat(), ...subjects.map(({ subject }) => subject)];
  return names.join(' or ');
}

export function isSamePrincipal(principal: Principal | undefined, by: Caller): boolean {
  const { kind, issuer, subject } = toPrincipal(by);
  return principal?.kind === kind && principal.issuer === issuer && principal.subject === subject;
}

/** The rule of a task's start, from its memo. */
interface AtStart {
  readonly answeredByOthers?: true | undefined;
  readonly withoutApprovers?: true | undefined;
}

interface ApprovedTool {
  readonly access: { readonly approvers?: Approvers | undefined };
}

/** The approvers of a task: those of its tool now, unless the guard of its start was `false`. */
export function approversOf(
  tool: ApprovedTool | undefined,
  { withoutApprovers }: AtStart,
): Approvers | undefined {
  return withoutApprovers ? undefined : tool?.access.approvers;
}

/**
 * Returns true if the owner may answer a task's questions. Two rules have to allow it: that of the start, in the task's
 * memo, and that of the tool now. So a server with another manifest takes no answer that the first one refuses. The owner
 * of a task that started without approvers always may.
 */
export function mayOwnerAnswer(tool: ApprovedTool | undefined, start: AtStart): boolean {
  return start.answeredByOthers !== true && (approversOf(tool, start)?.owner ?? true);
}

interface DeclaringTool extends ApprovedTool {
  readonly start: { readonly type: string };
  readonly questions: { readonly declared?: readonly DeclaredQuestion[] | undefined };
}

interface MessagedTask extends AtStart {
  readonly toolName: string;
  readonly workflowType?: string | undefined;
}

function forOthers(why: string): TaskError {
  return new TaskError(TaskErrorCode.invalidInput, `Nothing was sent: ${why}`);
}

/** Signals of the contract by which a Workflow gets answers, or learns who is about to answer. */
const ANSWER_SIGNALS: readonly string[] = [INPUT_SIGNAL, CHILD_SIGNAL, CLIENT_TASK_SIGNAL];

/** Returns true for a message of the contract that no manifest may send: it would say who has answered. */
export function isAnswerByContract({ kind, name }: MessageTarget): boolean {
  return kind === 'signal' && ANSWER_SIGNALS.includes(name);
}

/** The messages that answer a question of a tool's Workflow. */
interface AnswerTargets {
  readonly answer?: MessageTarget | undefined;
  readonly decline?: MessageTarget | undefined;
}

/**
 * Returns true for a message that may answer a question. The same rule holds for actions, messages with a start, and
 * the Signal before a cancellation.
 *
 * @param declared The tool's questions. Default: those of the contract alone.
 */
export function mayMessageAnswer(
  message: MessageTarget,
  declared: readonly AnswerTargets[] = [],
): boolean {
  const targets = declared.flatMap(({ answer, decline }) => [answer, decline]);
  return (
    isAnswerByContract(message) ||
    targets.some((target) => target?.kind === message.kind && target.name === message.name)
  );
}

/**
 * Returns the refusal of a message from a task's owner, by an action, with a start or before a cancellation, if it could answer a question
 * that only other people may answer. Without the task's tool, the questions are unknown, so every message could.
 */
export function refuseOwnersMessage(
  tools: ReadonlyMap<string, DeclaringTool>,
  task: MessagedTask,
  message: MessageTarget,
): TaskError | undefined {
  const listed = tools.get(task.toolName);
  const tool = listed?.start.type === task.workflowType ? listed : undefined;
  if (message.kind === 'query' || mayOwnerAnswer(tool, task)) return undefined;
  if (!tool) {
    return forOthers(
      `only somebody else may answer the questions of this task, and this server does not know its tool ${task.toolName}, so this could be an answer. Use a server that has the tool.`,
    );
  }
  return mayMessageAnswer(message, tool.questions.declared)
    ? forOthers('this would answer a question of the task, which only somebody else may answer.')
    : undefined;
}

/**
 * Returns the refusal of a message that a start would send to a running task without approvers, if the start by itself
 * would have them: its arguments would reach a Workflow whose questions nobody else answers.
 */
export function refuseWithoutApprovers(
  tools: ReadonlyMap<string, ApprovedTool>,
  running: AtStart,
  starting: AtStart & Pick<MessagedTask, 'toolName'>,
): TaskError | undefined {
  const hasOwn = approversOf(tools.get(starting.toolName), starting) !== undefined;
  if (!hasOwn || running.withoutApprovers !== true) return undefined;
  return forOthers(
    'this call needs approvers, and the running task of the same ID was started without them. Call again once it has ended.',
  );
}

/** The people who may answer a question: `owner` and the approvers, or only the approvers. */
export type Audience = 'owner' | 'others';

/** Requests to a model concern only the owner's client. */
export function audienceOf(request: InputRequest, ownerMayAnswer: boolean): Audience {
  return isForPeople(request) && !ownerMayAnswer ? 'others' : 'owner';
}

export function mayAnswer(
  question: InputRequest & { readonly audience: Audience },
  role: 'owner' | 'approver',
): boolean {
  return role === 'owner' ? question.audience === 'owner' : isForPeople(question);
}
