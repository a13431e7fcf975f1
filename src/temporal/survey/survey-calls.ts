/** Limits of a survey. */

/** Deadline of one call with its retries, in milliseconds. A person waits, and Temporal may be far away. */
export const CALL_DEADLINE_MS = 10_000;
/** Maximum number of Workflow Types in a survey. Survey a larger namespace in parts. */
export const MAX_TYPES = 50;
/** Executions per search for Workflow Types. */
export const ROWS_AT_ONCE = 100;
/** Number of executions that are read at a time. */
export const READS_AT_ONCE = 8;
/** Number of events read from the start of a history, and from its end. */
export const EVENTS_READ = 200;
/** Maximum number of inspected arguments of a call. */
export const MAX_ARGUMENTS = 20;
/** Time for a Worker to list a Workflow's handlers, in milliseconds. */
export const DEFINITION_LIMIT_MS = 3_000;
/** Maximum number of executions of a Workflow Type that are asked for handlers. */
export const MAX_ASKED = 2;
/** Maximum number of open executions of a Workflow Type that are described for heartbeats. */
export const MAX_DESCRIBED = 5;
/** Maximum history of an asked execution, in events: a Worker may have to replay all of it before it answers. */
export const MAX_EVENTS_ASKED = 2_000;
