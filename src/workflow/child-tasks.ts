import { getExternalWorkflowHandle } from '@temporalio/workflow';

import { INPUT_SIGNAL, type TaskProgress, type WorkflowState } from '../core/contract.js';

import type { StatePublisher } from './state-publisher.js';

interface Child {
  readonly workflowId: string;
  /** Marks its questions among those of the parent: `c1.i3`. */
  readonly prefix: string;
  readonly state: WorkflowState;
}

/** The sum of what children report; only as far as each says how much there is. */
function sumProgress(states: readonly WorkflowState[]): TaskProgress | undefined {
  const reported = states.flatMap(({ progress }) => (progress ? [progress] : []));
  if (reported.length === 0) return undefined;
  const total = reported.reduce((sum, progress) => sum + (progress.total ?? 0), 0);
  return {
    progress: reported.reduce((sum, { progress }) => sum + progress, 0),
    ...(reported.every((progress) => progress.total !== undefined) && { total }),
  };
}

/** Shows the questions, progress and status of Child Workflows in the task of their parent. */
export class ChildTasks {
  readonly #publisher: StatePublisher;
  readonly #children = new Map<string, Child>();

  constructor(publisher: StatePublisher) {
    this.#publisher = publisher;
  }

  /** Takes over the state that a child has published. */
  show(workflowId: string, state: WorkflowState): void {
    const prefix = this.#children.get(workflowId)?.prefix ?? `c${this.#children.size + 1}.`;
    this.#children.set(workflowId, { workflowId, prefix, state });
    const own = Object.entries(this.#publisher.state.inputRequests ?? {}).filter(
      ([key]) => !key.startsWith(prefix),
    );
    const theirs = Object.entries(state.inputRequests ?? {}).map(
      ([key, request]) => [`${prefix}${key}`, request] as const,
    );
    const inputRequests = Object.fromEntries([...own, ...theirs]);
    const isOpen = Object.keys(inputRequests).length > 0;
    const states = [...this.#children.values()].map((child) => child.state);
    const messages = states.flatMap(({ statusMessage }) => statusMessage ?? []);
    this.#publisher.publish({
      status: isOpen ? 'input_required' : 'working',
      inputRequests: isOpen ? inputRequests : undefined,
      ...(messages.length > 0 && { statusMessage: messages.join('; ') }),
    });
    const progress = sumProgress(states);
    if (progress) this.#publisher.publishProgress(progress);
  }

  /** Hands the answers to children's questions on to them. They withdraw the questions themselves. */
  forward(responses: Readonly<Record<string, unknown>>): void {
    for (const { workflowId, prefix } of this.#children.values()) {
      const theirs = Object.entries(responses).flatMap(([key, response]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), response] as const] : [],
      );
      if (theirs.length === 0) continue;
      getExternalWorkflowHandle(workflowId)
        .signal(INPUT_SIGNAL, Object.fromEntries(theirs))
        .catch(() => undefined);
    }
  }
}
