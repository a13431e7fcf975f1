/** Bounds of a look at a namespace, in one place. */

/** One call with its retries, in milliseconds: a person waits, and Temporal may be far away. */
export const CALL_DEADLINE_MS = 10_000;
/** Workflow Types that are looked at. A namespace with more has to be looked at in parts. */
export const MAX_TYPES = 50;
/** Executions that one search for Workflow Types brings. */
export const ROWS_AT_ONCE = 100;
/** Executions that are read at once. */
export const READS_AT_ONCE = 8;
/** Events of a history that are read from its start, and as many from its end. */
export const EVENTS_READ = 200;
/** Arguments of one call that are looked at. */
export const MAX_ARGUMENTS = 20;
/** How long a Worker may take to say which handlers a Workflow has, in milliseconds. */
export const DEFINITION_LIMIT_MS = 3_000;
/** How many executions of a Workflow Type are asked for that at most. */
export const MAX_ASKED = 2;
/** Open executions of a Workflow Type that are looked at for heartbeats. */
export const MAX_DESCRIBED = 5;
/** A Worker reads the whole history of what has ended before it can answer, so it must not be long. */
export const MAX_EVENTS_ASKED = 2_000;
