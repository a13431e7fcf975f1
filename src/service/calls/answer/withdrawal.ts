import type { Departure } from '../tool.js';

/** How the SDKs word the reason of a cancellation that their own time limit makes: all of them say so. */
const TIMEOUT = /time-?d? ?out|timeout/i;

/** What a client means by a cancellation: its person does not want the call any more, or it does not wait any longer. */
export function toWithdrawal(reason: unknown): Departure {
  const text = reason instanceof Error ? reason.message : reason;
  return typeof text === 'string' && TIMEOUT.test(text.slice(0, 200)) ? 'timedOut' : 'withdrawn';
}
