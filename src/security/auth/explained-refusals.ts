/** Refusals with the reason, of which the client is not told. */
import type { Logger } from '../../core/logger.js';
import type { Refusal } from '../../core/person/gate.js';

import type { Refusals } from './refusals.js';
import type { ReadToken } from './tokens/read-token.js';
import { TokenRejected, VerifierUnavailable } from './tokens/token-verdict.js';

/** By which a client can ask its operator why it was refused. */
export const CORRELATION_HEADER = 'X-Correlation-Id';

export interface RefusalContext {
  readonly refusals: Refusals;
  /** Scopes of every request, for challenges. */
  readonly scopes: readonly string[];
  readonly logger: Logger | undefined;
}

/** Says why, in the log alone, under an ID that the client is given to ask by. */
export function explain(
  refusal: Refusal,
  logger: Logger | undefined,
  { level, message, ...fields }: Explanation,
): Refusal {
  const correlationId = crypto.randomUUID();
  logger?.[level]({ correlationId, status: refusal.status, ...fields }, message);
  return { ...refusal, headers: { ...refusal.headers, [CORRELATION_HEADER]: correlationId } };
}

/** The explanation in the log. */
interface Explanation extends Readonly<Record<string, unknown>> {
  readonly level: 'info' | 'error';
  readonly message: string;
}

function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

/** The refusal of a request whose token could not be verified. */
export function refuseToken(error: unknown, { refusals, scopes, logger }: RefusalContext): Refusal {
  if (error instanceof TokenRejected) {
    const { message: reason } = error;
    return explain(refusals.invalidToken(scopes), logger, {
      level: 'info',
      message: 'A token was refused',
      reason,
      cause: causeOf(error),
    });
  }
  const isForeseen = error instanceof VerifierUnavailable;
  const retryAfterMs = isForeseen ? error.retryAfterMs : undefined;
  return explain(refusals.unavailable(retryAfterMs), logger, {
    // Any caller can name an unknown key.
    level: retryAfterMs === undefined ? 'error' : 'info',
    message: 'Tokens cannot be verified',
    ...(isForeseen ? { reason: error.message, cause: causeOf(error) } : { err: error }),
  });
}

/** The refusal of a request without a readable token. */
export function refuseUnread(
  kind: Exclude<ReadToken['kind'], 'token'>,
  { refusals, scopes, logger }: RefusalContext,
): Refusal {
  const refusalOf = {
    none: () => refusals.noToken(scopes),
    ambiguous: () => refusals.twoTokens(),
    malformed: () => refusals.invalidToken(scopes),
  };
  return explain(refusalOf[kind](), logger, {
    level: 'info',
    message: 'A request was refused',
    reason: `token: ${kind}`,
  });
}
