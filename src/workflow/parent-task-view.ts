import { CancellationScope, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';

import {
  CHILD_SIGNAL,
  type ChildSignalPayload,
  type WorkflowState,
} from '../core/contract/contract.js';

/** Shows this Workflow's questions and progress in its parent's task. */
export class ParentTaskView {
  #next: WorkflowState | undefined;
  /**
   * The last state that the parent was sent, as JSON. Empty after continue-as-new: the parent may still show a state of
   * the earlier run.
   */
  #lastSentText = workflowInfo().continuedFromExecutionRunId === undefined ? '{}' : '';
  #delivery: Promise<void> | undefined;

  /**
   * Sends changes to the parent; of several, only the last. One Signal is under way at a time, since Temporal may
   * deliver several in any order.
   */
  show({ inputRequests, progress }: WorkflowState): void {
    this.#next = {
      inputRequests,
      checksContent: inputRequests ? true : undefined,
      progress,
    };
    // A cancellation must not stop this: the parent has to learn that a question is withdrawn.
    this.#delivery ??= CancellationScope.nonCancellable(() => this.#deliver());
  }

  /** Resolves when the parent has every change. If the Workflow ends earlier, a Signal under way is lost. */
  async delivered(): Promise<void> {
    await CancellationScope.nonCancellable(() => this.#delivery ?? Promise.resolve());
  }

  async #deliver(): Promise<void> {
    // The code that runs now may make more changes. One Signal carries all of them.
    await Promise.resolve();
    for (let state = this.#take(); state !== undefined; state = this.#take()) {
      await this.#signal(state);
    }
    this.#delivery = undefined;
  }

  /** Returns the state to send, or `undefined` if the parent already has it. */
  #take(): WorkflowState | undefined {
    const text = JSON.stringify(this.#next);
    if (text === this.#lastSentText) return undefined;
    this.#lastSentText = text;
    return this.#next;
  }

  async #signal(state: WorkflowState): Promise<void> {
    const { parent, workflowId, firstExecutionRunId: firstRunId } = workflowInfo();
    if (!parent) return;
    const payload: ChildSignalPayload = { workflowId, firstRunId, state };
    // If the parent has ended, the child continues without it.
    await getExternalWorkflowHandle(parent.workflowId)
      .signal(CHILD_SIGNAL, payload)
      .catch(() => undefined);
  }
}
