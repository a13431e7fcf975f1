import type { ClientTask } from '../../core/contract.js';
import type { Protocol } from '../../core/protocol.js';
import type { OpenInputRequest } from '../../core/question/open-input-request.js';
import { toPageElicitation } from '../../core/question/page-elicitation.js';
import type { Sealer } from '../../core/sealer.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';

import type { ClientStream } from './client-stream.js';
import { type Carrier, type QuestionDesk, toQuestion } from './question-desk.js';
import { QuestionStep, sealQuestionId } from './question-id.js';
import {
  moveQuestion,
  NEW_QUESTION,
  type QuestionEffect,
  type QuestionEvent,
  type QuestionForm,
  type QuestionState,
} from './question.js';

/**
 * Maximum time between repetitions, in milliseconds. Timers take 24.8 days at most, and people answer sooner than
 * this.
 */
const MAX_SILENCE_MS = 24 * 60 * 60_000;

export interface StreamedQuestionOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly desk: QuestionDesk;
  readonly protocol: Protocol;
  readonly owner: string;
  /** The client waits on this stream for the task. If not, another client may answer as well. */
  readonly isWaiting: boolean;
  /** Added to the params, so that the client knows the question's task. Absent: it does not need to. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Called when another stream has released the question. */
  readonly onFreed: () => void;
}

/** Identifies a question. */
export interface QuestionName {
  readonly taskId: string;
  readonly key: string;
}

/** A request to a client, without its ID. */
interface Outgoing {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** One question on one stream. Carries out the effects of `moveQuestion`. */
export class StreamedQuestion implements Carrier {
  readonly #taskId: string;
  readonly #key: string;
  readonly #stream: ClientStream;
  readonly #options: StreamedQuestionOptions;
  /** The question and its task, as last shown. */
  #shown: { readonly request: OpenInputRequest; readonly task: Task } | undefined;
  #state: QuestionState = NEW_QUESTION;
  /** ID of the visit to the page to which the client was sent. Absent: the client was not sent to a page. */
  #visited: string | undefined;
  /** IDs of requests that may still be answered: the last one, and earlier requests that it repeats. */
  #ids: string[] = [];
  /** Runs while an answer is expected that could be lost. */
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(
    { taskId, key }: QuestionName,
    stream: ClientStream,
    options: StreamedQuestionOptions,
  ) {
    this.#taskId = taskId;
    this.#key = key;
    this.#stream = stream;
    this.#options = options;
  }

  get session(): string {
    return this.#stream.session;
  }

  get isWaiting(): boolean {
    return this.#options.isWaiting;
  }

  /** A reading of the task shows the question. */
  async show(request: OpenInputRequest, task: Task): Promise<void> {
    this.#shown = { request, task };
    await this.#move({ kind: 'shown', ...toHolder(request) });
  }

  /** A reading of the task no longer shows the question, or the client no longer waits for the task. */
  async takeBack({ inputRequests }: Task): Promise<void> {
    await this.#move({ kind: 'gone', ...toHolder(inputRequests?.[this.#key]) });
    await this.#endVisit();
  }

  /** Ends the question on this stream, since the stream has ended. */
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

  async fail(): Promise<boolean> {
    const { times } = this.#state;
    await this.#move({ kind: 'failed' });
    return this.#state.times > times;
  }

  async askAgain(hint: string): Promise<void> {
    await this.#move({ kind: 'notTaken', hint });
  }

  async fetchAgain(): Promise<void> {
    await this.#move({ kind: 'resultNotTaken' });
  }

