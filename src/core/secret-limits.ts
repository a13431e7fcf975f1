/** Minimum length of a secret, in bytes. Shorter ones would make owner tags guessable. */
export const MINIMUM_SECRET_BYTES = 32;
/**
 * Maximum number of previous secrets that are still accepted. Each makes every list and some look-ups more expensive.
 */
export const MAX_PREVIOUS_SECRETS = 4;
