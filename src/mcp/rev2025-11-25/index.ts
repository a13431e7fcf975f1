/**
 * Protocol revision 2025-11-25 by one table of rows, with the schemas of
 * `@modelcontextprotocol/sdk` 1.x. The SDK's own task runtime polls inside one process.
 */
export { createGeneration } from './generation.js';
