/** Tasks as the people who may answer their questions see them. */
import type { TaskMeta } from '../../core/contract/contract.js';
import { toShownPrincipal } from '../../core/person/shown-principal.js';
import { mayAnswer } from '../../core/question/approvers.js';
import type { AskedTask } from '../../core/question/asked-task.js';
import type { Question } from '../../core/question/question.js';
import type { Task } from '../../core/task/task.js';
import type { ToolDefinition } from '../../core/tool/tool-definition.js';

type Asking = Pick<Task, 'taskId' | 'createdAt' | 'lastUpdatedAt' | 'questions'>;

function toShownQuestion(question: Question): Question {
  const { key, method, params, askedAt, answerBy, audience, lostAnswers } = question;
  return { key, method, params, askedAt, answerBy, audience, lostAnswers };
}

/** An approver's view of another owner's task: only the members named here. */
export function toApproverView(
  { taskId, createdAt, lastUpdatedAt, questions }: Asking,
  tool: ToolDefinition,
  { principal }: Pick<TaskMeta, 'principal'>,
): AskedTask {
  return {
    taskId,
    toolName: tool.name,
    toolTitle: tool.shown.title,
    calledBy: principal && toShownPrincipal(principal),
    createdAt,
    askedAt: lastUpdatedAt,
    questions: questions.filter((question) => mayAnswer(question, 'approver')).map(toShownQuestion),
  };
}

/** An owner's view of the questions of their task. */
export function toOwnerView(
  { taskId, toolName, createdAt, lastUpdatedAt, questions }: Asking & Pick<Task, 'toolName'>,
  tool: ToolDefinition | undefined,
): AskedTask {
  return {
    taskId,
    toolName,
    toolTitle: tool?.shown.title,
    createdAt,
    askedAt: lastUpdatedAt,
    questions: questions.filter((question) => mayAnswer(question, 'owner')),
  };
}
