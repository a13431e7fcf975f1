/** Temporal's answer to a start fits into it, and orchestrators kill a process after 30 s. */
export const DEFAULT_DRAIN_MS = 10_000;
