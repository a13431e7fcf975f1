import { type InputRequest, toRefusal } from '../../core/input-request.js';
import type { Sealer } from '../../core/sealer.js';
import { Generation, isTerminal, toTaskStatus } from '../../core/task-status.js';
import type { Task } from '../../core/task.js';
import type { Owner, Tasks } from '../../core/tasks.js';

import { type ClientCapabilities, lackingCapability } from './client-capabilities.js';
import { type Carrier, type Deliveries, toQuestion } from './deliveries.js';
import { sealInputRequestId } from './input-request-id.js';
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
  tries: number;
}

/** Carries what a task has to say to a client, for as long as a stream is open: questions, progress, status. */
export class Courier implements Carrier {
  readonly #stream: ClientStream;
  readonly #options: CourierOptions;
  readonly #asked = new Map<string, Asked>();
  #shownStatus: string | undefined;

  constructor(stream: ClientStream, options: CourierOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /** Sends what is new in a reading of the task. */
  async deliver(task: Task): Promise<void> {
    await this.#reportProgress(task);
    await this.#reportStatus(task);
    for (const [key, request] of Object.entries(task.inputRequests ?? {})) {
      await this.#ask(task, key, request);
    }
  }

  /** The stream has ended: what it carried may be carried by another one. */
  close(): void {
    for (const question of this.#asked.keys()) this.#options.deliveries.release(question);
    this.#asked.clear();
  }

  #meta(taskId: string): Record<string, unknown> {
    return this.#options.namesTask ? { _meta: { [RELATED_TASK_META_KEY]: { taskId } } } : {};
  }

  async #reportProgress(task: Task): Promise<void> {
    const { progress, progressToken, taskId } = task;
    // After a terminal status there is none (Progress › Behavior Requirements).
    const isOver = isTerminal(toTaskStatus(task, Generation.rev2025));
    if (!progress || progressToken === undefined || isOver) return;
    if (!this.#options.deliveries.advance(taskId, progress.progress)) return;
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

  async #ask({ taskId }: Task, key: string, request: InputRequest): Promise<void> {
    const { tasks, deliveries, owner, refuses } = this.#options;
    const question = toQuestion(taskId, key);
    if (this.#asked.has(question)) return;
    const lacking = lackingCapability(request, this.#stream.capabilities);
    if (lacking !== undefined) {
      // The Workflow learns that nobody can be asked, rather than wait for ever.
      if (refuses) await tasks.answer(taskId, owner, { [key]: toRefusal(request, lacking) });
      return;
    }
    if (!deliveries.claim(question, this)) return;
    const asked: Asked = { taskId, key, request, tries: 1 };
    this.#asked.set(question, asked);
    await this.#send(asked);
  }

  async #send({ taskId, key, request }: Asked, hint?: string): Promise<void> {
    const { sealer, owner } = this.#options;
    const { message } = request.params;
    await this.#stream.send({
      id: await sealInputRequestId(sealer, { taskId, key, owner }),
      method: request.method,
      params: {
        ...request.params,
        ...(hint !== undefined && { message: `${String(message)} (${hint})` }),
        ...this.#meta(taskId),
      },
    });
  }
}
