/** Entry `temporal-mcp-tasks/worker`: for processes with their own Temporal Workers. */
export { systemWorkerOptions } from './system-worker.js';
