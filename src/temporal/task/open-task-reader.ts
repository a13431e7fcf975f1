import type { TaskMeta } from '../../core/contract/contract.js';
import type { Logger } from '../../core/logger.js';
import type { Scope } from '../../core/mapping/expression.js';
import { approversOf, mayOwnerAnswer } from '../../core/question/approvers.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { withQuestionNote } from '../../core/question/question-note.js';
import {
  isForClients,
  isUnaskable,
  type Question,
  questionsOfState,
  addressQuestions,
} from '../../core/question/question.js';
import type { ToolCatalog, ToolDefinition } from '../../core/tool/tool-definition.js';
import { newestInstant } from '../../core/value/instant.js';
import { joinSentences } from '../../core/value/sentence.js';
import { AnsweredQuestions } from '../declared/answered-questions.js';
import { CallScopeReader } from '../declared/call-scope-reader.js';
import {
  type FoundQuestions,
  findQuestions,
  type QuestionFinder,
} from '../declared/find-questions.js';
import { describeLost, isFinal, LostAnswersLog } from '../declared/lost-answers.js';
import { MessageLedger } from '../declared/message-ledger.js';
import { readDeclaredStatus } from '../declared/read-declared-status.js';
import { SupportedQuestions } from '../declared/supported-questions.js';
import { UntakenAnswers } from '../declared/untaken-answers.js';
import { WorkflowQueries } from '../declared/workflow-queries.js';
import { type DescribedExecution, toMessagedType } from '../describe/describe-execution.js';
import { FailingWorkflowTasks } from '../describe/failing-workflow-tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { describeWaiting } from '../read/describe-waiting.js';
import { MissingWorkers } from '../read/missing-workers.js';
import { describeOpenStatus } from '../read/open-status.js';
import { type TemporalTask, toTask } from '../read/to-task.js';

export interface OpenTaskReaderOptions {
  readonly tools: ToolCatalog;
  /** Absent: no inbox. */
  readonly inbox?: InboxSettings | undefined;
  readonly logger: Logger;
}

/** A task, as a describe of its execution shows it. */
export interface DescribedTask {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  readonly meta: TaskMeta;
  /** Absent if the ID is never used again. */
  readonly runId?: string | undefined;
  readonly cancelRequested: boolean;
  /** Absent: none, or not asked for. */
  readonly summary?: string | undefined;
}

/** A task, as the memo of its row in a list shows it. */
export interface ListedTask extends Pick<DescribedTask, 'taskId' | 'meta'> {
  readonly execution: Pick<DescribedExecution, 'state'>;
}

/** What the memo of an execution does not tell. */
interface FoundInHistory {
  readonly declared?: FoundQuestions | undefined;
  /** Keys of published questions whose answer the Workflow has not taken yet. */
  readonly untaken?: readonly string[] | undefined;
}

export class OpenTaskReader {
  readonly #calls: TemporalCalls;
  readonly #tools: ToolCatalog;
  readonly #inbox: InboxSettings | undefined;
  readonly answered = new AnsweredQuestions();
  readonly callScope: CallScopeReader;
  readonly #supported: SupportedQuestions;
  readonly #finder: QuestionFinder;
  readonly #failing: FailingWorkflowTasks;
  readonly #missing: MissingWorkers;
  readonly #untaken: UntakenAnswers;

