/**
 * Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, by one table of methods and one
 * dispatcher. `@modelcontextprotocol/server` 2.x tells what a message is, and what is wrong with its envelope.
 */
export { createGeneration } from './generation.js';
