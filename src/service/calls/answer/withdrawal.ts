import type { Departure } from '../tool.js';

/** Matches the SDKs' reasons for a cancellation after their own time limit. */
const TIMEOUT = /time-?d? ?out|timeout/i;

/** The meaning of a client's cancellation: its person no longer wants the call, or the client stops waiting. */
export function toWithdrawal(reason: unknown): Departure {
  const text = reason instanceof Error ? reason.message : reason;
  return typeof text === 'string' && TIMEOUT.test(text.slice(0, 200)) ? 'timedOut' : 'withdrawn';
}