  constructor(calls: TemporalCalls, { tools, inbox, logger }: OpenTaskReaderOptions) {
    this.#calls = calls;
    this.callScope = new CallScopeReader(calls);
    this.#tools = tools;
    this.#inbox = inbox;
    this.#supported = new SupportedQuestions(logger);
    this.#failing = new FailingWorkflowTasks(calls, logger);
    this.#missing = new MissingWorkers(calls);
    this.#untaken = new UntakenAnswers(calls);
    this.#finder = {
      queries: new WorkflowQueries(calls, logger),
      ledger: new MessageLedger(calls),
      callScope: this.callScope,
      logger,
      lostLog: new LostAnswersLog(logger),
      payloads: calls.payloads,
    };
  }

  /** Makes the next read show the effect of an action in this process. */
  expectNews(taskId: string): void {
    this.#finder.queries.expectNews(taskId);
  }

  /** What the memo of ended work of this package's own says of its end; `undefined` for all other work. */
  async readMemoStatus(
    { taskId, execution, meta: { toolName } }: DescribedTask,
    scope: Scope,
  ): Promise<string | undefined> {
    const tool = this.#tools.get(toolName);
    if (!tool?.work) return undefined;
    const status = tool.status.filter(({ source }) => source.kind === 'memo');
    const place = { taskId, execution, scope, toolName };
    const read = await readDeclaredStatus({ ...tool, status, progress: [] }, place, this.#finder);
    return read?.statusMessage;
  }

  async read(described: DescribedTask): Promise<TemporalTask> {
    const { taskId, execution, meta, runId, cancelRequested, summary } = described;
    const nowMs = Date.now();
    const tool = this.#tools.get(meta.toolName);
    const scope = await this.callScope.read(tool, described);
    const place = { taskId, execution, scope, toolName: meta.toolName };
    const declaredStatus = await readDeclaredStatus(tool, place, this.#finder);
    const declared = await findQuestions(tool, place, this.#finder);
    const options = {
      // An Activity without a Workflow is the whole work, so its failures are news of the task.
      showActivityFailures: tool?.showActivityFailures ?? execution.activity !== undefined,
      cancelRequested,
      calls: this.#calls,
      taskId,
      nowMs,
    };
    const status = await describeOpenStatus(execution, {
      ...options,
      failed: await this.#failing.find(taskId, execution),
      describeMissingWorker: async (sinceMs) => this.#missing.describe(taskId, execution, sinceMs),
      isUnanswered: declaredStatus?.isUnanswered === true || (declared?.unknown.length ?? 0) > 0,
      declared: declaredStatus,
      describeWaiting: async () => describeWaiting(this.#calls, execution, options),
    });
    const statusMessage = joinSentences([
      status.statusMessage,
      describeLost(declared?.lost ?? []),
      ...new Set([...(declaredStatus?.unreadable ?? []), ...(declared?.unreadable ?? [])]),
    ]);
    const untaken = await this.#untaken.find(taskId, execution);
    const questions = this.#toQuestions(described, tool, { declared, untaken });
    const refreshMs = Math.min(
      declaredStatus?.refreshMs ?? Infinity,
      declared?.refreshMs ?? Infinity,
    );
    const isStuck =
      status.isStuck === true ||
      declared?.lost.some(isFinal) === true ||
      (questions.length > 0 && questions.every(isUnaskable));
    return toTask(taskId, meta, {
      nowMs,
      runId,
      summary,
      readAt: { runId: execution.runId, historyLength: execution.historyLength },
      workflowType: toMessagedType(execution),
      startsAt: execution.startsAt,
      checksContent: execution.state?.checksContent,
      cancelRequested,
      declared,
      watch: (declaredStatus ?? declared) && {
        refreshMs: refreshMs < Infinity ? refreshMs : undefined,
      },
      progress: status.progress,
      questions,
      isStuck: isStuck ? true : undefined,
      hasFailedAttempt: status.hasFailedAttempt,
      phase: questions.some(isForClients) ? 'inputRequired' : 'working',
      statusMessage: withQuestionNote(statusMessage, questions),
      lastUpdatedAt: toLastChange(execution),
      progressAt: execution.state?.progressAt,
    });
  }

  /** The questions that a Workflow has published, by the memo of a list's row alone. It may lag by a second. */
  publishedQuestions(row: ListedTask): readonly Question[] {
    return this.#toQuestions(row, this.#tools.get(row.meta.toolName), {});
  }

  /** Published and declared questions. A declared one takes the place of a published one with its key. */
  #toQuestions(
    { taskId, execution, meta }: ListedTask,
    tool: ToolDefinition | undefined,
    { declared, untaken = [] }: FoundInHistory,
  ): readonly Question[] {
    const task = { taskId, createdAt: meta.createdAt };
    const published = this.#supported.read(task, questionsOfState(execution.state ?? {}));
    const open = [
      ...published.filter(({ key }) => !declared?.open.has(key) && !untaken.includes(key)),
      ...Array.from(declared?.open.values() ?? [], (question) => question.open),
    ];
    return addressQuestions(this.answered.leaveOut(task, open), {
      taskId,
      hasApprovers: approversOf(tool, meta) !== undefined,
      ownerMayAnswer: mayOwnerAnswer(tool, meta),
      inbox: this.#inbox,
      isDismissed: (key) => this.answered.isDismissed(task, key),
    });
  }
}

/**
 * Returns the time of the last known change: that of the published state, or of the start of a later run, which may have
 * an older state. Without the start, the time would go back at a reset. Progress counts unless the Workflow has a status
 * message, which hides it.
 */
function toLastChange({
  state,
  runId,
  firstRunId,
  startedAt,
}: DescribedExecution): string | undefined {
  return newestInstant([
    state?.updatedAt,
    state?.statusMessage === undefined ? state?.progressAt : undefined,
    runId === firstRunId ? undefined : startedAt,
  ]);
}
