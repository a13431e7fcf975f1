/**
 * Protocol revision 2025-11-25 on `@modelcontextprotocol/sdk` 1.x, with handlers of our own: the SDK's task
 * runtime polls inside one process and gives out other error codes than the revision asks for.
 */
export { serveStandaloneStream } from './standalone-stream.js';
export { attachTasks } from './attach-tasks.js';
export { checkMessage, type ErrorReply, toParseError } from './check-message.js';
export { createServer } from './create-server.js';
export type { ConnectionInfo, OwnerContext, TasksBindingOptions } from './binding-options.js';
export { routeAnswer } from './route-answer.js';
export { openSession, sealSession, type Session } from './session.js';
