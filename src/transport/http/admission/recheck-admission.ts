import type { Response } from 'express';

import { type Gate, noLongerAdmitted, type Refusal } from '../../../core/person/gate.js';
import { type Admitted, visitOf } from '../request/visit.js';

import { sendRefusal } from './require-token.js';

/** Interval of checks while a request is open. */
const RECHECK_MS = 60_000;
/** Time for which a stream stays open while its token cannot be verified. */
const DOUBT_MS = 5 * 60_000;
const UNAVAILABLE = 503;
/** Time in which a stream may end by its protocol, before its response is closed. */
const END_PATIENCE_MS = 500;

/**
 * Checks repeatedly that a request would still be admitted as the same owner.
 *
 * @param onLost Called with the refusal, or without an argument if the owner would change.
 * @returns A function that ends the checks.
 */
function watch(
  gate: Gate,
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
    const verdict = await gate.authenticate(presented);
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
 * Ends the answer to a request whose caller would no longer be admitted: at once when the token expires, and within a
 * minute after a revocation that the verifier sees. A started answer ends as its protocol requires.
 *
 * @param gone Aborted with a reason, which ends the waits of the request.
 * @returns A function that returns true after that has happened.
 */
export function recheckAdmission(
  gate: Gate,
  response: Response,
  gone: AbortController,
): () => boolean {
  const { admitted } = visitOf(response);
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
