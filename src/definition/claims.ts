/** Scopes and claims of tokens. */
import * as z from 'zod';

/**
 * A scope (RFC 6749 §3.3). `offline_access` is refused: it is about the client's refresh tokens, and grants nothing
 * here.
 */
export const scope = z
  .string()
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/,
    'A scope must not contain spaces, quotes or backslashes.',
  )
  .refine(
    (text) => text !== 'offline_access',
    'Leave it out: clients request it themselves when they want refresh tokens.',
  );

export const scopes = z.array(scope);

/** Required values by claim. */
export const allow = z.record(z.string(), z.array(z.string()).min(1, 'Name at least one.'));
