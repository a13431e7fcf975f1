import { HeldAnswers } from './held-answers.js';
import { QuestionsBeforeStart } from './questions-before-start.js';

/** A question on a stream that carries it, or would like to. */
export interface Carrier {
  /** The session of the client at the stream's end. */
  readonly session: string;
  /** The client waits on it for this task. */
  readonly isWaiting: boolean;
  /** Another stream has let go of the question. Must not throw. */
  freed(): void;
  /** The client has responded to a request. */
  respond(): Promise<void>;
  /** The client has responded that it cannot be asked this. */
  decline(): Promise<void>;
  /** The client has responded with an error. @returns Whether it has been asked once more. */
  fail(): Promise<boolean>;
  /** Asks again, since the answer was not taken. */
  askAgain(hint: string): Promise<void>;
  /** Asks again for the result of the client's task. */
  fetchAgain(): Promise<void>;
}

/** Names a question among those of all tasks. */
export function toQuestion(taskId: string, key: string): string {
  return `${taskId} ${key}`;
}

/** A client that waits for the task is asked even while another client, which does not, has been. */
function yieldsTo(carrier: Carrier, stream: Carrier): boolean {
  return !carrier.isWaiting && stream.isWaiting && carrier.session !== stream.session;
}

/**
 * Knows which stream of this process carries which question, and the next one in turn, so that no two streams carry
 * the same one. Between processes the first answer wins; after a crash, the next stream asks again. It holds only
 * questions of open streams.
 */
export class QuestionDesk {
  /** Questions of calls of this process before their start. */
  readonly beforeStart = new QuestionsBeforeStart();
  /** Answers that this process tries to bring to Temporal. */
  readonly held = new HeldAnswers();
  readonly #carriers = new Map<string, Carrier>();
  /** Streams that would have carried a question, if another one had not. */
  readonly #waiting = new Map<string, Set<Carrier>>();

  /** Takes a question on for a stream, unless another one carries it: then the stream hears when that lets go of it. */
  claim(question: string, stream: Carrier): boolean {
    const carrier = this.#carriers.get(question);
    if (carrier !== undefined && carrier !== stream && !yieldsTo(carrier, stream)) {
      this.#waiting.set(question, (this.#waiting.get(question) ?? new Set()).add(stream));
      return false;
    }
    this.#carriers.set(question, stream);
    return true;
  }

  /** Lets go of a question that a stream carries or waits for, so that another stream can carry it. */
  release(question: string, stream: Carrier): void {
    const waiting = this.#waiting.get(question);
    waiting?.delete(stream);
    if (waiting?.size === 0) this.#waiting.delete(question);
    if (this.#carriers.get(question) !== stream) return;
    this.#carriers.delete(question);
    this.#waiting.delete(question);
    // Streams that come too late wait again.
    for (const other of waiting ?? []) other.freed();
  }

  /** A client that does not wait for the task cannot answer: another client takes the question over. */
  async decline(question: string): Promise<void> {
    const carrier = this.#carriers.get(question);
    if (carrier?.isWaiting === false) await carrier.decline();
  }

  /** A client has responded to a request, on any stream of its session. */
  async respond(question: string, session: string): Promise<void> {
    const carrier = this.#carriers.get(question);
    if (carrier?.session === session) await carrier.respond();
  }

  /**
   * A client that waits for the task has responded with an error: it may have been mistaken in the form.
   *
   * @returns Whether the question stays open: it has been asked once more, or is no stream's of this process.
   */
  async fail(question: string): Promise<boolean> {
    const carrier = this.#carriers.get(question);
    return carrier === undefined || carrier.fail();
  }

  /** Has a question asked again on the stream that carries it, if that is one of this process. */
  async askAgain(question: string, hint: string): Promise<void> {
    await this.#carriers.get(question)?.askAgain(hint);
  }

  /** Has the result of a client's task asked for again, on the stream that asked for it. */
  async fetchAgain(question: string): Promise<void> {
    await this.#carriers.get(question)?.fetchAgain();
  }
}
