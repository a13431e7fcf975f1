/**
 * Protocol revision 2025-11-25 by one table of methods and one dispatcher, with the schemas of
 * `@modelcontextprotocol/sdk` 1.x. The SDK's server serves only tasks attached to an embedder's server: its task
 * runtime polls inside one process.
 */
export { attachTasks, type AttachOptions } from './attach/attach-tasks.js';
export { createBinding, type TasksBinding } from './binding.js';
export { createGeneration } from './generation.js';
