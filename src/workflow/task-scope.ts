import {
  ApplicationFailure,
  defineSignal,
  getExternalWorkflowHandle,
  setHandler,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';

import {
  CANCEL_SIGNAL,
  type CancelSignalPayload,
  CHILD_SIGNAL,
  type ChildSignalPayload,
  INPUT_SIGNAL,
  type InputSignalPayload,
  META_MEMO_KEY,
  parseWorkflowState,
  STATE_MEMO_KEY,
  type TaskProgress,
  type WorkflowState,
} from '../core/contract.js';
import { InputMethod, type InputResponse } from '../core/input-request.js';
import type { JsonRpcErrorObject } from '../core/tool-result.js';

import { ChildTasks } from './child-tasks.js';
import { checkContent, type FormSchema, toRequestedSchema } from './form-schema.js';
import { CARRY_MEMO_KEY, type CarriedInputs, OpenInputRequests } from './input-requests.js';
import type {
  ContentOf,
  ElicitationAnswer,
  ElicitationQuestion,
  SamplingAnswer,
  SamplingRequest,
  UrlQuestion,
} from './questions.js';
import { StatePublisher } from './state-publisher.js';

/** A form that is filled in wrongly is asked again this often; somebody who answers without reading would be asked for ever. */
const MAX_TRIES = 10;

export const inputSignal = defineSignal<[InputSignalPayload]>(INPUT_SIGNAL);
export const cancelSignal = defineSignal<[CancelSignalPayload]>(CANCEL_SIGNAL);
export const childSignal = defineSignal<[ChildSignalPayload]>(CHILD_SIGNAL);

export interface OpenTaskOptions {
  /**
   * In a Child Workflow: shows its questions, progress and status in its parent's task, and takes answers through
   * it. The parent has to call `openTask` too. Default: false; a child is nobody's business.
   */
  readonly showInParent?: boolean;
}

/** A Workflow's side of its task. Nothing here fails, or waits, because no client is connected. */
export interface TaskScope {
  /** Whether the Workflow was started as an MCP task; elsewhere nobody can answer its questions. */
  readonly isTask: boolean;
  /** Why the task is being cancelled, as soon as it is. The cancellation itself arrives as Temporal's. */
  readonly cancellation: CancelSignalPayload | undefined;
  /**
   * Asks a person to fill in a form. An answer that does not fit the schema is asked for again, under a new key,
   * with what is wrong in the message.
   *
   * @throws {ApplicationFailure} `mcp.InvalidInputRequest` when the schema is not one that MCP allows for forms;
   * `mcp.InvalidInputResponse` when ten answers in a row did not fit.
   * @throws {CancelledFailure} When the surrounding scope is cancelled. The question is withdrawn then.
   */
  elicit<Schema extends FormSchema>(
    question: ElicitationQuestion<Schema>,
  ): Promise<ElicitationAnswer<ContentOf<Schema>>>;
  /** Asks a person to open a web page. `accept` says that they agreed to, not that they are done there. */
  elicitUrl(question: UrlQuestion): Promise<ElicitationAnswer<undefined>>;
  /**
   * Asks the client's model.
   *
   * @throws {ApplicationFailure} `mcp.SamplingFailed` when the client cannot or will not, or not in time.
   */
  sample(request: SamplingRequest): Promise<SamplingAnswer>;
  /** Says what is going on, in words for people and models; shown at once. `undefined` takes it back. */
  setStatus(message: string | undefined): void;
  /**
   * Reports how far the work has come; `progress` has to grow. Call it as often as you like: it is published at
   * most once a second, and less often the longer the run lasts.
   */
  reportProgress(progress: TaskProgress): void;
}

function toAnswer(response: InputResponse | undefined): ElicitationAnswer<unknown> {
  if (response === undefined) return { action: 'expired' };
  const { action, content, error } = response;
  if (action === 'accept') return { action, content };
  if (action === 'decline') return { action };
  return { action: 'cancel', ...(error !== undefined && { error: error as JsonRpcErrorObject }) };
}

class WorkflowTaskScope implements TaskScope {
  readonly #inputs: OpenInputRequests;
  readonly #publisher: StatePublisher;
  readonly #children: ChildTasks;
  readonly #showInParent: boolean;

  constructor({ showInParent = false }: OpenTaskOptions) {
    const { memo } = workflowInfo();
    this.#showInParent = showInParent;
    this.#inputs = new OpenInputRequests(memo?.[CARRY_MEMO_KEY] as CarriedInputs | undefined);
    this.#publisher = new StatePublisher(
      parseWorkflowState(memo?.[STATE_MEMO_KEY]) ?? {},
      (state) => this.#onPublish(state),
    );
    this.#children = new ChildTasks(this.#publisher);
    this.#inputs.attach(this.#publisher);
    setHandler(inputSignal, (responses) => {
      this.#children.forward(responses);
      this.#inputs.accept(responses);
    });
    setHandler(cancelSignal, (cancel) => {
      this.#publisher.publish({ cancel });
    });
    setHandler(childSignal, ({ workflowId, state }) => {
      this.#children.show(workflowId, parseWorkflowState(state) ?? {});
    });
  }

  get isTask(): boolean {
    return workflowInfo().memo?.[META_MEMO_KEY] !== undefined;
  }

  get cancellation(): CancelSignalPayload | undefined {
    return this.#publisher.state.cancel;
  }

  async elicit<Schema extends FormSchema>({
    message,
    schema,
    ...options
  }: ElicitationQuestion<Schema>): Promise<ElicitationAnswer<ContentOf<Schema>>> {
    const requestedSchema = toRequestedSchema(schema);
    let hint = '';
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const params = { mode: 'form', message: `${message}${hint}`, requestedSchema };
      const answer = toAnswer(
        await this.#inputs.ask({ method: InputMethod.elicit, params }, options),
      );
      if (answer.action !== 'accept') return answer;
      const checked = await checkContent(schema, answer.content);
      if (checked.ok) return { action: 'accept', content: checked.content as ContentOf<Schema> };
      const problems = checked.violations.map(({ path, message: text }) =>
        `${path} ${text}`.trim(),
      );
      hint = ` (Please correct: ${problems.join('; ')})`;
    }
    throw ApplicationFailure.nonRetryable(
      `${MAX_TRIES} answers in a row did not fit the form.`,
      'mcp.InvalidInputResponse',
    );
  }

  async elicitUrl({
    message,
    url,
    ...options
  }: UrlQuestion): Promise<ElicitationAnswer<undefined>> {
    const params = { mode: 'url', message, url, elicitationId: uuid4() };
    const answer = toAnswer(
      await this.#inputs.ask({ method: InputMethod.elicit, params }, options),
    );
    return answer.action === 'accept' ? { action: 'accept', content: undefined } : answer;
  }

  async sample({ name, deadlineMs, ...params }: SamplingRequest): Promise<SamplingAnswer> {
    const response = await this.#inputs.ask(
      { method: InputMethod.sample, params },
      { name, deadlineMs },
    );
    if (response !== undefined && response['error'] === undefined) {
      return response as unknown as SamplingAnswer;
    }
    const error = response?.['error'] as JsonRpcErrorObject | undefined;
    throw ApplicationFailure.nonRetryable(
      error?.message ?? 'The client did not answer in time.',
      'mcp.SamplingFailed',
      ...(error ? [error] : []),
    );
  }

  setStatus(message: string | undefined): void {
    this.#publisher.publish({ statusMessage: message });
  }

  reportProgress(progress: TaskProgress): void {
    this.#publisher.publishProgress(progress);
  }

  #onPublish(state: WorkflowState): Readonly<Record<string, unknown>> {
    const { parent, workflowId } = workflowInfo();
    if (this.#showInParent && parent) {
      // A parent that has gone, or does not listen, must not hold up its child.
      getExternalWorkflowHandle(parent.workflowId)
        .signal(childSignal, { workflowId, state })
        .catch(() => undefined);
    }
    return { [CARRY_MEMO_KEY]: this.#inputs.carryOver() };
  }
}

/**
 * Makes this Workflow a task that can ask, report and learn why it is cancelled. Call it once, before the first
 * `await`: answers and cancellations that have come already are delivered by then. What is open goes along with
 * continue-as-new by itself.
 *
 * Adding it to a Workflow that is in production changes what the Workflow does: guard it with `patched`.
 */
export function openTask(options: OpenTaskOptions = {}): TaskScope {
  return new WorkflowTaskScope(options);
}
