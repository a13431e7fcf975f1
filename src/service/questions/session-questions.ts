import type { ClientTask } from '../../core/contract/contract.js';
import { describeViolation, type TaskError, TaskErrorCode } from '../../core/errors.js';
import { MAX_MISFITS } from '../../core/question/given-up-questions.js';
import { canBeBrought, toPageElicitation } from '../../core/question/page-elicitation.js';
import { toQuestionVersion } from '../../core/question/question-version.js';
import { isForClients, type Question } from '../../core/question/question.js';
import type { OutgoingMessage } from '../../core/request/exchange.js';
import type { Sealer } from '../../core/sealer.js';
import type { Protocol } from '../../core/task/protocol.js';
import { isTerminal } from '../../core/task/task-status.js';
import type { Task } from '../../core/task/task.js';
import type { Tasks } from '../../core/task/tasks.js';
import { asOwner } from '../../core/task/viewer.js';

import { type FormPlace, type OutlivedForm, OutlivedForms } from './outlived-forms.js';
import { type QuestionAddress, QuestionStep, sealQuestionId } from './question-id.js';
import {
  canHold,
  end,
  hold,
  isAskedAnew,
  isOwnNews,
  type QuestionStream,
  type ShownQuestion,
  toMeta,
  toQuestion,
  toSilenceMs,
  toWithdrawal,
} from './shown-question.js';

/** Maximum number of times that a stream asks a client that responds with errors. It may have mistaken the form. */
const MAX_TIMES_WITH_ERRORS = 2;

export interface QuestionPorts {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly protocol: Protocol;
}

/** The questions of one task, as one session of a client has them on its streams. */
export class SessionQuestions {
  readonly #taskId: string;
  readonly #ports: QuestionPorts;
  readonly #forms: OutlivedForms;
  readonly #streams = new Set<QuestionStream>();
  readonly #shown = new Map<string, ShownQuestion>();

  constructor(taskId: string, ports: QuestionPorts, forms = new OutlivedForms()) {
    this.#taskId = taskId;
    this.#ports = ports;
    this.#forms = forms;
  }

  /** Sends the new questions of a stream's reading, and withdraws the closed ones that the stream has shown. */
  async show(task: Task, stream: QuestionStream): Promise<void> {
    this.#streams.add(stream);
    const open = this.#openIn(task);
    // A question that is missing in such a reading may still be open.
    const mayMiss = task.hasUnknownQuestions === true && !this.#isFinal(task);
    for (const shown of this.#shown.values()) {
      const { key } = shown.question;
      const isOpen = mayMiss || open.some((question) => question.key === key);
      if (shown.stream !== stream || isOpen) continue;
      const read = task.questions.find((question) => question.key === key);
      await this.#close(shown, read?.heldBy);
    }
    await this.#bring(task, stream);
  }

  /** Ends a stream, perhaps of a plain call. Another stream of the session shows its open questions. */
  leave(stream: QuestionStream, call?: 'answered' | 'left'): void {
    this.#streams.delete(stream);
    const left = [...this.#shown.values()].filter(
      (shown) => shown.stream === stream && isUnderWay(shown),
    );
    for (const shown of left) {
      end(shown);
      const { key } = shown.question;
      this.#shown.delete(key);
      if (call) this.#forms.add(this.#placeOf(key, stream), shown, call === 'answered');
    }
    if (left.length > 0) this.#readAgain();
  }

  /** True if the session has no stream for the task. */
  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  respond(key: string, id: string): void {
    const shown = this.#shown.get(key);
    if (!shown) return;
    shown.openIds.delete(id);
    if (shown.state === 'held') shown.state = 'asked';
    clearTimeout(shown.silence);
  }

  /** The host has closed the form of a call that is over. A stream that has taken the form over asks again. */
  async closeForm(key: string, id: string): Promise<void> {
    const shown = this.#shown.get(key);
    if (!shown?.openIds.delete(id) || shown.openIds.size > 0 || !isUnderWay(shown)) return;
    await this.#ask(shown);
  }

  /**
   * The client has responded with an error. On a stream that waits for the task, it may have mistaken the form. On
   * another one, it may not know the task: it may still answer on a stream that waits.
   *
   * @returns True if the question stays open, since it is asked again, or its stream has ended.
   */
  async fail(key: string): Promise<boolean> {
    const shown = this.#shown.get(key);
    if (!shown) return true;
    if (!shown.stream.isWaiting) {
      shown.state = 'refused';
      this.#readAgain();
      return true;
    }
    const isVisit = shown.elicitationId !== undefined;
    if (!isUnderWay(shown) || isVisit || shown.times >= MAX_TIMES_WITH_ERRORS) return false;
    shown.isPlain = true;
    await this.#ask(shown);
    return true;
  }

