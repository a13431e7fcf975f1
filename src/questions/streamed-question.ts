import type { OpenInputRequest } from '../core/open-input-request.js';
import type { Protocol } from '../core/protocol.js';
import type { Sealer } from '../core/sealer.js';
import type { Task } from '../core/task.js';
import type { Owner, Tasks } from '../core/tasks.js';

import type { ClientStream } from './client-stream.js';
import { type Carrier, type QuestionDesk, toQuestion } from './question-desk.js';
import { QuestionStep, sealQuestionId } from './question-id.js';
import {
  moveQuestion,
  NEW_QUESTION,
  type QuestionEffect,
  type QuestionEvent,
  type QuestionState,
} from './question.js';

/** Whose question it is, and how it goes out. */
export interface StreamedQuestionOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly desk: QuestionDesk;
  readonly protocol: Protocol;
  readonly owner: Owner;
  /** Whether the client waits on the stream for the very task: else another client may answer as well. */
  readonly isWaiting: boolean;
  /** Added to the params, so that the client knows of which task the question is. Absent: it knows of none. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Called when another stream has let go of the question. */
  readonly onFreed: () => void;
}

/** Which question it is. */
export interface ShownQuestion {
  readonly key: string;
  readonly request: OpenInputRequest;
  /** The reading that it was found in. */
  readonly task: Task;
}

/** One question on one stream: does what `moveQuestion` says. */
export class StreamedQuestion implements Carrier {
  readonly #key: string;
  readonly #request: OpenInputRequest;
  readonly #name: string;
  readonly #stream: ClientStream;
  readonly #options: StreamedQuestionOptions;
  #task: Task;
  #state: QuestionState = NEW_QUESTION;

  constructor(
    { key, request, task }: ShownQuestion,
    stream: ClientStream,
    options: StreamedQuestionOptions,
  ) {
    this.#key = key;
    this.#request = request;
    this.#name = toQuestion(task.taskId, key);
    this.#stream = stream;
    this.#options = options;
    this.#task = task;
  }

  get session(): string {
    return this.#stream.session;
  }

  get isWaiting(): boolean {
    return this.#options.isWaiting;
  }

  /** A reading of the task shows it. */
  async show(task: Task): Promise<void> {
    this.#task = task;
    await this.#move({ kind: 'shown', ...this.#holder(task) });
  }

  /** A reading of the task does not show it any more. */
  async takeBack(task: Task): Promise<void> {
    await this.#move({ kind: 'gone', ...this.#holder(task) });
  }

  /** The stream has ended. */
  close(): void {
    void this.#move({ kind: 'closed' });
  }

  freed(): void {
    this.#options.onFreed();
  }

  async respond(): Promise<void> {
    await this.#move({ kind: 'responded' });
  }

  async decline(): Promise<void> {
    await this.#move({ kind: 'declined' });
  }

  async askAgain(hint: string): Promise<void> {
    await this.#move({ kind: 'notTaken', hint });
  }

  async fetchAgain(): Promise<void> {
    await this.#move({ kind: 'resultNotTaken' });
  }

  /** The client's task that answers it, where a reading shows one. */
  #holder({ inputRequests }: Task): Pick<QuestionEvent & { kind: 'shown' }, 'clientTask'> {
    const clientTask = inputRequests?.[this.#key]?.heldBy;
    return clientTask ? { clientTask } : {};
  }

  async #move(event: QuestionEvent): Promise<void> {
    const { state, effects } = moveQuestion(this.#state, event, this);
    this.#state = state;
    for (const effect of effects) await this.#perform(effect);
  }

  async #perform(effect: QuestionEffect): Promise<void> {
    const { desk } = this.#options;
    const { clientTasks } = this.#stream;
    switch (effect.kind) {
      case 'claim': {
        if (!desk.claim(this.#name, this)) return;
        return this.#move({ ...effect, kind: 'claimed' });
      }
      case 'ask':
      case 'offer':
        return this.#send(QuestionStep[effect.kind], this.#toQuestion(effect.hint));
      case 'fetch':
      case 'fetchForeign':
        return this.#send(QuestionStep[effect.kind], clientTasks?.fetch(effect.clientTask));
      case 'cancel':
        return this.#send(QuestionStep.cancel, clientTasks?.cancel(effect.clientTask));
      case 'letGo':
        desk.release(this.#name, this);
    }
  }

  #toQuestion(hint: string | undefined): Outgoing {
    const { method, params } = this.#request;
    const { message } = params;
    const { meta } = this.#options;
    return {
      method,
      params: {
        ...params,
        // A request to a model has no message that could say it.
        ...(hint !== undefined &&
          typeof message === 'string' && { message: `${message} (${hint})` }),
        // Also where a Workflow has written one itself: it does not know what the client can do.
        task: this.#stream.clientTasks?.ask(this.#request, this.#task),
        ...(meta && { _meta: meta }),
      },
    };
  }

  async #send(step: QuestionStep, outgoing: Outgoing | undefined): Promise<void> {
    if (!outgoing) return;
    const { session, send } = this.#stream;
    const { sealer, owner } = this.#options;
    const { taskId } = this.#task;
    const id = await sealQuestionId(sealer, { taskId, key: this.#key, owner, step, session });
    await send({ id, ...outgoing });
  }
}

interface Outgoing {
  readonly method: string;
  readonly params: Record<string, unknown>;
}
