import { upsertMemo } from '@temporalio/workflow';

import {
  type ClientTask,
  type ClientTasks,
  MAX_STATE_BYTES,
  STATE_MEMO_KEY,
  type WorkflowState,
} from '../core/contract/contract.js';
import type { InputRequest, InputRequests } from '../core/contract/input-request.js';
import { withoutUndefined } from '../core/value/members.js';

import { countFrom } from './count-from.js';
import { TaskFailureType, toFailure } from './failures.js';

/** Members of the state that a Workflow changes; `undefined` removes one. */
export type StateChange = Omit<WorkflowState, 'v' | 'progressAt' | 'updatedAt'>;

/** Holds the state of a Workflow's task, and publishes it in the memo. Each publication is one history event. */
export class StatePublisher {
  readonly #onPublish: (state: WorkflowState) => void;
  #state: WorkflowState;
  #version: number;
  #publishedAtMs = 0;

  /**
   * @param initial The state of an earlier run of the chain.
   * @param onPublish Called after every publication.
   */
  constructor(initial: WorkflowState, onPublish: (state: WorkflowState) => void) {
    this.#state = initial;
    this.#version = initial.v ?? countFrom() - 1;
    this.#onPublish = onPublish;
  }

  get state(): WorkflowState {
    return this.#state;
  }

  /** Time of this run's last publication, in milliseconds since the epoch; 0 if there was none. */
  get publishedAtMs(): number {
    return this.#publishedAtMs;
  }

  /**
   * Changes the state and publishes it at once.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge`; nothing is changed then.
   */
  publish(change: StateChange): void {
    this.#state = toFittingState({
      ...this.#state,
      ...change,
      updatedAt: new Date().toISOString(),
    });
    this.#write();
  }

  /**
   * Opens and withdraws (`undefined`) input requests, by key. Publishes only if that changes the state.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge`; nothing is changed then.
   */
  changeInputs(change: Readonly<Record<string, InputRequest | undefined>>): void {
    const before = this.#state.inputRequests ?? {};
    const after = withoutUndefined({ ...before, ...change });
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      this.publish(toInputState(after, this.#state.clientTasks));
    }
  }

  /**
   * Keeps and drops (`undefined`) the clients' tasks that answer open input requests, by key. Publishes only if that
   * changes the state.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge`; nothing is changed then.
   */
  changeClientTasks(change: Readonly<Record<string, ClientTask | undefined>>): void {
    const { inputRequests = {}, clientTasks: before = {} } = this.#state;
    const next = toInputState(inputRequests, withoutUndefined({ ...before, ...change }));
    if (JSON.stringify(next.clientTasks ?? {}) !== JSON.stringify(before)) this.publish(next);
  }

  /**
   * Changes the progress without publishing it. The next publication contains it.
   *
   * @throws {ApplicationFailure} `mcp.StateTooLarge`; nothing is changed then.
   */
  stage(progress: WorkflowState['progress']): void {
    this.#state = toFittingState({
      ...this.#state,
      progress,
      progressAt: new Date().toISOString(),
    });
  }

  publishStaged(): void {
    this.#write();
  }

  #write(): void {
    this.#version += 1;
    this.#state = { ...this.#state, v: this.#version };
    this.#publishedAtMs = Date.now();
    upsertMemo({ [STATE_MEMO_KEY]: this.#state });
    this.#onPublish(this.#state);
  }
}

/** Returns the part of the state about open input requests. A client's task is kept while its request is open. */
export function toInputState(
  inputRequests: InputRequests,
  clientTasks: ClientTasks = {},
): StateChange {
  const isOpen = Object.keys(inputRequests).length > 0;
  const kept = Object.entries(clientTasks).filter(([key]) => Object.hasOwn(inputRequests, key));
  return {
    status: isOpen ? 'input_required' : 'working',
    inputRequests: isOpen ? inputRequests : undefined,
    checksContent: isOpen ? true : undefined,
    keepsClientTasks: isOpen ? true : undefined,
    clientTasks: kept.length > 0 ? Object.fromEntries(kept) : undefined,
  };
}

/** @throws {ApplicationFailure} `mcp.StateTooLarge` */
function toFittingState(state: WorkflowState): WorkflowState {
  const next = withoutUndefined(state);
  // The cancellation is not counted: a Workflow has to learn of it even if its state is full. Its reason has a limit.
  const { length } = new TextEncoder().encode(JSON.stringify({ ...next, cancel: undefined }));
  if (length <= MAX_STATE_BYTES) return next;
  throw toFailure(
    TaskFailureType.stateTooLarge,
    `The task's state would have ${length} bytes, with its status message, progress and all open input requests. ` +
      `At most ${MAX_STATE_BYTES} fit: ask fewer questions at once, or link to large content.`,
  );
}
