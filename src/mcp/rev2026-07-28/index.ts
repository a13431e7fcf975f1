/**
 * Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, on `@modelcontextprotocol/server`
 * 2.x: that SDK has the revision, but no tasks, so the extension's methods and its subscriptions are ours.
 */
export type { OwnerContext, TasksBindingOptions } from './binding-options.js';
export { createHttpHandler, type HttpHandler } from './create-http-handler.js';
export { withRequestChecks } from './check-requests.js';
export { createServer, type ServerIdentity } from './create-server.js';
export { withTaskSubscriptions } from './listen-transport.js';
