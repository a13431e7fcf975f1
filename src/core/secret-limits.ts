/** Shorter secrets are refused, in bytes: owner tags must not be open to guessing. */
export const MINIMUM_SECRET_BYTES = 32;
/** Secrets that may still be taken besides the current one. Each makes every list and some look-ups dearer. */
export const MAX_PREVIOUS_SECRETS = 4;
