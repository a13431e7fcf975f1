import { HeldAnswers } from './held-answers.js';
import { QuestionsBeforeStart } from './questions-before-start.js';

/** A question on a stream that carries it or waits to carry it. */
export interface Carrier {
  /** The session of the client at the stream's end. */
  readonly session: string;
  /** The client waits on this stream for the question's task. */
  readonly isWaiting: boolean;
  /** Called when another stream has released the question. Must not throw. */
  freed(): void;
  /** The client has responded to a request on this question. */
  respond(): Promise<void>;
  /** The client has responded that it cannot be asked this question. */
  decline(): Promise<void>;
  /** The client has responded with an error. @returns True if the client was asked again. */
  fail(): Promise<boolean>;
  /** Asks again, since the server did not accept the answer. */
  askAgain(hint: string): Promise<void>;
  /** Requests the result of the client's task again. */
  fetchAgain(): Promise<void>;
}

/** Identifies a question among those of all tasks. */
export function toQuestion(taskId: string, key: string): string {
  return `${taskId} ${key}`;
}

/** A stream that waits for the task takes a question over from a stream that does not, if their sessions differ. */
function yieldsTo(carrier: Carrier, stream: Carrier): boolean {
  return !carrier.isWaiting && stream.isWaiting && carrier.session !== stream.session;
}

/**
 * Records which stream of this process carries which question, and which streams wait for it, so that one stream at a
 * time carries it. Between processes the first answer counts; after a crash, the next stream asks again. Only
 * questions of open streams are recorded.
 */
export class QuestionDesk {
  /** Questions of calls before their start, in this process. */
  readonly beforeStart = new QuestionsBeforeStart();
  /** Answers that this process tries to deliver to Temporal. */
  readonly held = new HeldAnswers();
  readonly #carriers = new Map<string, Carrier>();
  /** Streams that wait to carry a question of another stream. */
  readonly #waiting = new Map<string, Set<Carrier>>();

  /**
   * Gives a question to a stream. Returns false if another stream carries it; `freed` is called once that stream
   * releases it.
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

  /** Ends a stream's claim on a question, so that another stream can carry it. */
  release(question: string, stream: Carrier): void {
    const waiting = this.#waiting.get(question);
    waiting?.delete(stream);
    if (waiting?.size === 0) this.#waiting.delete(question);
    if (this.#carriers.get(question) !== stream) return;
    this.#carriers.delete(question);
    this.#waiting.delete(question);
    // The first stream claims the question; the others wait again.
    for (const other of waiting ?? []) other.freed();
  }

  /** A client that does not wait for the task cannot answer, so the question is free for another client. */
  async decline(question: string): Promise<void> {
    const carrier = this.#carriers.get(question);
    if (carrier?.isWaiting === false) await carrier.decline();
  }

  /** Records that a client has responded, on any stream of its session. */
  async respond(question: string, session: string): Promise<void> {
    const carrier = this.#carriers.get(question);
    if (carrier?.session === session) await carrier.respond();
  }

  /**
   * A client that waits for the task has responded with an error. It may have mistaken the form.
   *
   * @returns True if the question stays open: the client was asked again, or no stream of this process carries the
   * question.
   */
  async fail(question: string): Promise<boolean> {
    const carrier = this.#carriers.get(question);
    return carrier === undefined || carrier.fail();
  }

  /** Asks again on the stream that carries the question, if it belongs to this process. */
  async askAgain(question: string, hint: string): Promise<void> {
    await this.#carriers.get(question)?.askAgain(hint);
  }

  /** Requests the result of the client's task again, on the stream that asked for it. */
  async fetchAgain(question: string): Promise<void> {
    await this.#carriers.get(question)?.fetchAgain();
  }
}
