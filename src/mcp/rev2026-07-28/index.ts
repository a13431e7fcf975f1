/**
 * Protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, by one table of rows.
 * `@modelcontextprotocol/server` 2.x classifies messages and checks their envelopes.
 */
export { createGeneration } from './generation.js';
