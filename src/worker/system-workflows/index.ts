/** Workflow Definitions of this package's own, on the Task Queue of `SYSTEM_TASK_QUEUE`. */
export { accompanyTask } from './accompany-task.js';
export { runJob } from '../../jobs/workflows/run-job.js';
