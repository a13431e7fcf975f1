/** Event streams, as answers of every generation have them. */

/** What ends an event. */
export const FRAME_END = '\n\n';
/** Proxies and hosts close a stream on which nothing happens for long; so often there is a comment, in milliseconds. */
export const KEEP_ALIVE_MS = 15_000;
/** A comment, which clients skip. */
export const KEEP_ALIVE_FRAME = `: keepalive${FRAME_END}`;
/** Of a stream that nobody on the way may keep, or keep back. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** JSON as an event. */
export function toJsonFrame(json: string): string {
  return `event: message\ndata: ${json}${FRAME_END}`;
}

/** A message as an event. */
export function toFrame(message: unknown): string {
  return toJsonFrame(JSON.stringify(message));
}

/** Whether an answer is such a stream. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}
