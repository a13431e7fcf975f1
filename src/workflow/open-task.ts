import {
  CancellationScope,
  type ContinueAsNewOptions,
  defineSignal,
  makeContinueAsNewFunc,
  setHandler,
  type Workflow,
  workflowInfo,
} from '@temporalio/workflow';

import {
  CANCEL_SIGNAL,
  type CancelSignalPayload,
  CHILD_SIGNAL,
  CLIENT_TASK_SIGNAL,
  INPUT_SIGNAL,
  META_MEMO_KEY,
  parseCancelSignal,
  parseChildSignal,
  parseClientTaskSignal,
  parseInputSignal,
  parseProgress,
  parseTaskMeta,
  parseWorkflowState,
  STATE_MEMO_KEY,
  type TaskMeta,
  type TaskProgress,
} from '../core/contract/contract.js';
import type { Principal } from '../core/person/principal.js';
import { cutText } from '../core/value/cut-text.js';

import { askModel } from './ask-model.js';
import { askForm, askUrl } from './ask-person.js';
import { type CarriedChildren, ChildTasks } from './child-tasks.js';
import type { FormSchema } from './form-schema.js';
import { type CarriedInputs, OpenInputRequests } from './input-requests.js';
import { keepClientTasks } from './keep-client-tasks.js';
import { ParentTaskView } from './parent-task-view.js';
import { CHILD_PACE, type Contributions, OWN_PACE, ProgressReporter } from './progress-reporter.js';
import type {
  ElicitationAnswer,
  ElicitationQuestion,
  SamplingAnswer,
  SamplingRequest,
  UrlQuestion,
} from './questions.js';
import { StatePublisher, toInputState } from './state-publisher.js';
import type { TaskScope } from './task-scope.js';

// Anyone may send Signals, so their arguments have type `unknown`.
const inputSignal = defineSignal<[unknown]>(INPUT_SIGNAL);
const clientTaskSignal = defineSignal<[unknown]>(CLIENT_TASK_SIGNAL);
const cancelSignal = defineSignal<[unknown]>(CANCEL_SIGNAL);
const childSignal = defineSignal<[unknown]>(CHILD_SIGNAL);

/** Options of {@link openTask}. */
export interface OpenTaskOptions {
  /**
   * In a Child Workflow: shows its questions and progress in its parent's task, and takes answers through it. The
   * parent has to call `openTask` too. Default: false.
   */
  readonly showInParent?: boolean | undefined;
}

/** Maximum length of a cancellation's reason, and of the name of its sender. */
const MAX_REASON_LENGTH = 1_000;

/**
 * Memo key of the data besides the state that continue-as-new hands on. Private to this library; not part of the
 * contract.
 */
const CARRY_MEMO_KEY = 'mcp.task.carry';

interface Carried {
  readonly inputs?: CarriedInputs | undefined;
  readonly children?: CarriedChildren | undefined;
  readonly contributions?: Contributions | undefined;
}

/** Reads the memo of the start, which every run of the task has. */
function readMeta(): TaskMeta | undefined {
  return parseTaskMeta(workflowInfo().memo?.[META_MEMO_KEY]);
}

class WorkflowTaskScope implements TaskScope {
  readonly #publisher: StatePublisher;
  readonly #progress: ProgressReporter;
  readonly #inputs: OpenInputRequests;
  readonly #children: ChildTasks;
  readonly #parentView: ParentTaskView | undefined;
  /** Scope of the whole Workflow. */
  readonly #root = CancellationScope.current();

