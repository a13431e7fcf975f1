/**
 * Protocol revision 2025-11-25 on `@modelcontextprotocol/sdk` 1.x, with handlers of our own: the SDK's task
 * runtime polls inside one process and gives out other error codes than the revision asks for.
 */
export { attachTasks, type AttachOptions } from './attach-tasks.js';
export { createBinding, type TasksBinding } from './binding.js';
export type { TasksBindingOptions } from './binding-options.js';
export { createServer, type CreateServerOptions } from './create-server.js';
export { createGeneration } from './generation.js';
