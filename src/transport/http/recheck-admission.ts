import type { Response } from 'express';

import { type Gate, noLongerAdmitted, type Refusal } from '../../core/person/gate.js';

import { type Admitted, admittedIn, sendRefusal } from './require-token.js';

/** So often a request that is still open is looked at again. */
const RECHECK_MS = 60_000;
/** So long a stream is let be when it cannot be told whether its token still holds. */
const DOUBT_MS = 5 * 60_000;
const UNAVAILABLE = 503;
/** Time for a stream to end in its own way. */
const END_PATIENCE_MS = 500;

/**
 * Checks repeatedly that a request would still be admitted as the same owner.
 *
 * @param onLost Called with the refusal, or without it if the owner would change.
 * @returns Ends the checks.
 */
function watch(
  gate: () => Gate,
  { grant, presented }: Admitted,
  onLost: (refusal?: Refusal) => void,
): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let certainAtMs = Date.now();

  const wait = (untilMs: number): void => {
    const restMs = Math.max(0, untilMs - Date.now());
    timer = setTimeout(() => void look(untilMs), Math.min(restMs, RECHECK_MS));
  };
  const look = async (untilMs: number): Promise<void> => {
    const verdict = await gate().authenticate(presented);
    if (isStopped) return;
    if (verdict.kind === 'admitted') {
      if (verdict.grant.caller.owner !== grant.caller.owner) {
        onLost();
        return;
      }
      certainAtMs = Date.now();
      wait(verdict.grant.untilMs);
      return;
    }
    const isInDoubt = verdict.refusal.status === UNAVAILABLE && Date.now() < untilMs;
    if (isInDoubt && Date.now() - certainAtMs < DOUBT_MS) wait(untilMs);
    else onLost(verdict.refusal);
  };

  wait(grant.untilMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Ends the answer to a request whose caller would no longer be admitted: at once at the token's end, and within a
 * minute of a revocation that the verifier sees. A started answer ends as its protocol requires.
 *
 * @param gone Ends the waits of the request, with a reason.
 * @returns True if that has happened.
 */
export function recheckAdmission(
  gate: () => Gate,
  response: Response,
  gone: AbortController,
): () => boolean {
  const admitted = admittedIn(response);
  if (!admitted) return () => false;
  let isLost = false;
  const stop = watch(gate, admitted, (refusal) => {
    isLost = true;
    if (refusal && !response.headersSent) sendRefusal(response, refusal);
    gone.abort(noLongerAdmitted());
    setTimeout(() => response.end(), END_PATIENCE_MS).unref();
  });
  response.once('close', stop);
  if (response.closed) stop();
  return () => isLost;
}
