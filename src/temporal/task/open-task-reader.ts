import type { TaskMeta } from '../../core/contract/contract.js';
import type { Logger } from '../../core/logger.js';
import { mayOwnerAnswer } from '../../core/question/approvers.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { withQuestionNote } from '../../core/question/question-note.js';
import {
  isForClients,
  isUnaskable,
  questionsOfState,
  toQuestions,
} from '../../core/question/question.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { AnsweredQuestions } from '../declared/answered-questions.js';
import { CallScopeReader } from '../declared/call-scope-reader.js';
import type { QuestionFinder } from '../declared/find-questions.js';
import { LostAnswersLog } from '../declared/lost-answers.js';
import { MessageLedger } from '../declared/message-ledger.js';
import { SupportedQuestions } from '../declared/supported-questions.js';
import { WorkflowQueries } from '../declared/workflow-queries.js';
import type { DescribedExecution } from '../describe/describe-execution.js';
import { FailingWorkflowTasks } from '../describe/failing-workflow-tasks.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { MissingWorkers } from '../read/missing-workers.js';
import type { Cancellation } from '../read/read-cancellation.js';
import { readOpen } from '../read/read-open.js';
import { type TemporalTask, toTask } from '../read/to-task.js';

export interface OpenTaskReaderOptions {
  readonly tools: ToolCatalog;
  /** Absent: no inbox. */
  readonly inbox?: InboxSettings | undefined;
  readonly logger: Logger;
}

/** An open execution that is known to be a task. */
export interface OpenTask {
  readonly taskId: string;
  readonly execution: DescribedExecution;
  readonly meta: TaskMeta;
  /** Absent if the ID is never used again. */
  readonly runId?: string | undefined;
  readonly cancellation: Cancellation;
}

export class OpenTaskReader {
  readonly #calls: TemporalCalls;
  readonly #tools: ToolCatalog;
  readonly #inbox: InboxSettings | undefined;
  readonly answered = new AnsweredQuestions();
  readonly callScope: CallScopeReader;
  readonly #understood: SupportedQuestions;
  readonly #finder: QuestionFinder;
  readonly #failing: FailingWorkflowTasks;
  readonly #missing: MissingWorkers;

  constructor(calls: TemporalCalls, { tools, inbox, logger }: OpenTaskReaderOptions) {
    this.#calls = calls;
    this.callScope = new CallScopeReader(calls);
    this.#tools = tools;
    this.#inbox = inbox;
    this.#understood = new SupportedQuestions(logger);
    this.#failing = new FailingWorkflowTasks(calls, logger);
    this.#missing = new MissingWorkers(calls);
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

  async read({ taskId, execution, meta, runId, cancellation }: OpenTask): Promise<TemporalTask> {
    const nowMs = Date.now();
    const tool = this.#tools.get(meta.toolName);
    const { cancelRequested } = cancellation;
    const { declared, ...shown } = await readOpen(
      { taskId, execution: { ...execution, cancelRequested }, meta, tool },
      {
        calls: this.#calls,
        finder: this.#finder,
        failing: this.#failing,
        missing: this.#missing,
        nowMs,
      },
    );
    const { runId: ofRun, historyLength } = execution;
    const asking = { taskId, createdAt: meta.createdAt };
    const published = this.#understood.read(asking, questionsOfState(execution.state ?? {}));
    const open = [
      ...published.filter(({ key }) => !declared?.open.has(key)),
      ...Array.from(declared?.open.values() ?? [], ({ asked }) => asked),
    ];
    const questions = toQuestions(this.answered.leaveOut(asking, open), {
      taskId,
      hasApprovers: tool?.access.approvers !== undefined,
      ownerMayAnswer: mayOwnerAnswer(tool, meta),
      inbox: this.#inbox,
      isDismissed: (key) => this.answered.isDismissed(asking, key),
    });
    return toTask(taskId, meta, {
      nowMs,
      runId,
      readAt: { runId: ofRun, historyLength },
      workflowType: execution.workflowType,
      checksContent: execution.state?.checksContent,
      declared,
      ...cancellation,
      ...shown,
      questions,
      isStuck: questions.length > 0 && questions.every(isUnaskable) ? true : shown.isStuck,
      phase: questions.some(isForClients) ? 'inputRequired' : 'working',
      statusMessage: withQuestionNote(shown.statusMessage, questions),
      lastUpdatedAt: toLastChange(execution),
    });
  }
}

/**
 * Returns the time of the last known change: that of the published state, or of the start of a later run, which may have
 * an older state. Without the start, the time would go back at a reset.
 */
function toLastChange({
  state,
  runId,
  firstRunId,
  startedAt,
}: DescribedExecution): string | undefined {
  if (runId === firstRunId) return state?.updatedAt;
  const isNewer = state?.updatedAt && Date.parse(state.updatedAt) > Date.parse(startedAt);
  return isNewer ? state.updatedAt : startedAt;
}
