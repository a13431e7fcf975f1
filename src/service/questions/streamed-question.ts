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

/** Timers take 24.8 days at most, and no person thinks for longer than this, in milliseconds. */
const MAX_SILENCE_MS = 24 * 60 * 60_000;

export interface StreamedQuestionOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly desk: QuestionDesk;
  readonly protocol: Protocol;
  readonly owner: string;
  /** The client waits on the stream for this task: else another client may answer as well. */
  readonly isWaiting: boolean;
  /** Added to the params, so that the client knows of which task the question is. Absent: it knows of none. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Called when another stream has let go of the question. */
  readonly onFreed: () => void;
}

/** The name of a question. */
export interface QuestionName {
  readonly taskId: string;
  readonly key: string;
}

/** A request to a client, without its ID. */
interface Outgoing {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** One question on one stream: does what `moveQuestion` says. */
export class StreamedQuestion implements Carrier {
  readonly #taskId: string;
  readonly #key: string;
  readonly #stream: ClientStream;
  readonly #options: StreamedQuestionOptions;
  /** As it was last shown. */
  #shown: { readonly request: OpenInputRequest; readonly task: Task } | undefined;
  #state: QuestionState = NEW_QUESTION;
  /** Names the visit to the page that the client was sent to. Absent: it was sent to none. */
  #visited: string | undefined;
  /** IDs of the requests that may still be answered: the last one, and those that it is a copy of. */
  #ids: string[] = [];
  /** Runs while an answer is waited for that can be lost. */
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

  /** A reading of the task shows it. */
  async show(request: OpenInputRequest, task: Task): Promise<void> {
    this.#shown = { request, task };
    await this.#move({ kind: 'shown', ...toHolder(request) });
  }

  /** A reading of the task shows it no more, or the client no longer waits for the task. */
  async takeBack({ inputRequests }: Task): Promise<void> {
    await this.#move({ kind: 'gone', ...toHolder(inputRequests?.[this.#key]) });
    await this.#endVisit();
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

  /** Waits for the answer to what goes out now: twice as long each time, since who thinks is not to be pressed. */
  #expectAnswer({ isCopy }: Pick<QuestionForm, 'isCopy'>): void {
    if (!isCopy) this.#ids = [];
    clearTimeout(this.#silence);
    const { askAgainAfterMs } = this.#stream;
    if (askAgainAfterMs === undefined) return;
    const silenceMs = Math.min(askAgainAfterMs * 2 ** (this.#state.silences ?? 0), MAX_SILENCE_MS);
    this.#silence = setTimeout(() => {
      // A stream that takes nothing any more ends by itself.
      this.#move({ kind: 'unanswered' }).catch(() => undefined);
    }, silenceMs);
  }

  /** Sends a client that has no forms to the page of the question. */
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

  /** The page's question is over (Elicitation › Completion Notifications). */
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
        // A request to a model has no message that could say it.
        ...(hint !== undefined &&
          typeof message === 'string' && { message: `${message} (${hint})` }),
        // Also if a Workflow has written one itself: it does not know the client's capabilities.
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

  /** Another client has answered, or no answer is needed any more. */
  async #withdraw(): Promise<void> {
    for (const requestId of this.#ids.splice(0)) {
      const params = { requestId, reason: 'No answer is needed any more.' };
      await this.#stream.send({ method: 'notifications/cancelled', params });
    }
  }
}

/** Returns true if an answer of this client is expected. */
function isAwaited({ phase }: QuestionState): boolean {
  return phase === 'asked' || phase === 'offered' || phase === 'held';
}

/** The client's task that answers it, where a reading shows one. */
function toHolder(request: OpenInputRequest | undefined): { readonly clientTask?: ClientTask } {
  return request?.heldBy ? { clientTask: request.heldBy } : {};
}
