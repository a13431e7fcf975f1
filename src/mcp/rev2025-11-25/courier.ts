import type { ClientTask } from '../../core/contract.js';
import type { InputRequest, InputResponse } from '../../core/input-request.js';
import type { OpenInputRequest, OpenInputRequests } from '../../core/open-input-request.js';
import { refuseInvalid, refuseLacking } from '../../core/refusals.js';
import type { Sealer } from '../../core/sealer.js';
import { Generation, isTerminal, toTaskStatus } from '../../core/task-status.js';
import type { Task } from '../../core/task.js';
import type { Owner, Tasks } from '../../core/tasks.js';

import { canMakeTask, type ClientCapabilities, lackingCapability } from './client-capabilities.js';
import { type Carrier, type Deliveries, toQuestion } from './deliveries.js';
import { type InputAddress, InputStep, sealInputRequestId } from './input-request-id.js';
import { RELATED_TASK_META_KEY, toWireTask } from './to-wire.js';

/** A client that keeps answering what does not fit is asked this often on one stream. */
const MAX_TRIES = 3;

/** A JSON-RPC request or notification to the client, without its envelope. */
export interface OutgoingMessage {
  readonly id?: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A stream to the client, open for as long as one request of its waits. */
export interface ClientStream {
  readonly capabilities: ClientCapabilities;
  /** The client's session; a connection that knows none is one. */
  readonly session: string;
  readonly send: (message: OutgoingMessage) => Promise<void>;
}

/** Whose tasks are shown on a stream, and how. */
export interface CourierOptions {
  readonly tasks: Tasks;
  readonly sealer: Sealer;
  readonly deliveries: Deliveries;
  readonly owner: Owner;
  /** Whether the client knows of the task. In a plain call it does not, and messages name no task. */
  readonly namesTask: boolean;
  /**
   * Whether a question that this client cannot be asked is refused on its behalf: yes where it waits for the very
   * task, no where another client of the owner may yet answer.
   */
  readonly refuses: boolean;
}

/** A question as it was asked on this stream. */
interface Asked {
  readonly taskId: string;
  readonly key: string;
  readonly request: InputRequest;
  /** Whether the client is asked to make a task of its answer, and for how long, in milliseconds. */
  readonly taskTtlMs: number | undefined;
  /** How often the question itself was sent: not at all where it was another stream's, and its task is waited for. */
  tries: number;
  /** The client's task whose result was asked for on this stream. */
  clientTask?: ClientTask;
  /** Whether it is still open, so that it has to be cancelled when nobody needs it any more. */
  isTaskOpen?: boolean;
}

/** Carries what a task has to say to a client, for as long as a stream is open: questions, progress, status. */
export class Courier implements Carrier {
  readonly #stream: ClientStream;
  readonly #options: CourierOptions;
  readonly #asked = new Map<string, Asked>();
  readonly #refused = new Set<string>();
  /** Questions that another stream carries, with their tasks. */
  readonly #waitsFor = new Map<string, string>();
  #isClosed = false;
  #shownStatus: string | undefined;

