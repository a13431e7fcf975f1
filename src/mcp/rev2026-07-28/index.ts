/**
 * Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, on `@modelcontextprotocol/server`
 * 2.x: that SDK has the revision, but no tasks, so the extension's methods and its subscriptions are ours.
 */
export { createGeneration } from './generation.js';
