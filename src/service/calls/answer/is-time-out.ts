/** Matches the SDKs' reasons for a cancellation after their own time limit. */
const TIMEOUT = /time-?d? ?out|timeout/i;

/** Returns true if a cancellation's reason names a time limit: the client stops waiting, but the user may want the call. */
export function isTimeOut(reason: unknown): boolean {
  const text = reason instanceof Error ? reason.message : reason;
  return typeof text === 'string' && TIMEOUT.test(text.slice(0, 200));
}