  constructor(stream: ClientStream, options: CourierOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  get session(): string {
    return this.#stream.session;
  }

  get isAwaiting(): boolean {
    return this.#options.refuses;
  }

  /** Sends what is new in a reading of the task. */
  async deliver(task: Task): Promise<void> {
    await this.#reportProgress(task);
    await this.#reportStatus(task);
    await this.ask(task);
  }

  /** Sends the questions that are new in a reading of the task, and takes back what is not asked any more. */
  async ask(task: Task): Promise<void> {
    // Once the task is over for the client, nobody waits for an answer, whatever the Workflow still does.
    const isOver = isTerminal(toTaskStatus(task, Generation.rev2025));
    const open = isOver ? {} : (task.inputRequests ?? {});
    await this.#cancelClientTasks(task, open);
    for (const [key, request] of Object.entries(open)) {
      const { heldBy: clientTask } = request;
      if (clientTask) await this.#fetch(task, key, { request, clientTask });
      else await this.#ask(task, key, request);
    }
  }

  /** The stream has ended: what it carried may be carried by another one. */
  close(): void {
    this.#isClosed = true;
    for (const question of [...this.#asked.keys(), ...this.#waitsFor.keys()]) {
      this.#options.deliveries.release(question, this);
    }
    this.#asked.clear();
    this.#waitsFor.clear();
  }

  takeOver(question: string): void {
    const taskId = this.#waitsFor.get(question);
    if (taskId === undefined) return;
    const { tasks, owner } = this.#options;
    // It may have been answered by now. If it cannot be read, the next reading of the task brings it.
    tasks
      .get(taskId, owner)
      .then(async (task) => this.ask(task))
      .catch(() => undefined);
  }

  /** What is still under way when the stream ends must not take anything on: nobody would let go of it. */
  #claim(question: string, taskId: string): boolean {
    if (this.#isClosed) return false;
    const isMine = this.#options.deliveries.claim(question, this);
    if (isMine) this.#waitsFor.delete(question);
    else this.#waitsFor.set(question, taskId);
    return isMine;
  }

  #meta(taskId: string): Record<string, unknown> {
    return this.#options.namesTask ? { _meta: { [RELATED_TASK_META_KEY]: { taskId } } } : {};
  }

  async #reportProgress(task: Task): Promise<void> {
    const { progress, progressToken, taskId } = task;
    // After a terminal status there is none (Progress › Behavior Requirements).
    const isOver = isTerminal(toTaskStatus(task, Generation.rev2025));
    if (!progress || progressToken === undefined || isOver) return;
    if (!this.#options.deliveries.advance(taskId, this.session, progress.progress)) return;
    await this.#stream.send({
      method: 'notifications/progress',
      params: { progressToken, ...progress, ...this.#meta(taskId) },
    });
  }

  async #reportStatus(task: Task): Promise<void> {
    if (!this.#options.namesTask) return;
    const wire = toWireTask(task);
    const status = JSON.stringify([wire.status, wire.statusMessage]);
    const isChange = this.#shownStatus !== undefined && this.#shownStatus !== status;
    this.#shownStatus = status;
    if (isChange) await this.#stream.send({ method: 'notifications/tasks/status', params: wire });
  }

  async askAgain(question: string, hint: string): Promise<void> {
    const asked = this.#asked.get(question);
    if (!asked || asked.tries >= MAX_TRIES) return;
    asked.tries += 1;
    await this.#send(asked, hint);
  }

  async fetchAgain(question: string): Promise<void> {
    const asked = this.#asked.get(question);
    if (!asked?.clientTask || asked.tries >= MAX_TRIES) return;
    asked.tries += 1;
    await this.#sendFetch(asked, asked.clientTask);
  }

  settle(question: string): void {
    const asked = this.#asked.get(question);
    if (asked) asked.isTaskOpen = false;
  }

