import { CancellationScope, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';

import { CHILD_SIGNAL, type ChildSignalPayload, type WorkflowState } from '../core/contract.js';

/** Shows this Workflow's questions and progress in its parent's task. */
export class ParentTaskView {
  #next: WorkflowState | undefined;
  /** A first run has nothing to take back, so it need not say that there is nothing. */
  #shown = workflowInfo().continuedFromExecutionRunId === undefined ? '{}' : '';
  #delivery: Promise<void> | undefined;

  /**
   * Tells the parent of changes, the last of several only. One Signal is under way at a time: Temporal delivers
   * several in any order.
   */
  show({ inputRequests, progress }: WorkflowState): void {
    this.#next = {
      ...(inputRequests && { inputRequests, checksContent: true }),
      ...(progress && { progress }),
    };
    // A cancellation must not stop this: it is how the parent learns that a question is withdrawn.
    this.#delivery ??= CancellationScope.nonCancellable(() => this.#deliver());
  }

  /** Resolves when the parent has all of it. When the Workflow ends before, a Signal on its way is lost. */
  async delivered(): Promise<void> {
    await CancellationScope.nonCancellable(() => this.#delivery ?? Promise.resolve());
  }

  async #deliver(): Promise<void> {
    // The code that runs now may change more: one Signal is to carry all of it.
    await Promise.resolve();
    for (let state = this.#take(); state !== undefined; state = this.#take()) {
      await this.#signal(state);
    }
    this.#delivery = undefined;
  }

  /** The state, if it is new to the parent. */
  #take(): WorkflowState | undefined {
    const text = JSON.stringify(this.#next);
    if (text === this.#shown) return undefined;
    this.#shown = text;
    return this.#next;
  }

  async #signal(state: WorkflowState): Promise<void> {
    const { parent, workflowId, firstExecutionRunId: firstRunId } = workflowInfo();
    if (!parent) return;
    const payload: ChildSignalPayload = { workflowId, firstRunId, state };
    // A parent that has gone must not hold up its child.
    await getExternalWorkflowHandle(parent.workflowId)
      .signal(CHILD_SIGNAL, payload)
      .catch(() => undefined);
  }
}
