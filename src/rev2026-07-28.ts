/**
 * Protocol revision 2026-07-28 for a server of your own. An entry point by itself, because it loads the optional
 * packages `@modelcontextprotocol/server` and `@modelcontextprotocol/node`.
 */
export {
  createHttpHandler,
  createServer,
  type HttpHandler,
  type OwnerContext,
  type TasksBindingOptions,
} from './mcp/rev2026-07-28/index.js';
export { createHttpGeneration } from './http/serve-rev2026.js';
export { createStdioGeneration } from './stdio/serve-rev2026.js';
