/** Lag of Temporal's lists, as all their readers assume it. */

/**
 * Events wait for this time after the close, in milliseconds. Lists on SQL stores trail the truth by up to half a
 * second, and events are told in their order.
 */
export const LIST_LAG_MS = 1_000;
/** Each read goes back this far, in milliseconds, to find executions that came into the list late. */
export const LIST_OVERLAP_MS = 10_000;
