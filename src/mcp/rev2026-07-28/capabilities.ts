/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What the server announces in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities(): {
  tools: Record<string, never>;
  extensions: Record<string, Record<string, never>>;
} {
  return { tools: {}, extensions: { [TASKS_EXTENSION]: {} } };
}