  /** The answer was to another text than the one that is asked by now, which the streams ask. */
  askAnew(key: string): void {
    const shown = this.#shown.get(key);
    if (shown) end(shown);
    this.#shown.delete(key);
    this.#readAgain();
  }

  /**
   * Requests an answer again that the server did not take. In an outage of Temporal, the number is not limited, since
   * each delivery takes a minute to fail.
   *
   * @returns True if the client is not asked any further.
   */
  async repeat(
    { key, step }: Pick<QuestionAddress, 'key' | 'step'>,
    { code, message, violations = [] }: TaskError,
  ): Promise<boolean> {
    const shown = this.#shown.get(key);
    if (!shown || !isUnderWay(shown)) return false;
    if (shown.times >= MAX_MISFITS && code !== TaskErrorCode.unavailable) {
      const [violation = { path: '', message }] = violations;
      shown.state = 'givenUp';
      shown.stream.onGivenUp?.(key, describeViolation(violation, ''));
      return true;
    }
    const { clientTask } = shown;
    // If the result of the client's task does not fit, the question itself is asked.
    const isResult = step !== QuestionStep.ask && code !== TaskErrorCode.invalidInput;
    if (!isResult || !clientTask) await this.#ask(shown, message);
    else {
      shown.times += 1;
      await this.#fetch(shown, clientTask);
    }
    return false;
  }

