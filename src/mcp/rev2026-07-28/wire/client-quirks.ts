/**
 * Harmless deviations of real clients from the revision, which the server accepts.
 *
 * | Deviation                                         | Client      |
 * | ------------------------------------------------- | ----------- |
 * | `tasks/…` over HTTP without the header `Mcp-Name` | FastMCP 4.1 |
 *
 * A header that names another task is refused.
 */

/** Returns true for a request that may lack the header for the name in its body. */
export function mayLackName(method: string, name: string): boolean {
  // Our IDs fit into a header; other IDs are refused.
  return method.startsWith('tasks/') && /^[\x21-\x7e]{1,1024}$/.test(name);
}