  async #move(event: QuestionEvent): Promise<void> {
    const { state, effects } = moveQuestion(this.#state, event, this);
    this.#state = state;
    if (!isAwaited(state)) clearTimeout(this.#silence);
    for (const effect of effects) await this.#perform(effect);
  }

  async #perform(effect: QuestionEffect): Promise<void> {
    const { desk } = this.#options;
    const { clientTasks } = this.#stream;
    switch (effect.kind) {
      case 'claim': {
        if (!desk.claim(this.#name(), this)) return;
        return this.#move({ ...effect, kind: 'claimed' });
      }
      case 'ask':
      case 'offer':
        this.#expectAnswer(effect);
        return this.#bring(QuestionStep[effect.kind], effect);
      case 'fetch':
      case 'fetchForeign':
        this.#expectAnswer(effect);
        return this.#send(QuestionStep[effect.kind], clientTasks?.fetch(effect.clientTask));
      case 'cancel':
        return this.#send(QuestionStep.cancel, clientTasks?.cancel(effect.clientTask));
      case 'withdraw':
        return this.#withdraw();
      case 'letGo':
        desk.release(this.#name(), this);
    }
  }

  #name(): string {
    return toQuestion(this.#taskId, this.#key);
  }

  /** Expects an answer to the next request. The time doubles with each repetition, so that people can think. */
  #expectAnswer({ isCopy }: Pick<QuestionForm, 'isCopy'>): void {
    if (!isCopy) this.#ids = [];
    clearTimeout(this.#silence);
    const { askAgainAfterMs } = this.#stream;
    if (askAgainAfterMs === undefined) return;
    const silenceMs = Math.min(askAgainAfterMs * 2 ** (this.#state.silences ?? 0), MAX_SILENCE_MS);
    this.#silence = setTimeout(() => {
      // A failed send means that the stream is ending by itself.
      this.#move({ kind: 'unanswered' }).catch(() => undefined);
    }, silenceMs);
  }

  /** Sends the question. A client without forms gets the link to the question's page instead. */
  async #bring(step: QuestionStep, form: QuestionForm): Promise<void> {
    const visit = this.#shown && toPageElicitation(this.#shown.request, this.#stream.askable);
    if (!visit) return this.#send(step, this.#toQuestion(form));
    const { method, params, elicitationId } = visit;
    const { meta } = this.#options;
    this.#visited = elicitationId;
    return this.#send(QuestionStep.visit, {
      method,
      params: { ...params, ...(meta && { _meta: meta }) },
    });
  }

  /** Tells the client that the question on the page is closed (Elicitation › Completion Notifications). */
  async #endVisit(): Promise<void> {
    const elicitationId = this.#visited;
    if (elicitationId === undefined) return;
    this.#visited = undefined;
    const method = 'notifications/elicitation/complete';
    await this.#stream.send({ method, params: { elicitationId } });
  }

  #toQuestion({ hint, isPlain }: QuestionForm): Outgoing | undefined {
    if (!this.#shown) return undefined;
    const { request, task } = this.#shown;
    const { message } = request.params;
    const { meta } = this.#options;
    return {
      method: request.method,
      params: {
        ...request.params,
        // A request to a model has no message for the hint.
        ...(hint !== undefined &&
          typeof message === 'string' && { message: `${message} (${hint})` }),
        // Replaces a Workflow's own `task`: the Workflow does not know the client's capabilities.
        task: isPlain ? undefined : this.#stream.clientTasks?.ask(request, task),
        ...(meta && { _meta: meta }),
      },
    };
  }

  async #send(step: QuestionStep, outgoing: Outgoing | undefined): Promise<void> {
    if (!outgoing) return;
    const { session, send } = this.#stream;
    const { sealer, owner } = this.#options;
    const id = await sealQuestionId(sealer, {
      taskId: this.#taskId,
      key: this.#key,
      owner,
      step,
      session,
    });
    this.#ids.push(id);
    await send({ id, ...outgoing });
  }

  /** Withdraws the open requests: another client has answered, or no answer is needed any more. */
  async #withdraw(): Promise<void> {
    for (const requestId of this.#ids.splice(0)) {
      const params = { requestId, reason: 'No answer is needed any more.' };
      await this.#stream.send({ method: 'notifications/cancelled', params });
    }
  }
}

/** Returns true if the server expects an answer from this client. */
function isAwaited({ phase }: QuestionState): boolean {
  return phase === 'asked' || phase === 'offered' || phase === 'held';
}

/** The client's task that answers the question, if the reading shows one. */
function toHolder(request: OpenInputRequest | undefined): { readonly clientTask?: ClientTask } {
  return request?.heldBy ? { clientTask: request.heldBy } : {};
}
