import type { InputRequest } from '../../core/contract/input-request.js';
import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Exchange } from '../../core/request/exchange.js';

import { toSilenceMs, toWithdrawal } from './shown-question.js';

const PREFIX = 'mcp-start.';

interface OpenQuestion {
  readonly owner: string;
  readonly take: (response: unknown) => void;
  readonly leave: (error: TaskError) => void;
}

export interface AskingOptions {
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Fires once the client can no longer send an answer. Absent: it can. */
  readonly inputOver?: AbortSignal | undefined;
  /** Time until a request without an answer is sent again, in milliseconds. Absent: no answer can be lost. */
  readonly askAgainAfterMs?: number | undefined;
}

export function isStartQuestionId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}

function serverCloses(): TaskError {
  return new TaskError(
    TaskErrorCode.closing,
    'The server is being stopped. The call did not start: make it again.',
  );
}

function inputIsOver(): TaskError {
  return new TaskError(
    TaskErrorCode.closing,
    'The input ended before the answer to a question. The call did not start.',
  );
}

/**
 * Questions before the start of calls, on the streams of this process. No Workflow exists yet to receive an answer, so
 * it must come to the process that asked. If several processes serve one address, route a client always to the same
 * one.
 */
export class QuestionsBeforeStart {
  readonly #open = new Map<string, OpenQuestion>();
  #isClosed = false;

  /** @returns True if this process was waiting for this owner's answer. */
  answer(id: string, owner: string, response: unknown): boolean {
    const question = this.#open.get(id);
    if (question?.owner !== owner) return false;
    question.take(response);
    return true;
  }

  /** Gives up open and later questions, since their answers could no longer reach this process. */
  close(): void {
    this.#isClosed = true;
    for (const { leave } of this.#open.values()) leave(serverCloses());
  }

  /**
   * Asks, and resolves with the answer. Without one for a time, it asks again, and any of the requests can be answered.
   *
   * @throws {TaskError} `aborted` when the signal fires first; `closing` when the server stops, or the client's input
   * ends.
   */
  async ask(
    request: InputRequest,
    { send }: Pick<Exchange, 'send'>,
    { owner, signal, inputOver, askAgainAfterMs }: AskingOptions,
  ): Promise<unknown> {
    if (this.#isClosed) throw serverCloses();
    if (inputOver?.aborted) throw inputIsOver();
    const ids: string[] = [];
    let answeredId: string | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    let onAbort: (() => void) | undefined;
    let onInputOver: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        onAbort = () => {
          reject(new TaskError(TaskErrorCode.aborted, 'The call was withdrawn. It did not start.'));
        };
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
        onInputOver = () => {
          reject(inputIsOver());
        };
        inputOver?.addEventListener('abort', onInputOver);
        const askOnce = (): void => {
          const id = `${PREFIX}${crypto.randomUUID()}`;
          if (askAgainAfterMs !== undefined) {
            silence = setTimeout(askOnce, toSilenceMs(askAgainAfterMs, ids.length));
          }
          ids.push(id);
          const take = (response: unknown): void => {
            answeredId = id;
            resolve(response);
          };
          this.#open.set(id, { owner, take, leave: reject });
          send({ id, method: request.method, params: { ...request.params } }).catch(reject);
        };
        askOnce();
      });
    } finally {
      clearTimeout(silence);
      for (const id of ids) {
        this.#open.delete(id);
        const isLeft = answeredId !== undefined && answeredId !== id;
        if (isLeft) void send(toWithdrawal(id)).catch(() => undefined);
      }
      if (onAbort) signal.removeEventListener('abort', onAbort);
      if (onInputOver) inputOver?.removeEventListener('abort', onInputOver);
    }
  }
}
