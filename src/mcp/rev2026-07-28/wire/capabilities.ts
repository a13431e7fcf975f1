/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** Name of the extension for events (SEP-3415 › Capability Negotiation). */
const EVENTS_EXTENSION = 'io.modelcontextprotocol/events';

/** Features of a server besides its tasks. */
export interface ServerFeatures {
  /** `undefined` if the tools never change. Otherwise, the server tells subscribers about changes. */
  readonly toolChanges?: object | undefined;
  /** `undefined` if no result has a resource. */
  readonly resources?: object | undefined;
  /** `undefined` if the server has no events. */
  readonly events?: object | undefined;
}

/** The server's capabilities in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ toolChanges, resources, events }: ServerFeatures): object {
  return {
    tools: toolChanges ? { listChanged: true } : {},
    ...(resources && { resources: {} }),
    // Also outside of `extensions`, because current clients read only this.
    ...(events && { events: {} }),
    extensions: { [TASKS_EXTENSION]: {}, ...(events && { [EVENTS_EXTENSION]: {} }) },
  };
}
