/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** Name of the extension for events (SEP-3415 › Capability Negotiation). */
const EVENTS_EXTENSION = 'io.modelcontextprotocol/events';

/** What a server has beyond its tools. */
export interface ServerFeatures {
  /** Whether its tools may be replaced: then whoever subscribes is told. */
  readonly canChange: boolean;
  /** Whether results may have resources. */
  readonly hasResources: boolean;
  /** `undefined` where there are no events. */
  readonly events: { readonly topLevelCapability: boolean } | undefined;
}

/** What the server announces in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ canChange, hasResources, events }: ServerFeatures): {
  tools: { listChanged?: true };
  resources?: Record<string, never>;
  events?: Record<string, never>;
  extensions: Record<string, Record<string, never>>;
} {
  return {
    tools: canChange ? { listChanged: true } : {},
    ...(hasResources && { resources: {} }),
    ...(events?.topLevelCapability === true && { events: {} }),
    extensions: { [TASKS_EXTENSION]: {}, ...(events && { [EVENTS_EXTENSION]: {} }) },
  };
}