  constructor({ showInParent = false }: OpenTaskOptions) {
    const { memo = {} } = workflowInfo();
    const carried = (memo[CARRY_MEMO_KEY] ?? {}) as Carried;
    this.#parentView = showInParent ? new ParentTaskView() : undefined;
    const initial = parseWorkflowState(memo[STATE_MEMO_KEY]) ?? {};
    this.#publisher = new StatePublisher(initial, (state) => {
      this.#progress.onPublish();
      this.#parentView?.show(state);
    });
    const pace = showInParent ? CHILD_PACE : OWN_PACE;
    this.#progress = new ProgressReporter(this.#publisher, pace, carried.contributions);
    this.#inputs = new OpenInputRequests(this.#publisher, carried.inputs);
    const ownTask = { publisher: this.#publisher, progress: this.#progress };
    this.#children = new ChildTasks(ownTask, carried.children);
    // The parent may not have received the last message of the earlier run.
    this.#parentView?.show(initial);
    // Last, because setting a handler at once delivers the Signals that have already arrived.
    setHandler(inputSignal, (payload) => {
      const responses = parseInputSignal(payload);
      this.#inputs.accept(responses);
      this.#children.forward(responses);
    });
    setHandler(clientTaskSignal, (payload) => {
      keepClientTasks(this.#publisher, parseClientTaskSignal(payload));
    });
    setHandler(cancelSignal, (payload) => {
      this.#recordCancellation(parseCancelSignal(payload));
    });
    setHandler(childSignal, (payload) => {
      const child = parseChildSignal(payload);
      if (child) this.#children.show(child);
    });
  }

  get isTask(): boolean {
    return readMeta() !== undefined;
  }

  get principal(): Principal | undefined {
    return readMeta()?.principal;
  }

  get cancellation(): CancelSignalPayload | undefined {
    return this.#publisher.state.cancel;
  }

  elicit(question: ElicitationQuestion<FormSchema>): Promise<ElicitationAnswer<never>> {
    return this.#untilParentKnows(askForm(this.#inputs, question));
  }

  elicitUrl(question: UrlQuestion): Promise<ElicitationAnswer<undefined>> {
    return this.#untilParentKnows(askUrl(this.#inputs, question));
  }

  sample(request: SamplingRequest): Promise<SamplingAnswer> {
    return this.#untilParentKnows(askModel(this.#inputs, request));
  }

  setStatus(message: string | undefined): void {
    if (message === this.#publisher.state.statusMessage) return;
    this.#publisher.publish({ statusMessage: message });
  }

  reportProgress(progress: TaskProgress): void {
    const report = parseProgress(progress);
    if (report) this.#progress.report(report);
  }

  async flush(): Promise<void> {
    this.#progress.flush();
    await this.#parentView?.delivered();
  }

  async continueAsNew<F extends Workflow>(
    args: Parameters<F>,
    options: ContinueAsNewOptions = {},
  ): Promise<never> {
    const scope = CancellationScope.current();
    // The next run would not know that it has to stop, since Temporal does not hand a cancellation on.
    if (scope.consideredCancelled) await scope.cancelRequested;
    // Temporal hands on only the memo of the start, without later upserts.
    const memo = { ...workflowInfo().memo, ...options.memo, ...this.#memoOfNextRun() };
    return makeContinueAsNewFunc<F>({ ...options, memo })(...args);
  }

  /**
   * Waits until the parent knows that a question is over. This Workflow may end right after, and Signals under way
   * would be lost.
   */
  async #untilParentKnows<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (!this.#parentView) return answer;
    try {
      return await answer;
    } finally {
      await this.#parentView.delivered();
    }
  }

  #recordCancellation(cancel: CancelSignalPayload | undefined): void {
    // Only the first cancellation counts.
    if (!cancel || this.cancellation) return;
    const { reason, by, at } = cancel;
    // Cut, because a state that is too large would end the Workflow before it can clean up.
    this.#publisher.publish({
      cancel: {
        reason: reason === undefined ? undefined : cutText(reason, MAX_REASON_LENGTH),
        by: cutText(by, MAX_REASON_LENGTH),
        at,
      },
    });
  }

  #memoOfNextRun(): Readonly<Record<string, unknown>> {
    const { state } = this.#publisher;
    const { cancel } = state;
    const endingKeys = new Set(this.#inputs.unnamedKeys());
    const inputRequests = Object.entries(state.inputRequests ?? {}).filter(
      ([key]) => !endingKeys.has(key),
    );
    const carried: Carried = {
      inputs: this.#inputs.carryOver(),
      children: this.#children.carryOver(),
      contributions: this.#progress.carryOver(),
    };
    return {
      [STATE_MEMO_KEY]: {
        ...state,
        ...toInputState(Object.fromEntries(inputRequests), state.clientTasks),
        cancel: cancel && this.#root.consideredCancelled ? { ...cancel, arrived: true } : cancel,
      },
      [CARRY_MEMO_KEY]: carried,
    };
  }
}

/**
 * Makes this Workflow a task that can ask, report, and learn why it is cancelled. Call it once, at the beginning of the
 * Workflow function: it delivers answers and cancellations that have already arrived. Works in any Workflow, also
 * in one that no MCP client started.
 *
 * Adding it to a Workflow that is in production changes what the Workflow does: guard it with `patched`.
 */
export function openTask(options: OpenTaskOptions = {}): TaskScope {
  return new WorkflowTaskScope(options);
}
