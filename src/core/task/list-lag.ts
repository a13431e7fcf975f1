/** How far Temporal's lists trail the truth, as everybody reckons who goes by them. */

/**
 * What has closed less than this ago is not told yet, in milliseconds: lists trail the truth by up to half a second on SQL
 * stores, and events are told in the order in which they have happened.
 */
export const LIST_LAG_MS = 1_000;
/** What comes into lists later than that is found all the same, in milliseconds: so far each look goes back. */
export const LIST_OVERLAP_MS = 10_000;
