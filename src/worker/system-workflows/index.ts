/** Workflow Definitions of this package's own, on the Task Queue of `SYSTEM_TASK_QUEUE`. */
export { keepDeadlines } from './keep-deadlines.js';
export { notifyOfTask } from './notify-of-task.js';
export { runJob } from '../../jobs/workflows/run-job.js';
export { terminateAfterGrace } from './terminate-after-grace.js';
