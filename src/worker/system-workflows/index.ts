/** Workflow Definitions of this package's own, on the Task Queue of `SYSTEM_TASK_QUEUE`. */
export { terminateAfterGrace } from './terminate-after-grace.js';
export { deliverEvents } from './deliver-events.js';
