/** Sources of questions that a person may answer: their own tasks, and tasks of other people. */
import { isTaskGone } from '../core/errors.js';
import type { Caller } from '../core/person/caller.js';
import type { ShownPrincipal } from '../core/person/shown-principal.js';
import type {
  FirstAnswerQuery,
  AnswerResults,
  PastQuestion,
} from '../core/question/answer-results.js';
import { mayAnswer } from '../core/question/approvers.js';
import type { AskedTask } from '../core/question/asked-task.js';
import type { Question } from '../core/question/question.js';
import type { Tasks } from '../core/task/tasks.js';
import { asApprover, asOwner } from '../core/task/viewer.js';

/** A task with questions, as the people who may answer see it. */
export interface AskingTask {
  readonly taskId: string;
  readonly toolName: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Time since which it asks, as far as known, ISO 8601. */
  readonly askedAt: string;
  /** All open questions that the reader may see. */
  readonly questions: readonly Question[];
  /** The caller may see the rest of the task. */
  readonly isOwn: boolean;
  /** The caller of the tool. Absent: the reader, or an unknown caller. */
  readonly calledBy?: ShownPrincipal | undefined;
  /** Arguments of the Workflow. Absent: not shown. */
  readonly workflowArguments?: readonly unknown[] | undefined;
}

/** Returns the questions that the reader may answer. */
export function answerableQuestions({
  questions,
  isOwn,
}: Pick<AskingTask, 'questions' | 'isOwn'>): readonly Question[] {
  return questions.filter((question) => mayAnswer(question, isOwn ? 'owner' : 'approver'));
}

/** A page of other people's tasks with questions for the reader. */
export interface AskingPage {
  readonly tasks: readonly AskingTask[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** A source of questions. */
export interface InboxQuestions {
  /** Lists other people's questions. Absent: the questions belong to the reader's own tasks. */
  readonly list?: (by: Caller, cursor?: string) => Promise<AskingPage>;
  /** @throws {TaskError} `taskNotFound` if this person cannot see such a task, for any reason. */
  readonly get: (taskId: string, by: Caller) => Promise<AskingTask>;
  /**
   * Gives answers by key.
   *
   * @throws {TaskError} `invalidInput` if an answer does not fit its question; otherwise as `get`.
   */
  readonly answer: (
    taskId: string,
    by: Caller,
    responses: Readonly<Record<string, unknown>>,
  ) => Promise<AnswerResults>;
  /**
   * The outcome of a question that this person has seen.
   *
   * @throws {TaskError} `taskNotFound` as in `get`, but not because the task has ended.
   */
  readonly readPast: (taskId: string, by: Caller, query: FirstAnswerQuery) => Promise<PastAsking>;
}

/** A closed question, and the state of its task for a person who has seen it. */
export interface PastAsking extends PastQuestion {
  /** The caller may see the task. */
  readonly isOwn: boolean;
}

/**
 * Time for which a page waits until the Workflow has taken an answer, in milliseconds. After that, no process shows
 * the question.
 */
const TAKEN_MS = 1_000;

/** The questions of the reader's own tasks. */
export function ownQuestions(tasks: Tasks): InboxQuestions {
  return {
    get: async (taskId, by) => {
      const task = await tasks.get(asOwner(by), taskId);
      const { toolName, createdAt, lastUpdatedAt: askedAt, questions } = task;
      return { taskId, toolName, createdAt, askedAt, questions, isOwn: true };
    },
    answer: async (taskId, by, responses) => {
      const given = await tasks.answer(asOwner(by), taskId, responses);
      const { signal } = new AbortController();
      const taken = { keys: Object.keys(responses), timeoutMs: TAKEN_MS, signal };
      await tasks.send(asOwner(by), taskId, { kind: 'answersTaken', ...taken });
      return given;
    },
    readPast: async (taskId, by, query) => ({
      ...(await tasks.readPast(asOwner(by), taskId, query)),
      isOwn: true,
    }),
  };
}

function toAsking(asked: AskedTask): AskingTask {
  const { taskId, toolName, createdAt, askedAt, calledBy, questions, workflowArguments } = asked;
  const about = { taskId, toolName, createdAt, askedAt, calledBy };
  return { ...about, questions, workflowArguments, isOwn: false };
}

/** The questions of other people's tasks that the reader may answer. */
export function askedQuestions(tasks: Tasks): InboxQuestions {
  return {
    list: async (by, cursor) => {
      const page = await tasks.list(asApprover(by), cursor === undefined ? {} : { cursor });
      return { tasks: page.tasks.map(toAsking), nextCursor: page.nextCursor };
    },
    get: async (taskId, by) => toAsking(await tasks.get(asApprover(by), taskId)),
    answer: async (taskId, by, responses) => tasks.answer(asApprover(by), taskId, responses),
    readPast: async (taskId, by, query) => ({
      ...(await tasks.readPast(asApprover(by), taskId, query)),
      isOwn: false,
    }),
  };
}

async function firstOf<Result>(
  sources: readonly InboxQuestions[],
  read: (source: InboxQuestions) => Promise<Result>,
): Promise<Result> {
  let failure: unknown;
  for (const source of sources) {
    try {
      return await read(source);
    } catch (error) {
      if (!isTaskGone(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Returns the first source that has a task, with the task. @throws The error of the last source. */
export async function findAsking(
  sources: readonly InboxQuestions[],
  taskId: string,
  by: Caller,
): Promise<{ readonly source: InboxQuestions; readonly task: AskingTask }> {
  return firstOf(sources, async (source) => ({ source, task: await source.get(taskId, by) }));
}

/** The outcome of a question, by the first source that has its task. @throws The error of the last source. */
export async function findPast(
  sources: readonly InboxQuestions[],
  { taskId, ...query }: FirstAnswerQuery & { readonly taskId: string },
  by: Caller,
): Promise<PastAsking> {
  return firstOf(sources, async (source) => source.readPast(taskId, by, query));
}
