/** Refusals whose reason is logged, but not sent to the client. */
import type { Logger } from '../../core/logger.js';
import type { Refusal } from '../../core/person/gate.js';

import type { Refusals } from './refusals.js';
import type { ReadToken } from './tokens/read-token.js';
import { TokenRejected, VerifierUnavailable } from './tokens/token-verdict.js';

/** The header with the ID of a refusal. The operator finds the reason in the log by this ID. */
export const CORRELATION_HEADER = 'X-Correlation-Id';

export interface RefusalContext {
  readonly refusals: Refusals;
  /** Scopes of every request, for challenges. */
  readonly scopes: readonly string[];
  readonly logger: Logger | undefined;
}

/** Logs the reason of a refusal, and adds the ID of the log entry to the answer. */
export function explain(
  refusal: Refusal,
  logger: Logger | undefined,
  { level, message, ...fields }: Explanation,
): Refusal {
  const correlationId = crypto.randomUUID();
  logger?.[level]({ correlationId, status: refusal.status, ...fields }, message);
  return { ...refusal, headers: { ...refusal.headers, [CORRELATION_HEADER]: correlationId } };
}

interface Explanation extends Readonly<Record<string, unknown>> {
  readonly level: 'info' | 'error';
  readonly message: string;
}

function causeOf({ cause }: Error): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

export function refuseToken(error: unknown, { refusals, scopes, logger }: RefusalContext): Refusal {
  if (error instanceof TokenRejected) {
    const { message: reason, details } = error;
    return explain(refusals.invalidToken(scopes), logger, {
      level: 'info',
      message: 'A token was refused',
      reason,
      ...details,
      cause: causeOf(error),
    });
  }
  const isForeseen = error instanceof VerifierUnavailable;
  const fields = isForeseen ? { reason: error.message, cause: causeOf(error) } : { err: error };
  return explain(refusals.unavailable(), logger, {
    level: 'error',
    message: 'Tokens cannot be verified',
    ...fields,
  });
}

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