  #openIn(task: Task): readonly Question[] {
    return this.#isFinal(task) ? [] : task.questions.filter(isForClients);
  }

  /** If the status is final for the client, the server expects no answers, even if the Workflow continues. */
  #isFinal(task: Task): boolean {
    return isTerminal(this.#ports.protocol.toStatus(task));
  }

  async #bring(task: Task, stream: QuestionStream): Promise<void> {
    for (const question of this.#openIn(task)) {
      // An ended stream must not take questions, since no other stream would show them.
      if (!this.#streams.has(stream)) return;
      const shown = this.#take({ question, task }, stream);
      if (!shown) continue;
      await (question.heldBy ? this.#fetch(shown, question.heldBy) : this.#ask(shown));
    }
  }

  /** Returns the question if it is for this stream to send a request about it now. */
  #take(
    latest: Pick<ShownQuestion, 'question' | 'task'>,
    stream: QuestionStream,
  ): ShownQuestion | undefined {
    const { key, heldBy } = latest.question;
    const { askable, clientTasks } = stream;
    const canTake = heldBy
      ? clientTasks !== undefined && canHold(latest.question, clientTasks)
      : canBeBrought(latest.question, askable);
    if (!canTake) return undefined;
    const earlier = this.#shown.get(key);
    if (!earlier || isAskedAnew(earlier, stream)) {
      const form = earlier || heldBy ? undefined : this.#forms.find(this.#placeOf(key, stream));
      const shown = toShown(latest, stream, form);
      this.#shown.set(key, shown);
      if (!form || isSilent(shown)) return shown;
      this.#expectAnswer(shown, async () => this.#request(shown));
      return undefined;
    }
    if (earlier.stream !== stream) return undefined;
    Object.assign(earlier, latest);
    const isNew = heldBy ? isOwnNews(earlier, heldBy) : earlier.times === 0;
    return isNew ? earlier : undefined;
  }

  /** Reads the task for the streams that remain, since its questions may have been answered. */
  #readAgain(): void {
    const [stream] = this.#streams;
    if (!stream) return;
    this.#ports.tasks
      .get(asOwner({ owner: stream.owner }), this.#taskId)
      .then(async (task) => {
        for (const other of this.#streams) await this.#bring(task, other);
      })
      // The next reading of each stream shows the questions.
      .catch(() => undefined);
  }

  #placeOf(key: string, { session }: QuestionStream): FormPlace {
    return { session, taskId: this.#taskId, key };
  }

  async #ask(shown: ShownQuestion, hint?: string): Promise<void> {
    shown.times += 1;
    shown.state = 'asked';
    return this.#request(shown, hint);
  }

  async #request(shown: ShownQuestion, hint?: string): Promise<void> {
    const visit = toPageElicitation(shown.question, shown.stream.askable);
    if (!visit) return this.#send(shown, QuestionStep.ask, toQuestion(shown, hint));
    // A client without forms gets the link to the question's page instead.
    const { method, params, elicitationId } = visit;
    shown.elicitationId = elicitationId;
    const meta = toMeta(shown.stream);
    return this.#send(shown, QuestionStep.visit, { method, params: { ...params, ...meta } });
  }

  /** Requests the result of the client's task. The client replies when that task has ended. */
  async #fetch(shown: ShownQuestion, clientTask: ClientTask): Promise<void> {
    hold(shown, clientTask);
    const { taskId, session } = clientTask;
    const step = session === shown.stream.session ? QuestionStep.fetch : QuestionStep.fetchForeign;
    await this.#send(shown, step, { method: 'tasks/result', params: { taskId } });
  }

  /**
   * Ends a question that needs no answer. Withdraws open requests, and cancels the client's task, even one that has
   * just become known.
   */
  async #close(shown: ShownQuestion, heldBy: ClientTask | undefined): Promise<void> {
    const isNews = heldBy !== undefined && isOwnNews(shown, heldBy);
    if (shown.state === 'over' && !isNews) return;
    const isHeld = isNews || shown.state === 'held';
    end(shown);
    if (isNews) hold(shown, heldBy);
    const { stream, openIds, clientTask, elicitationId } = shown;
    for (const requestId of openIds) await stream.send(toWithdrawal(requestId));
    const isRunning = isHeld && clientTask?.session === stream.session;
    if (isRunning && stream.clientTasks?.cancelTask) {
      const params = { taskId: clientTask.taskId };
      // The response does not matter.
      await stream.send({ id: crypto.randomUUID(), method: 'tasks/cancel', params });
    }
    if (elicitationId === undefined) return;
    // Elicitation › Completion Notifications.
    await stream.send({ method: 'notifications/elicitation/complete', params: { elicitationId } });
  }

  async #send(shown: ShownQuestion, step: QuestionStep, outgoing: OutgoingMessage): Promise<void> {
    const { stream, question } = shown;
    const { owner, session, endsAtMs } = stream;
    const address = {
      taskId: this.#taskId,
      key: question.key,
      version: await toQuestionVersion(question),
      owner,
      session,
      step,
      askedAtMs: Date.now(),
      callEndsAtMs: endsAtMs,
    };
    const id = await sealQuestionId(this.#ports.sealer, address);
    if (shown.state === 'over') return;
    if (shown.state !== 'held') shown.openIds.add(id);
    shown.askedAtMs = Date.now();
    this.#expectAnswer(shown, async () => this.#send(shown, step, outgoing));
    await stream.send({ id, ...outgoing });
  }

  /**
   * Sends the request again if no answer comes, and leaves the older one open: clients drop the answer to a withdrawn
   * request.
   */
  #expectAnswer(shown: ShownQuestion, sendAgain: () => Promise<void>): void {
    clearTimeout(shown.silence);
    const afterMs = untilSilentMs(shown);
    if (afterMs === undefined) return;
    shown.silence = setTimeout(() => {
      shown.silences += 1;
      // A failed send means that the stream is ending by itself.
      sendAgain().catch(() => undefined);
    }, afterMs);
  }
}

function isUnderWay({ state }: ShownQuestion): boolean {
  return state !== 'over' && state !== 'givenUp';
}

/** Begins to show a question, perhaps by the form of an answered call, which the host still shows. */
function toShown(
  latest: Pick<ShownQuestion, 'question' | 'task'>,
  stream: QuestionStream,
  form: OutlivedForm | undefined,
): ShownQuestion {
  const { askedAtMs = 0, silences = 0, openIds = [], elicitationId } = form ?? {};
  return {
    ...latest,
    state: 'asked',
    stream,
    times: form ? 1 : 0,
    askedAtMs,
    silences,
    openIds: new Set(openIds),
    elicitationId,
  };
}

/** Time until an answer counts as lost, in milliseconds; `undefined` if none can be lost. */
function untilSilentMs({ stream, silences, askedAtMs }: ShownQuestion): number | undefined {
  const { askAgainAfterMs } = stream;
  if (askAgainAfterMs === undefined) return undefined;
  return Math.max(askedAtMs + toSilenceMs(askAgainAfterMs, silences) - Date.now(), 0);
}

/** Returns true if the answer to an earlier form counts as lost, so that the question is asked again. */
function isSilent(shown: ShownQuestion): boolean {
  return untilSilentMs(shown) === 0;
}
