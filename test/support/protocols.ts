/** How each generation reads a task, for tests of what lies below the generations. */
export { protocol as rev2025 } from '../../src/mcp/rev2025-11-25/wire/protocol.js';
export { protocol as rev2026 } from '../../src/mcp/rev2026-07-28/wire/protocol.js';
