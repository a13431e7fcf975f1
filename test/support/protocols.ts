/** The status tables of both generations, for tests of layers below them. */
export { protocol as rev2025 } from '../../src/mcp/rev2025-11-25/wire/protocol.js';
export { protocol as rev2026 } from '../../src/mcp/rev2026-07-28/wire/protocol.js';