  async #ask(task: Task, key: string, request: OpenInputRequest): Promise<void> {
    const { refuses } = this.#options;
    const { taskId } = task;
    const question = toQuestion(taskId, key);
    if ((this.#asked.get(question)?.tries ?? 0) > 0 || this.#refused.has(question)) return;
    // The Workflow learns that nobody can be asked, rather than wait for ever.
    const refusal = refuseInvalid(request) ?? (refuses ? this.#refuseLacking(request) : undefined);
    if (refusal) {
      await this.#options.tasks.answer(taskId, this.#options.owner, { [key]: refusal });
      this.#refused.add(question);
      return;
    }
    if (lackingCapability(request, this.#stream.capabilities) !== undefined) return;
    if (!this.#claim(question, taskId)) return;
    const asked = { ...this.#toAsked(task, key, request), tries: 1 };
    this.#asked.set(question, asked);
    await this.#send(asked);
  }

  #refuseLacking(request: InputRequest): InputResponse | undefined {
    const lacking = lackingCapability(request, this.#stream.capabilities);
    return lacking === undefined ? undefined : refuseLacking(request, lacking);
  }

  #toAsked(task: Task, key: string, request: OpenInputRequest): Asked {
    const isTask =
      request.takesClientTask === true && canMakeTask(request, this.#stream.capabilities);
    const taskTtlMs = isTask ? remainingTtlMs(task) : undefined;
    return { taskId: task.taskId, key, request, taskTtlMs, tries: 0 };
  }

  async #send({ taskId, key, request, taskTtlMs }: Asked, hint?: string): Promise<void> {
    const { message } = request.params;
    const step = this.isAwaiting ? InputStep.ask : InputStep.offer;
    await this.#request({ taskId, key, step }, request.method, {
      ...request.params,
      // A request to a model has no message that could say it.
      ...(hint !== undefined && typeof message === 'string' && { message: `${message} (${hint})` }),
      // Also where a Workflow has written one itself: it does not know what the client can do.
      task: taskTtlMs === undefined ? undefined : { ttl: taskTtlMs },
      ...this.#meta(taskId),
    });
  }

  /** Waits for the result of the client's task instead of asking the person a second time. */
  async #fetch(
    task: Task,
    key: string,
    {
      request,
      clientTask,
    }: { readonly request: OpenInputRequest; readonly clientTask: ClientTask },
  ): Promise<void> {
    const question = toQuestion(task.taskId, key);
    const known = this.#asked.get(question);
    // Where this very client has been asked, its own task is to come, or another client's answers.
    if (known && (this.#isForeign(clientTask) || isSame(known.clientTask, clientTask))) return;
    if (!canMakeTask(request, this.#stream.capabilities)) return;
    if (!this.#claim(question, task.taskId)) return;
    const asked = known ?? this.#toAsked(task, key, request);
    this.#asked.set(question, asked);
    await this.#sendFetch(asked, clientTask);
  }

  async #sendFetch(asked: Asked, clientTask: ClientTask): Promise<void> {
    const isForeign = this.#isForeign(clientTask);
    asked.clientTask = clientTask;
    asked.isTaskOpen = !isForeign;
    const { taskId, key } = asked;
    const step = isForeign ? InputStep.fetchForeign : InputStep.fetch;
    await this.#request({ taskId, key, step }, 'tasks/result', { taskId: clientTask.taskId });
  }

  /** Whether a client's task was made in another session, so that this stream's client may not know it. */
  #isForeign({ session }: ClientTask): boolean {
    return session !== this.#stream.session;
  }

  /** The client's tasks of questions that are not open any more: best effort, since the client may be gone. */
  async #cancelClientTasks({ inputRequests }: Task, open: OpenInputRequests): Promise<void> {
    for (const asked of this.#asked.values()) {
      const { taskId, key } = asked;
      if (Object.hasOwn(open, key)) continue;
      // Our task may have been cancelled before this stream learned what the client has made of its question.
      const latest = inputRequests?.[key]?.heldBy;
      const isNew = latest && !this.#isForeign(latest) && !isSame(asked.clientTask, latest);
      const clientTask = isNew ? latest : asked.clientTask;
      if (!clientTask || !(isNew || asked.isTaskOpen)) continue;
      asked.clientTask = clientTask;
      asked.isTaskOpen = false;
      if (!this.#stream.capabilities.cancelTask) continue;
      await this.#request({ taskId, key, step: InputStep.cancel }, 'tasks/cancel', {
        taskId: clientTask.taskId,
      });
    }
  }

  async #request(
    about: Pick<InputAddress, 'taskId' | 'key' | 'step'>,
    method: string,
    params: Record<string, unknown>,
  ): Promise<void> {
    const { sealer, owner } = this.#options;
    const { session, send } = this.#stream;
    const id = await sealInputRequestId(sealer, { ...about, owner, session });
    await send({ id, method, params });
  }
}

function isSame(one: ClientTask | undefined, other: ClientTask): boolean {
  return one?.taskId === other.taskId && one.session === other.session;
}

/** No longer than our own task can use the answer. A plain call outlasts its time to live, and begins another. */
function remainingTtlMs({ createdAt, ttlMs }: Task): number {
  const remainingMs = Date.parse(createdAt) + ttlMs - Date.now();
  return remainingMs > 0 ? remainingMs : ttlMs;
}
