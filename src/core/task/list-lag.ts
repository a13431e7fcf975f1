/** The lag of Temporal's lists. */

/**
 * Time after a close for which events wait, in milliseconds. Lists on SQL stores lag behind by up to half a second,
 * and events are sent in their order.
 */
export const LIST_LAG_MS = 1_000;
/** Overlap of two reads, in milliseconds, to find executions that appear late in the list. */
export const LIST_OVERLAP_MS = 10_000;
