/** Calls that take time are answered on a stream: hosts and proxies give up a request of which no byte comes. */
import { isTaskError } from '../../../core/errors.js';
import { inTime } from '../../../core/value/in-time.js';
import {
  isEventStream,
  KEEP_ALIVE_MS,
  STREAM_HEADERS,
  toFrame,
  toJsonFrame,
} from '../../event-frame.js';
import { toErrorObject } from '../wire/json-rpc-error.js';

/**
 * How long an answer may take before its stream begins, in milliseconds, where nothing tells sooner that it waits. One that
 * ends before is one JSON body with its own HTTP status.
 */
const PATIENCE_MS = 1_000;
const encoder = new TextEncoder();

/** The events of an answer, whichever form it has. */
async function* readEvents(answer: Response): AsyncGenerator<Uint8Array> {
  if (!isEventStream(answer)) {
    yield encoder.encode(toJsonFrame(await answer.text()));
    return;
  }
  if (answer.body) yield* answer.body;
}

/** A call on its way. */
export interface AnsweredCall {
  readonly id: unknown;
  /** Fires when its client has gone. A `TaskError` that is its reason is the answer. */
  readonly gone: AbortSignal;
  /** Fires when the call waits for work that has begun. */
  readonly waiting: AbortSignal;
}

async function untilFired(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
}

/**
 * The answer to a call: as it is when it comes before the call waits for its work, else as an event stream that begins as
 * soon as the call waits, with a comment every 15 s until the answer is there.
 */
export async function neverSilent(
  answering: Promise<Response>,
  { id, gone, waiting }: AnsweredCall,
): Promise<Response> {
  const answer = await Promise.race([
    inTime(answering, PATIENCE_MS, () => undefined),
    untilFired(waiting),
  ]);
  if (answer && !isEventStream(answer)) return answer;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const enqueue = (event: string): void => {
        if (!isOver) controller.enqueue(encoder.encode(event));
      };
      const close = (): void => {
        if (!isOver) controller.close();
        end();
      };
      const comment = (): void => {
        enqueue(': working\n\n');
      };
      if (!answer) comment();
      timer = setInterval(comment, KEEP_ALIVE_MS);
      const onGone = (): void => {
        const { reason } = gone as { readonly reason: unknown };
        if (!isTaskError(reason)) return;
        enqueue(toFrame({ jsonrpc: '2.0', id, error: toErrorObject(reason) }));
        close();
      };
      gone.addEventListener('abort', onGone);
      try {
        for await (const event of readEvents(await answering)) {
          if (isOver) return;
          controller.enqueue(event);
        }
        close();
      } catch (error) {
        if (!isOver) controller.error(error);
      } finally {
        end();
        gone.removeEventListener('abort', onGone);
      }
    },
    cancel: end,
  });
  return new Response(body, { headers: STREAM_HEADERS });
}
