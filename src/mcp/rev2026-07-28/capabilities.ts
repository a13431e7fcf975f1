/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** What a server has beyond its tools. */
export interface ServerFeatures {
  /** Whether its tools may be replaced: then whoever subscribes is told. */
  readonly canChange: boolean;
  /** Whether results may have resources. */
  readonly hasResources: boolean;
}

/** What the server announces in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ canChange, hasResources }: ServerFeatures): {
  tools: { listChanged?: true };
  resources?: Record<string, never>;
  extensions: Record<string, Record<string, never>>;
} {
  return {
    tools: canChange ? { listChanged: true } : {},
    ...(hasResources && { resources: {} }),
    extensions: { [TASKS_EXTENSION]: {} },
  };
}
