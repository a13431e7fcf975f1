/**
 * Where a real client differs from the revision and nothing is lost by it: what it sends is taken.
 *
 * | What                                             | Who needs it |
 * | ------------------------------------------------ | ------------ |
 * | `tasks/…` over HTTP without the header `Mcp-Name` | FastMCP 4.1  |
 *
 * A header that is there and names another task is refused as ever.
 */

/** Returns true for a request that may lack the header with a name that its body has. */
export function mayLackName(method: string, name: string): boolean {
  // Our IDs fit into a header; other IDs are refused.
  return method.startsWith('tasks/') && /^[\x21-\x7e]{1,1024}$/.test(name);
}
