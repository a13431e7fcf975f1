import { LRUCache } from 'lru-cache';

import type { Tasks } from '../../core/tasks.js';

const MAX_TASKS = 10_000;

/** A stream that carries questions. */
export interface Carrier {
  /** The session of the client at its end. */
  readonly session: string;
  /** Whether the client waits on it for the very task. */
  readonly isAwaiting: boolean;
  /** Asks a question again whose answer did not fit. */
  askAgain(question: string, hint: string): Promise<void>;
  /** Asks again for the result of the task that a client has made of a question. */
  fetchAgain(question: string): Promise<void>;
  /** The task that the client made of a question has ended. */
  settle(question: string): void;
  /** A question that another stream carried is free. Must not throw. */
  takeOver(question: string): void;
}

function yieldsTo(carrier: Carrier, stream: Carrier): boolean {
  return !carrier.isAwaiting && stream.isAwaiting && carrier.session !== stream.session;
}

/** Names a question among those of all tasks. */
export function toQuestion(taskId: string, key: string): string {
  return `${taskId} ${key}`;
}

function toPolled(question: string, session: string): string {
  return `${question} ${session}`;
}

/**
 * What this process has on its way to clients: which stream carries which question, and how far progress has been
 * reported. It keeps two streams from carrying the same message. Between processes the first answer wins, and
 * what is lost with a process is asked again on the next stream.
 */
export class Deliveries {
  readonly #carriers = new Map<string, Carrier>();
  /** Streams that would have carried a question, if another one had not. */
  readonly #waiting = new Map<string, Set<Carrier>>();
  readonly #polled = new LRUCache<string, string>({ max: MAX_TASKS });
  readonly #progress = new LRUCache<string, number>({ max: MAX_TASKS });

  /**
   * Takes a question on for a stream, unless another one carries it: then the stream hears when that lets go of it.
   * A client that waits for the task is asked even while another client, which does not, has been.
   */
  claim(question: string, stream: Carrier): boolean {
    const carrier = this.#carriers.get(question);
    if (carrier !== undefined && carrier !== stream && !yieldsTo(carrier, stream)) {
      this.#waiting.set(question, (this.#waiting.get(question) ?? new Set()).add(stream));
      return false;
    }
    this.#carriers.set(question, stream);
    return true;
  }

  /** Whether a stream of this process carries the question. */
  isCarried(question: string): boolean {
    return this.#carriers.has(question);
  }

  /** Lets go of a question that a stream carries or waits for, so that another stream can carry it. */
  release(question: string, stream: Carrier): void {
    const waiting = this.#waiting.get(question);
    waiting?.delete(stream);
    if (waiting?.size === 0) this.#waiting.delete(question);
    if (this.#carriers.get(question) !== stream) return;
    this.#carriers.delete(question);
    this.#waiting.delete(question);
    // Those that come too late among them wait again.
    for (const other of waiting ?? []) other.takeOver(question);
  }

  /** A client that does not wait for the task cannot answer: whoever else can be asked takes the question over. */
  decline(question: string): void {
    const carrier = this.#carriers.get(question);
    if (carrier && !carrier.isAwaiting) this.release(question, carrier);
  }

  /** Asks again on the stream that carries the question, if it is one of this process, else on a later poll. */
  async askAgain(question: string, session: string, hint: string): Promise<void> {
    this.#polled.delete(toPolled(question, session));
    await this.#carriers.get(question)?.askAgain(question, hint);
  }

  /** Asks again for the result of a client's task, on the stream that asked for it or on a later poll. */
  async fetchAgain(question: string, session: string): Promise<void> {
    this.#polled.delete(toPolled(question, session));
    await this.#carriers.get(question)?.fetchAgain(question);
  }

  /** The task that the client made of a question has ended, so that nobody has to cancel it. */
  settle(question: string): void {
    this.#carriers.get(question)?.settle(question);
  }

  /** How a question has last gone out to a session ahead of the reply to a poll, if it has. */
  polledAs(question: string, session: string): string | undefined {
    return this.#polled.get(toPolled(question, session));
  }

  /** Remembers that it has, and how. What is forgotten with the process goes out once more. */
  rememberPolled(question: string, session: string, form: string): void {
    this.#polled.set(toPolled(question, session), form);
  }

  /**
   * Whether progress is above everything reported of the task to a session so far; if it is, it counts as reported from
   * now on.
   */
  advance(taskId: string, session: string, progress: number): boolean {
    const reported = toPolled(taskId, session);
    if (progress <= (this.#progress.get(reported) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#progress.set(reported, progress);
    return true;
  }
}

/** One for all servers that share their tasks: over HTTP there is one server a request. */
const deliveriesByTasks = new WeakMap<Tasks, Deliveries>();

/** What is on its way for these tasks. */
export function deliveriesOf(tasks: Tasks): Deliveries {
  const deliveries = deliveriesByTasks.get(tasks) ?? new Deliveries();
  deliveriesByTasks.set(tasks, deliveries);
  return deliveries;
}
