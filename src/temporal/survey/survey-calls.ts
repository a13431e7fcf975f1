/** Bounds of a look at a namespace, in one place. */

/** Deadline of one call with its retries, in milliseconds. A person waits, and Temporal may be far away. */
export const CALL_DEADLINE_MS = 10_000;
/** Maximum number of Workflow Types in a survey. Survey a larger namespace in parts. */
export const MAX_TYPES = 50;
/** Executions that one search for Workflow Types brings. */
export const ROWS_AT_ONCE = 100;
/** Executions that are read at once. */
export const READS_AT_ONCE = 8;
/** Events of a history that are read from its start, and as many from its end. */
export const EVENTS_READ = 200;
/** Maximum number of inspected arguments of a call. */
export const MAX_ARGUMENTS = 20;
/** Time for a Worker to list a Workflow's handlers, in milliseconds. */
export const DEFINITION_LIMIT_MS = 3_000;
/** Maximum number of executions of a Workflow Type that are asked for handlers. */
export const MAX_ASKED = 2;
/** Open executions of a Workflow Type that are looked at for heartbeats. */
export const MAX_DESCRIBED = 5;
/** A Worker reads the whole history of what has ended before it can answer, so it must not be long. */
export const MAX_EVENTS_ASKED = 2_000;
