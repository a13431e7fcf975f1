import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { InputRequest } from '../../core/input-request.js';
import { checkBeforeAsking, nextStartStep, type StartStep } from '../../core/start-questions.js';
import type { Owner, Tasks } from '../../core/tasks.js';
import type { ToolDefinition } from '../../core/tool-definition.js';

import { lackingCapability } from './client-capabilities.js';
import type { ClientStream } from './courier.js';

const PREFIX = 'mcp-start.';
/** A client that keeps answering what does not fit is asked this often. */
const MAX_ROUNDS = 5;

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
export class StartQuestions {
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
    stream: ClientStream,
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
        stream.send({ id, method: request.method, params: { ...request.params } }).catch(reject);
      });
    } finally {
      this.#open.delete(id);
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }
}

/** One for all servers that share their tasks: over HTTP there is one server a request. */
const questionsByTasks = new WeakMap<Tasks, StartQuestions>();

/** The questions that are open for calls on these tasks. */
export function startQuestionsOf(tasks: Tasks): StartQuestions {
  const questions = questionsByTasks.get(tasks) ?? new StartQuestions();
  questionsByTasks.set(tasks, questions);
  return questions;
}

/** Whose call it is, and on which stream it can be asked. */
export interface AskContext {
  readonly owner: Owner;
  readonly signal: AbortSignal;
  readonly stream: ClientStream;
}

/**
 * Asks whatever has to be asked before a call starts. Without an answer it does not start.
 *
 * @throws {TaskError} `invalidArguments` when no answer could make the arguments fit.
 */
export async function askBeforeStart(
  tool: ToolDefinition,
  input: Readonly<Record<string, unknown>>,
  { questions, context }: { readonly questions: StartQuestions; readonly context: AskContext },
): Promise<Exclude<StartStep, { kind: 'ask' }>> {
  checkBeforeAsking(tool, input);
  let answers: Readonly<Record<string, unknown>> = {};
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const step = nextStartStep(tool, input, answers);
    if (step.kind !== 'ask') return step;
    const { stream } = context;
    for (const request of Object.values(step.requests)) {
      const lacking = lackingCapability(request, stream.capabilities);
      if (lacking === undefined) continue;
      const { message } = request.params;
      return {
        kind: 'refused',
        message: `Not started: "${String(message)}" has to be answered first, and this client cannot be asked: it has not declared "${lacking}", or takes a single reply only.`,
      };
    }
    const given = await Promise.all(
      Object.entries(step.requests).map(
        async ([key, request]) => [key, await questions.ask(request, stream, context)] as const,
      ),
    );
    answers = { ...answers, ...Object.fromEntries(given) };
  }
  return { kind: 'refused', message: 'Not started: none of the answers fits.' };
}
