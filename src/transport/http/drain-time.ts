/**
 * Default time to finish requests, in milliseconds. It is enough for a start in Temporal, and less than the 30 s after
 * which orchestrators kill a process.
 */
export const DEFAULT_DRAIN_MS = 10_000;
