import { TaskError, TaskErrorCode } from '../core/errors.js';
import type { InputRequest } from '../core/input-request.js';
import type { Owner } from '../core/tasks.js';

import type { ClientStream } from './client-stream.js';

const PREFIX = 'mcp-start.';

interface OpenQuestion {
  readonly owner: Owner;
  readonly take: (response: unknown) => void;
}

/** Whether an ID is that of a question before the start of a call. */
export function isStartQuestionId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(PREFIX);
}

/**
 * Questions before the start of calls, on the streams of this process. There is no Workflow yet that could wait for
 * an answer in its stead, so the answer has to come to the process that asked: where several serve one address,
 * clients have to be sent to the same one.
 */
export class QuestionsBeforeStart {
  readonly #open = new Map<string, OpenQuestion>();

  /** @returns Whether the answer was waited for here, by this owner. */
  answer(id: string, owner: Owner, response: unknown): boolean {
    const question = this.#open.get(id);
    if (question?.owner !== owner) return false;
    question.take(response);
    return true;
  }

  /**
   * Asks, and resolves with the answer.
   *
   * @throws {TaskError} `aborted` when the signal fires first.
   */
  async ask(
    request: InputRequest,
    { send }: Pick<ClientStream, 'send'>,
    { owner, signal }: { readonly owner: Owner; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const id = `${PREFIX}${crypto.randomUUID()}`;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        onAbort = () => {
          reject(new TaskError(TaskErrorCode.aborted, 'The call was withdrawn. It did not start.'));
        };
        signal.addEventListener('abort', onAbort);
        if (signal.aborted) onAbort();
        this.#open.set(id, { owner, take: resolve });
        send({ id, method: request.method, params: { ...request.params } }).catch(reject);
      });
    } finally {
      this.#open.delete(id);
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }
}
