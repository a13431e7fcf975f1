/** Calls that take time are answered on a stream: hosts and proxies give up a request of which no byte comes. */
import { inTime } from '../../core/in-time.js';
import { isEventStream, KEEP_ALIVE_MS, STREAM_HEADERS, toJsonFrame } from '../event-frame.js';

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
 */
export async function neverSilent(answering: Promise<Response>): Promise<Response> {
  const answer = await inTime(answering, PATIENCE_MS, () => undefined);
  if (answer) return answer;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const comment = (): void => {
        if (!isCancelled) controller.enqueue(encoder.encode(': working\n\n'));
      };
      comment();
      timer = setInterval(comment, KEEP_ALIVE_MS);
      try {
        for await (const event of readEvents(await answering)) {
          if (isCancelled) return;
          controller.enqueue(event);
        }
        if (!isCancelled) controller.close();
      } catch (error) {
        if (!isCancelled) controller.error(error);
      } finally {
        clearInterval(timer);
      }
    },
    cancel: () => {
      isCancelled = true;
      clearInterval(timer);
    },
  });
  return new Response(body, { headers: STREAM_HEADERS });
}
