/** The questions that a visitor may answer: of their own tasks, and of other people's tasks. */
import { isTaskGone } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import type { ShownPrincipal } from '../../core/person/shown-principal.js';
import { mayAnswer } from '../../core/question/approvers.js';
import type { AskedTask } from '../../core/question/asked-task.js';
import type { DecidedQuestion } from '../../core/question/decision.js';
import type { Question } from '../../core/question/question.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import { asApprover, asOwner, type Viewer } from '../../core/task/viewer.js';

/** A task with questions, as the people who may answer see it. */
export interface AskingTask {
  /** The visitor, in the role in which they see the task. An owner may see the rest of it. */
  readonly by: Viewer;
  /** The task as the port has shown it. An answer names it. */
  readonly shown: Task | AskedTask;
  readonly taskId: string;
  readonly toolName: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Time since which it asks, as far as known, ISO 8601. */
  readonly askedAt: string;
  /** All open questions that the visitor may see. */
  readonly questions: readonly Question[];
  /** The caller of the tool. Absent: the visitor, or an unknown caller. */
  readonly calledBy?: ShownPrincipal | undefined;
  /** Arguments of the Workflow. Absent: not shown. */
  readonly workflowArguments?: readonly unknown[] | undefined;
}

/** The tasks of the server, and the roles that it has. */
export interface QuestionSource {
  readonly tasks: Tasks;
  /** The server can tell people apart, so they may also answer questions of others. */
  readonly hasApprovers: boolean;
}

/** A question by its address, and the role in which the visitor may see its task. */
export interface SeenDecision extends DecidedQuestion {
  readonly by: Viewer;
}

/** Returns the questions that the visitor may answer. */
export function answerableQuestions({
  questions,
  by,
}: Pick<AskingTask, 'questions' | 'by'>): readonly Question[] {
  return questions.filter((question) => mayAnswer(question, by.role));
}

export function toAsking(by: Viewer, shown: Task | AskedTask): AskingTask {
  const { taskId, toolName, createdAt, questions } = shown;
  const asking = { by, shown, taskId, toolName, createdAt, questions };
  if ('phase' in shown) return { ...asking, askedAt: shown.lastUpdatedAt };
  const { askedAt, calledBy, workflowArguments } = shown;
  return { ...asking, askedAt, calledBy, workflowArguments };
}

/** Reads in each role of the visitor, as an owner first. @throws The error of the last role. */
async function firstOf<Result>(
  { hasApprovers }: QuestionSource,
  caller: Caller,
  read: (by: Viewer) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(asOwner(caller));
  } catch (error) {
    if (!hasApprovers || !isTaskGone(error)) throw error;
    return read(asApprover(caller));
  }
}

/** @throws {TaskError} `taskNotFound` if this person cannot see such a task in any role, for any reason. */
export async function findAsking(
  source: QuestionSource,
  caller: Caller,
  taskId: string,
): Promise<AskingTask> {
  return firstOf(source, caller, async (by) => toAsking(by, await source.tasks.get(by, taskId)));
}

/**
 * Reads what became of a question.
 *
 * @throws {TaskError} `taskNotFound` as in {@link findAsking}, but not because the task has ended.
 */
export async function findDecided(
  source: QuestionSource,
  caller: Caller,
  { taskId, key }: { readonly taskId: string; readonly key: string },
): Promise<SeenDecision> {
  return firstOf(source, caller, async (by) => ({
    ...(await source.tasks.readDecision(by, taskId, key)),
    by,
  }));
}
