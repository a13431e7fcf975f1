/** Calls that take time are answered on a stream: hosts and proxies give up a request of which no byte comes. */
import { isTaskError } from '../../core/errors.js';
import { inTime } from '../../core/in-time.js';
import {
  isEventStream,
  KEEP_ALIVE_MS,
  STREAM_HEADERS,
  toFrame,
  toJsonFrame,
} from '../event-frame.js';

import { toErrorObject } from './json-rpc-error.js';

/** A call that ends within this time is answered as if there were no stream: with one JSON body, and its own HTTP status. */
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

/**
 * The answer to a call: as it is when it comes at once, else as an event stream that begins now, with a comment every 15 s
 * until the answer is there.
 *
 * @param gone Of the call. A `TaskError` that is its reason is the answer.
 */
export async function neverSilent(
  answering: Promise<Response>,
  { id, gone }: { readonly id: unknown; readonly gone: AbortSignal },
): Promise<Response> {
  const answer = await inTime(answering, PATIENCE_MS, () => undefined);
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
