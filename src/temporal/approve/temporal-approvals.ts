import { isForPeople } from '../../core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Caller } from '../../core/person/caller.js';
import { checkWorkflowClaims } from '../../core/person/to-principal.js';
import type { AnswerResults } from '../../core/question/answer-results.js';
import { mayAnswer } from '../../core/question/approvers.js';
import type { AskedTask } from '../../core/question/asked-task.js';
import type { DecidedQuestion, DecidedTask } from '../../core/question/decision.js';
import type { Question } from '../../core/question/question.js';
import type { AnswerOptions } from '../../core/task/tasks.js';
import { asApprover } from '../../core/task/viewer.js';
import { isRecord } from '../../core/value/is-record.js';
import { type AnswerDependencies, giveAnswers } from '../act/answer-task.js';
import { AnswerableReadings } from '../act/answerable-readings.js';
import { findDecision } from '../decisions/find-decision.js';
import type { RecentDecisions } from '../decisions/recent-decisions.js';
import { readStartArguments } from '../describe/start-arguments.js';
import { taskNotFound } from '../link/from-temporal-error.js';
import type { Visibility } from '../link/visibility.js';
import type { TemporalTask } from '../read/to-task.js';

import { ApproverReader, type ApproverReaderOptions } from './approver-reader.js';
import { toApproverView } from './asked-views.js';
import { DecidedLister } from './decided-lister.js';

export interface ApprovalsOptions extends Omit<ApproverReaderOptions, 'open'> {
  readonly answering: AnswerDependencies;
  readonly visibility: Visibility;
  readonly decisions: RecentDecisions;
}

/** @throws {TaskError} `invalidInput` for an answer that decides nothing: another approver may still decide. */
function checkDecides(responses: Readonly<Record<string, unknown>>): void {
  const undecided = Object.entries(responses).find(
    ([, response]) =>
      isRecord(response) && (response['action'] === 'cancel' || response['error'] !== undefined),
  );
  if (!undecided) return;
  throw new TaskError(
    TaskErrorCode.invalidInput,
    `The answer to ${undecided[0]} decides nothing: accept or decline. The question stays open.`,
  );
}

/** The calls of the task port by approvers. */
export class TemporalApprovals {
  readonly #answering: AnswerDependencies;
  /** It decides what an approver sees. */
  readonly reader: ApproverReader;
  readonly #decided: DecidedLister;
  readonly #answerable = new AnswerableReadings();

  constructor({ answering, visibility, decisions, ...reading }: ApprovalsOptions) {
    this.#answering = answering;
    const { open } = answering.reader;
    this.reader = new ApproverReader(answering.calls, { ...reading, open });
    const { reader } = this;
    this.#decided = new DecidedLister(answering.calls, { reader, visibility, decisions });
  }

  async listDecided(by: Caller): Promise<readonly DecidedTask[]> {
    return this.#decided.list(by);
  }

  async get(by: Caller, taskId: string): Promise<AskedTask> {
    const reading = await this.reader.read(taskId, by);
    const { execution, meta, tool, task } = reading;
    const { calls } = this.#answering;
    const workflowArguments = tool.access.approvers.showArguments
      ? await readStartArguments(calls, taskId, execution)
      : undefined;
    const view = { ...toApproverView(task, tool, meta), workflowArguments };
    return this.#answerable.remember(by, view, task);
  }

  async answer(
    by: Caller,
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
    options: AnswerOptions,
  ): Promise<AnswerResults> {
    const task =
      this.#answerable.take(by, taskId, options.asked) ?? (await this.#readAgain(taskId, by));
    const isAnswered = (question: Question): boolean =>
      mayAnswer(question, 'approver') && Object.hasOwn(responses, question.key);
    if (!task.questions.some(isAnswered)) throw taskNotFound();
    checkDecides(responses);
    checkWorkflowClaims(by);
    const answered = { reading: task, by: asApprover(by), ...options };
    return giveAnswers(this.#answering, answered, responses);
  }

  async #readAgain(taskId: string, by: Caller): Promise<TemporalTask> {
    // Another person may have answered, or the Workflow may have moved on.
    this.#answering.reader.expectNews(taskId);
    return (await this.reader.read(taskId, by)).task;
  }

  async readDecision(by: Caller, taskId: string, key: string): Promise<DecidedQuestion> {
    const { tool, execution } = await this.reader.readPast(taskId, by);
    const { runId } = execution;
    const decision = await findDecision(this.#answering.calls, { taskId, runId }, key);
    const { name: toolName, shown } = tool;
    const { request } = decision ?? {};
    // Without its question, an answer could be that of a model, which is only for the owner.
    if (!request) return { toolName, toolTitle: shown.title };
    if (!isForPeople(request)) throw taskNotFound();
    return { toolName, toolTitle: shown.title, decision };
  }
}
