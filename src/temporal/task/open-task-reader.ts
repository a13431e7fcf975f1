import { INPUT_SIGNAL, type TaskMeta } from '../../core/contract.js';
import type { Logger } from '../../core/logger.js';
import type { InboxSettings } from '../../core/question/inbox-settings.js';
import { toOpenInputRequests } from '../../core/question/open-input-request.js';
import { isForPeople, splitQuestions, withApprovals } from '../../core/question/split-questions.js';
import type { MessageTarget } from '../../core/task/task-message.js';
import type { ToolCatalog } from '../../core/tool/tool-definition.js';
import { CallArgumentsReader } from '../declared/call-arguments-reader.js';
import { type QuestionFinder, requestsOf } from '../declared/find-questions.js';
import { LostAnswersLog } from '../declared/lost-answers.js';
import { MessageLedger } from '../declared/message-ledger.js';
import { SupportedQuestions } from '../declared/supported-questions.js';
import { WorkflowQueries } from '../declared/workflow-queries.js';
import type { TemporalCalls } from '../link/temporal-calls.js';
import { AnsweredQuestions } from '../read/answered-questions.js';
import type { DescribedExecution } from '../read/describe-execution.js';
import { FailingWorkflowTasks } from '../read/failing-workflow-tasks.js';
import type { Cancellation } from '../read/read-cancellation.js';
import { type OpenReading, readOpen } from '../read/read-open.js';

import { type TaskReading, type TemporalTask, toTask } from './to-task.js';

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

type Questions = Pick<TaskReading, 'inputRequests' | 'approvals' | 'phase' | 'statusMessage'>;

export class OpenTaskReader {
  readonly #calls: TemporalCalls;
  readonly #tools: ToolCatalog;
  readonly #inbox: InboxSettings | undefined;
  readonly answered = new AnsweredQuestions();
  readonly #understood: SupportedQuestions;
  readonly #finder: QuestionFinder;
  readonly #failing: FailingWorkflowTasks;

  constructor(calls: TemporalCalls, { tools, inbox, logger }: OpenTaskReaderOptions) {
    this.#calls = calls;
    this.#tools = tools;
    this.#inbox = inbox;
    this.#understood = new SupportedQuestions(logger);
    this.#failing = new FailingWorkflowTasks(calls, logger);
    this.#finder = {
      queries: new WorkflowQueries(calls, logger),
      ledger: new MessageLedger(calls),
      callArguments: new CallArgumentsReader(calls),
      lostLog: new LostAnswersLog(logger),
      payloads: calls.payloads,
    };
  }

  /** Makes the next read show the effect of an action in this process. */
  expectNews(taskId: string): void {
    this.#finder.queries.expectNews(taskId);
  }

  /**
   * Returns true if a task's owner may send its Workflow a message. If the owner may not answer the tool's questions,
   * the messages that answer them are forbidden.
   */
  mayOwnerSend(toolName: string, { kind, name }: MessageTarget): boolean {
    const { approvers, questions = [] } = this.#tools.get(toolName) ?? {};
    if (approvers?.ownerMayAnswer !== false) return true;
    const answers: readonly (MessageTarget | undefined)[] = [
      { kind: 'signal', name: INPUT_SIGNAL },
      ...questions.flatMap(({ answer, decline }) => [answer, decline]),
    ];
    return !answers.some((answer) => answer?.kind === kind && answer.name === name);
  }

  async read(open: OpenTask): Promise<TemporalTask> {
    return this.#read(open, (all, reading) => this.#forOwner(open, all, reading));
  }

  /** Reads the approvers' questions only, including those that the owner has put aside. */
  async readForOthers(open: OpenTask): Promise<TemporalTask> {
    return this.#read(open, (all, { statusMessage }) => {
      const peoples = Object.entries(all).filter(([, request]) => isForPeople(request));
      return peoples.length === 0
        ? { phase: 'working', statusMessage }
        : { phase: 'inputRequired', statusMessage, inputRequests: Object.fromEntries(peoples) };
    });
  }

  async #read(
    { taskId, execution, meta, runId, cancellation }: OpenTask,
    toQuestions: (
      all: NonNullable<TaskReading['inputRequests']>,
      reading: OpenReading,
    ) => Questions,
  ): Promise<TemporalTask> {
    this.#failing.notice(taskId, execution);
    const nowMs = Date.now();
    const tool = this.#tools.get(meta.toolName);
    const { cancelRequested } = cancellation;
    const reading = await readOpen(
      { taskId, execution: { ...execution, cancelRequested }, tool },
      { calls: this.#calls, finder: this.#finder, nowMs },
    );
    const { declared, ...shown } = reading;
    const { runId: ofRun, historyLength } = execution;
    const asking = { taskId, createdAt: meta.createdAt };
    const all = this.answered.leaveOut(asking, {
      ...this.#understood.read(asking, toOpenInputRequests(execution.state ?? {})),
      ...requestsOf(declared),
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
      ...toQuestions(all ?? {}, reading),
      lastUpdatedAt: toLastChange(execution),
    });
  }

  /** Splits the questions for the owner by the tool's rule. Without the tool, the rule at the start applies. */
  #forOwner(
    { taskId, meta }: OpenTask,
    all: NonNullable<TaskReading['inputRequests']>,
    { statusMessage }: OpenReading,
  ): Questions {
    const { toolName, createdAt } = meta;
    const tool = this.#tools.get(toolName);
    const approvers = tool?.approvers;
    const split = splitQuestions(all, {
      taskId,
      approvers,
      ownerMayAnswer: tool ? (approvers?.ownerMayAnswer ?? true) : meta.answeredByOthers !== true,
      inbox: this.#inbox,
      isDismissed: (key) => this.answered.isDismissed({ taskId, createdAt }, key),
    });
    return {
      ...split,
      phase: split.inputRequests ? 'inputRequired' : 'working',
      statusMessage: withApprovals(statusMessage, split),
    };
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
