/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/**
 * What the server announces in its reply to `server/discover`. The extension has no settings yet.
 *
 * @param canChange Whether its tools may be replaced: then whoever subscribes is told.
 */
export function serverCapabilities(canChange: boolean): {
  tools: { listChanged?: true };
  extensions: Record<string, Record<string, never>>;
} {
  return {
    tools: canChange ? { listChanged: true } : {},
    extensions: { [TASKS_EXTENSION]: {} },
  };
}
