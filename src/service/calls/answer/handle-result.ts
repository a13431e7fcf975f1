import { MAX_MISFITS } from '../../../core/question/given-up-questions.js';
import type { Exchange } from '../../../core/request/exchange.js';
import type { Protocol } from '../../../core/task/protocol.js';
import type { Task } from '../../../core/task/task.js';
import type { ObjectSchema } from '../../../core/tool/tool-definition.js';
import { type ToolResult, toTextResult } from '../../../core/tool/tool-result.js';
import { quote, quoteName } from '../../../core/value/quote.js';
import type { WaitMark } from '../call/wait-mark.js';

import {
  describeApprovals,
  describeProgress,
  listQuestions,
  type TaskFacts,
  toTaskFacts,
  messageOf,
} from './describe-task.js';
import { describeNextRead, type WorkCourse } from './next-read.js';

/** Names of the tools with which the client continues, or `undefined` if the client has no such tools. */
export interface NextTools {
  readonly result: string;
  readonly answer: string;
  /** The prefix that a gateway gives the names of tools. */
  readonly toolPrefix: string;
  /** The page of a task, if the server has an inbox with a known address. */
  readonly pageOf?: ((taskId: string) => string | undefined) | undefined;
}

export const HANDLE_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'The work is not done yet, and continues as a task.',
  required: ['taskId', 'tool', 'status', 'createdAt', 'message'],
  properties: {
    taskId: { type: 'string' },
    tool: { type: 'string' },
    status: { type: 'string', enum: ['working', 'input_required'] },
    statusMessage: { type: 'string' },
    progress: {
      type: 'object',
      required: ['progress'],
      properties: { progress: { type: 'number' }, total: { type: 'number' } },
    },
    createdAt: { type: 'string' },
    message: { type: 'string', description: 'What to do now.' },
    questions: { type: 'object', additionalProperties: { type: 'string' } },
    approvals: {
      type: 'object',
      description:
        'Questions that people answer elsewhere, each with the page for its answer, and until when one counts.',
      additionalProperties: {
        type: 'object',
        required: ['message'],
        properties: {
          message: { type: 'string' },
          page: { type: 'string' },
          answerBy: { type: 'string' },
        },
      },
    },
  },
};

export interface HandleOptions {
  readonly protocol: Protocol;
  readonly next: NextTools | undefined;
  readonly modelMayAnswer: boolean;
  /** The call has joined earlier work and started no work. */
  readonly hasJoined?: boolean | undefined;
  /** The mark for the next read. */
  readonly mark: WaitMark;
  /** Maximum time of the next read, in milliseconds. */
  readonly nextMs: number;
  /** Open questions are on the user's screen. Default: false. */
  readonly isAsking?: boolean | undefined;
  /** The questions that the client was not asked any further. Default: none. */
  readonly givenUp?: Exchange['givenUp'] | undefined;
  /** The model has read often enough. It is told to stop, and what to tell the user. Default: false. */
  readonly isHandedOver?: boolean | undefined;
}

function toCourse({ isStuck, questions }: Task): WorkCourse {
  if (isStuck) return 'stuck';
  return questions.length > 0 ? 'asking' : 'running';
}

function describeCourse(task: Task, hasJoined: boolean): string {
  const { toolName } = task;
  const taskId = quoteName(task.taskId);
  if (hasJoined)
    return `This call is already running as task ${taskId}, so nothing new was started.`;
  const course = toCourse(task);
  const { hasFailedAttempt } = task;
  if (course === 'stuck') {
    const so = hasFailedAttempt
      ? "An attempt has failed, and it can't"
      : "It hasn't failed, but can't";
    return `${toolName} is not done yet, as task ${taskId}. ${so} continue at the moment.`;
  }
  const running = `${toolName} is still running as task ${taskId}.`;
  if (hasFailedAttempt) return `${running} An attempt has failed, and Temporal tries again.`;
  // The questions follow.
  return course === 'asking'
    ? `${running} It hasn't failed.`
    : `${running} It hasn't failed and continues on its own.`;
}

/** Tells the model of answers that did not fit, so that it can help the user. */
function describeMisfits({ questions }: Task, { givenUp }: HandleOptions): string {
  const sentences = questions.flatMap((question) => {
    const reason = givenUp?.reasonOf(question.key);
    if (reason === undefined) return [];
    return [
      `${MAX_MISFITS} answers of this client to ${quote(messageOf(question))} did not fit (the last one: ${quote(reason)}), so this call does not ask it again.`,
    ];
  });
  return sentences.join(' ');
}

const NOT_SHOWN = "This client can't show it, but a client that shows questions can.";

function describeQuestions(task: Task, options: HandleOptions): string {
  const { next, modelMayAnswer, isAsking } = options;
  const list = listQuestions(task, { modelMayAnswer });
  if (list === '') return '';
  const question = `It waits for an answer: ${list}.`;
  if (modelMayAnswer && next) return `${question} Answer with the tool ${next.answer}.`;
  const lost = describeMisfits(task, options) === '' ? NOT_SHOWN : '';
  const where = isAsking ? 'The question is on their screen.' : lost;
  return `${question} A person has to answer; you can't answer for them. ${where}`.trimEnd();
}

function describeNext(
  task: Task,
  { next, mark, nextMs, isHandedOver, hasJoined }: HandleOptions,
): string {
  const { taskId, toolName } = task;
  if (!next) return `Don't call ${toolName} again. The ID of the task is ${quoteName(taskId)}.`;
  return describeNextRead({
    tool: next.result,
    input: { task_id: taskId },
    mark,
    nextMs,
    isHandedOver,
    course: toCourse(task),
    notAgain: hasJoined ? undefined : toolName,
    page: next.pageOf?.(taskId),
  });
}

/** A success that forbids a repetition of the call, and names the next call. */
export function toHandleResult(task: Task, options: HandleOptions): ToolResult {
  const toolName = quoteName(`${options.next?.toolPrefix ?? ''}${task.toolName}`);
  const prefixed = { ...task, toolName };
  const sentences = [
    describeCourse(prefixed, options.hasJoined ?? false),
    describeProgress(task),
    describeQuestions(task, options),
    describeApprovals(task, options),
    describeMisfits(task, options),
    describeNext(prefixed, options),
  ];
  const facts: TaskFacts = toTaskFacts(task, options.protocol, options);
  const message = sentences.filter(Boolean).join(' ');
  return {
    ...toTextResult(message),
    // Twice, because some hosts show a model only text, others only structured content (Mastra).
    structuredContent: { ...facts, message },
  };
}
