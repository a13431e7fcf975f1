import type { Protocol } from '../../../core/protocol.js';
import type { Task } from '../../../core/task/task.js';
import type { ObjectSchema } from '../../../core/tool/tool-definition.js';
import { type ToolResult, toTextResult } from '../../../core/tool/tool-result.js';

import {
  describeApprovals,
  describeProgress,
  listQuestions,
  type TaskFacts,
  toTaskFacts,
} from './describe-task.js';
import { describeNextRead } from './next-read.js';
import type { WaitMark } from './wait-mark.js';

/** Names of the tools with which the client goes on, or `undefined` if the client has no such tools. */
export interface NextTools {
  readonly result: string;
  readonly answer: string;
  /** The page of a task, if the server has an inbox with a known address. */
  readonly pageOf?: ((taskId: string) => string | undefined) | undefined;
}

export const HANDLE_SCHEMA: ObjectSchema = {
  type: 'object',
  description: 'The work is not done yet, and goes on as a task.',
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
      description: 'What people answer elsewhere, with the page where they do.',
      additionalProperties: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' }, page: { type: 'string' } },
      },
    },
  },
};

export interface HandleOptions {
  readonly protocol: Protocol;
  readonly next: NextTools | undefined;
  readonly modelMayAnswer: boolean;
  /** The call has joined earlier work and started no work. */
  readonly hasJoined?: boolean;
  /** The mark for the next read. */
  readonly mark: WaitMark;
  /** The model has read often enough. It is told to stop, and what to tell its person. Default: false. */
  readonly isHandedOver?: boolean;
}

/** Stuck work does not go on by itself. */
function describeCourse({ isStuck, questions }: Task): string {
  if (isStuck) return 'It has not failed, but cannot go on at the moment.';
  return questions.length > 0
    ? 'It has not failed, and may not go on before it has an answer.'
    : 'It has not failed, and goes on by itself.';
}

function describeQuestions(task: Task, { next, modelMayAnswer }: HandleOptions): string {
  const list = listQuestions(task, { modelMayAnswer });
  if (list === '') return '';
  const how =
    modelMayAnswer && next
      ? `Answer with the tool ${next.answer}.`
      : 'A person has to answer, in a client that shows questions; it is not for you to decide.';
  return `It waits for an answer (${list}). ${how}`;
}

function describeNext(
  { taskId, isStuck }: Task,
  { next, mark, isHandedOver }: HandleOptions,
): string {
  if (!next) return `Its ID is ${taskId}.`;
  const page = next.pageOf?.(taskId);
  const where = page === undefined ? 'by this ID' : `by this ID, and on the page ${page}`;
  return describeNextRead({
    tool: next.result,
    input: { task_id: taskId },
    mark,
    isHandedOver,
    isStuck,
    telling: `that task ${taskId} ${isStuck ? 'cannot go on at the moment' : 'is running'}, that it can be found ${where}`,
  });
}

/** A success that forbids a repetition of the call, and names the next call. */
export function toHandleResult(task: Task, options: HandleOptions): ToolResult {
  const { toolName, taskId } = task;
  const sentences = [
    options.hasJoined
      ? `The same call of ${toolName} is already running, as task ${taskId}; nothing was started.`
      : `${toolName} ${task.isStuck ? 'is not done yet' : 'is still running'}, as task ${taskId}. ${describeCourse(task)}`,
    `Do not call ${toolName} again for this: that would do the work twice.`,
    describeProgress(task, options),
    describeQuestions(task, options),
    describeApprovals(task, options),
    describeNext(task, options),
  ];
  const facts: TaskFacts = toTaskFacts(task, options.protocol, options);
  const message = sentences.filter(Boolean).join(' ');
  return {
    ...toTextResult(message),
    // Twice, because some hosts show a model only text, others only structured content (Mastra).
    structuredContent: { ...facts, message },
  };
}
