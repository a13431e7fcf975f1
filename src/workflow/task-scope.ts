import type { ContinueAsNewOptions, Workflow } from '@temporalio/workflow';

import type { CancelSignalPayload, TaskProgress } from '../core/contract/contract.js';
import type { Principal } from '../core/person/principal.js';

import type { FormSchema, KnownForm } from './form-schema.js';
import type {
  ContentOf,
  ElicitationAnswer,
  ElicitationQuestion,
  SamplingAnswer,
  SamplingRequest,
  UrlQuestion,
  WebAddress,
} from './questions.js';

/**
 * A Workflow's side of its task. It works without a connected client: questions stay open until a person or a model
 * answers. Several questions may be open at once, and answers may come in any order:
 *
 * ```ts
 * const [colour, size] = await Promise.all([task.elicit(aColour), task.elicit(aSize)]);
 * ```
 *
 * Every method that publishes throws an `ApplicationFailure` of type `mcp.StateTooLarge` when status
 * message, progress and open questions together no longer fit into 32 KB; nothing is changed then.
 */
export interface TaskScope {
  /**
   * This server started the Workflow as an MCP task. If `false`, questions are still published, but perhaps no client
   * reads them. It is also `false` in a child that is shown in its parent's task.
   */
  readonly isTask: boolean;
  /**
   * The caller who started the task, verified by the server and not written by the client. It is the same in every
   * run. `kind` is `local` without authentication. `undefined` if `isTask` is `false`, or if the server did not write
   * it. It is an identity, not a permission: the manifest (`allow`, `scopes`) or this Workflow decides about
   * permissions.
   */
  readonly principal: Principal | undefined;
  /**
   * The reason for the cancellation of the task; `undefined` before it. {@link TaskScope.continueAsNew} keeps it.
   * Temporal's own cancellation follows at once and ends the Workflow's waits.
   */
  readonly cancellation: CancelSignalPayload | undefined;
  /**
   * Asks a person to fill in a form. The answer is checked when it arrives. If it does not fit the schema, the
   * question is repeated under a new key and within the same deadline. Its message names the faults, and valid values
   * are filled in.
   *
   * @throws {ApplicationFailure} `mcp.InvalidInputRequest` if MCP has no form for the schema (flat objects of
   * strings, numbers, booleans and choices only); `mcp.InvalidInputResponse` if ten answers in a row did not fit.
   * @throws {CancelledFailure} if the surrounding scope is cancelled. The question is withdrawn then.
   */
  elicit<const Schema extends FormSchema>(
    question: ElicitationQuestion<Schema> & { readonly schema: KnownForm<Schema> },
  ): Promise<ElicitationAnswer<ContentOf<Schema>>>;
  /**
   * Asks a person to open a web page. `accept` means that the person agreed to open it. To learn that the person is
   * done there, let the page tell the Workflow, for example by a Signal.
   *
   * @throws {ApplicationFailure} `mcp.InvalidInputRequest` when the URL is not http or https.
   * @throws {CancelledFailure} when the surrounding scope is cancelled. The question is withdrawn then.
   */
  elicitUrl<const Url extends string>(
    question: UrlQuestion & { readonly url: Url & WebAddress<Url> },
  ): Promise<ElicitationAnswer<undefined>>;
  /**
   * Asks the client's model.
   *
   * @throws {ApplicationFailure} `mcp.SamplingFailed` if the client refuses, cannot answer, or does not answer in time;
   * `mcp.InvalidInputRequest` if the request is invalid.
   * @throws {CancelledFailure} when the surrounding scope is cancelled. The request is withdrawn then.
   */
  sample(request: SamplingRequest): Promise<SamplingAnswer>;
  /** The current step, in words for people and models; shown at once. `undefined` removes it. */
  setStatus(message: string | undefined): void;
  /**
   * Reports how far the work has come. Call it as often as you like: it is published once a second at most, and
   * less often the longer the run lasts, down to once a minute. The last report of a burst is always published.
   * A report that does not exceed the highest so far is ignored, also after {@link TaskScope.continueAsNew}.
   */
  reportProgress(progress: TaskProgress): void;
  /**
   * Publishes pending progress, and resolves when the parent's task has it. Await it at the end of a Workflow that is
   * shown in its parent's task: its last messages are lost otherwise. Never rejects, and may be called any number of
   * times.
   */
  flush(): Promise<void>;
  /**
   * Ends this run and starts the next, and hands on the task: named questions, answers that were not taken yet, status
   * message, progress and the reason of a cancellation. Use it instead of Temporal's `continueAsNew`, which loses the
   * task's state. Return or await it at once; it never resolves.
   *
   * The next run gets only the reason of a cancellation, not the cancellation itself. So a cancelled Workflow ends
   * here. To clean up in further runs, call this in `CancellationScope.nonCancellable`.
   *
   * @throws {CancelledFailure} when the surrounding scope is cancelled.
   * @param args Arguments of the next run.
   * @param options Options of Temporal's `makeContinueAsNewFunc`. Their `memo` is added to the memo that is handed on.
   */
  continueAsNew<F extends Workflow>(
    args: Parameters<F>,
    options?: ContinueAsNewOptions,
  ): Promise<never>;
}
