import {
  ApplicationFailure,
  CancellationScope,
  getExternalWorkflowHandle,
  log,
} from '@temporalio/workflow';

import {
  type ChildSignalPayload,
  INPUT_SIGNAL,
  type InputSignalPayload,
} from '../core/contract/contract.js';
import {
  checkInputRequest,
  checkInputResponse,
  type InputRequest,
  type InputRequests,
  type InputResponse,
  isInputKey,
} from '../core/contract/input-request.js';
import { toKnownRequest } from '../core/contract/known-keywords.js';
import { toInternalError } from '../core/tool/tool-result.js';

import { countFrom } from './count-from.js';
import type { ProgressReporter } from './progress-reporter.js';
import type { StatePublisher } from './state-publisher.js';

interface Child {
  /** Prefix of the keys of the child's questions in the parent's task (`c1.i3`). A number is never used twice. */
  readonly number: number;
  readonly firstRunId?: string | undefined;
  /** The child accepts every answer, and asks again itself if an answer is invalid. */
  readonly checksContent: boolean;
}

export interface CarriedChildren {
  readonly nextNumber: number;
  /** By Workflow ID. */
  readonly children: Readonly<Record<string, Child>>;
}

export interface ParentTask {
  readonly publisher: StatePublisher;
  readonly progress: ProgressReporter;
}

/** Shows the questions and the progress of Child Workflows in the task of their parent, and hands on the answers. */
export class ChildTasks {
  readonly #parent: ParentTask;
  readonly #children: Map<string, Child>;
  /** Keys that are answered, but still open in the child's last published state. The task does not show them again. */
  readonly #answered = new Set<string>();
  #nextNumber: number;

  constructor(parent: ParentTask, carried?: CarriedChildren) {
    this.#parent = parent;
    this.#children = new Map(Object.entries(carried?.children ?? {}));
    this.#nextNumber = carried?.nextNumber ?? countFrom();
  }

  /** Takes over a child's published state. Never throws: a child must not end its parent. */
  show({ workflowId, firstRunId, state }: ChildSignalPayload): void {
    const { number } = this.#find(workflowId, firstRunId);
    const checksContent = state.checksContent ?? false;
    this.#children.set(workflowId, { number, firstRunId, checksContent });
    const requests = Object.entries(state.inputRequests ?? {}).map(
      ([key, request]) => [`c${number}.${key}`, request] as const,
    );
    this.#forgetAnswered(number, new Set(requests.map(([key]) => key)));
    const open = requests.filter(([key]) => !this.#answered.has(key));
    const longKeys = open.filter(([key]) => !isInputKey(key)).map(([key]) => key);
    if (longKeys.length > 0)
      this.#refuse(workflowId, longKeys, 'The key of the question is too long.');
    const askable = open.filter(([key]) => isInputKey(key));
    this.#showInputs(workflowId, Object.fromEntries(askable));
    if (!state.progress) return;
    try {
      this.#parent.progress.report(state.progress, String(number));
    } catch (error) {
      ignoreFailure(error, workflowId);
    }
  }

  /** Forwards answers to the children's questions. Only the first answer to a key counts. */
  forward(responses: InputSignalPayload): void {
    for (const [workflowId, { number, checksContent }] of this.#children) {
      const prefix = `c${number}.`;
      const open = new Map(Object.entries(this.#openOf(number)));
      const answers = Object.entries(responses).filter(([key, response]) => {
        const request = open.get(key);
        return request && (checksContent || canUse(request, response));
      });
      if (answers.length === 0) continue;
      for (const [key] of answers) this.#answered.add(key);
      this.#parent.publisher.changeInputs(
        Object.fromEntries(answers.map(([key]) => [key, undefined])),
      );
      this.#send(
        workflowId,
        Object.fromEntries(answers.map(([key, response]) => [key.slice(prefix.length), response])),
      );
    }
  }

  carryOver(): CarriedChildren {
    return { nextNumber: this.#nextNumber, children: Object.fromEntries(this.#children) };
  }

  #find(workflowId: string, firstRunId: string | undefined): Child {
    const earlier = this.#children.get(workflowId);
    if (earlier && earlier.firstRunId === firstRunId) return earlier;
    // The earlier child with this ID has ended and can take no more answers.
    if (earlier) this.#withdraw(earlier);
    const child = { number: this.#nextNumber, firstRunId, checksContent: false };
    this.#nextNumber += 1;
    this.#children.set(workflowId, child);
    return child;
  }

  #openOf(number: number): InputRequests {
    const open = Object.entries(this.#parent.publisher.state.inputRequests ?? {});
    return Object.fromEntries(open.filter(([key]) => key.startsWith(`c${number}.`)));
  }

  #showInputs(workflowId: string, inputs: InputRequests): void {
    const open = this.#openOf(this.#children.get(workflowId)?.number ?? 0);
    const withdrawals: Record<string, InputRequest | undefined> = Object.fromEntries(
      Object.keys(open).map((key) => [key, undefined]),
    );
    try {
      this.#parent.publisher.changeInputs({ ...withdrawals, ...inputs });
    } catch (error) {
      ignoreFailure(error, workflowId);
      this.#refuse(
        workflowId,
        Object.keys(inputs).filter((key) => !Object.hasOwn(open, key)),
        "The parent's task has no room for another question.",
      );
    }
  }

  /** Answers in place of the client, so that the child does not wait for a question that no client sees. */
  #refuse(workflowId: string, keys: readonly string[], message: string): void {
    for (const key of keys) this.#answered.add(key);
    const error = toInternalError(message);
    const refusals = keys.map((key) => [
      key.slice(key.indexOf('.') + 1),
      { action: 'cancel', error },
    ]);
    this.#send(workflowId, Object.fromEntries(refusals) as InputSignalPayload);
  }

  #send(workflowId: string, responses: InputSignalPayload): void {
    // A cancellation of the parent does not stop this Signal, and the parent does not wait for it.
    CancellationScope.nonCancellable(() =>
      getExternalWorkflowHandle(workflowId).signal(INPUT_SIGNAL, responses),
    ).catch(() => {
      const child = this.#children.get(workflowId);
      if (child) this.#withdraw(child);
    });
  }

  #withdraw({ number }: Child): void {
    const keys = Object.keys(this.#openOf(number));
    this.#parent.publisher.changeInputs(Object.fromEntries(keys.map((key) => [key, undefined])));
    this.#forgetAnswered(number, new Set());
  }

  #forgetAnswered(number: number, stillOpen: ReadonlySet<string>): void {
    for (const key of this.#answered) {
      if (key.startsWith(`c${number}.`) && !stillOpen.has(key)) this.#answered.delete(key);
    }
  }
}

/**
 * Returns true if an answer is valid. Checks for children that do not check answers themselves, as the server does for
 * such Workflows. An invalid answer is ignored, and the question stays open.
 */
function canUse(request: InputRequest, response: InputResponse): boolean {
  if (response['error'] !== undefined) return true;
  // The server shows the question without the keywords that MCP does not know.
  const { request: shownRequest } = toKnownRequest(request);
  return (
    checkInputRequest(shownRequest).length === 0 &&
    checkInputResponse(shownRequest, response).length === 0
  );
}

function ignoreFailure(error: unknown, workflowId: string): void {
  if (!(error instanceof ApplicationFailure)) throw error;
  log.warn('Cannot show all of a Child Workflow in this task', {
    workflowId,
    reason: error.message,
  });
}
