/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** Name of the extension for events (SEP-3415 › Capability Negotiation). */
const EVENTS_EXTENSION = 'io.modelcontextprotocol/events';

/** Features of a server besides its tools. */
export interface ServerFeatures {
  /** `undefined`: its tools never change. Otherwise, subscribers are told. */
  readonly toolChanges?: object | undefined;
  /** `undefined` if no result has a resource. */
  readonly resources?: object | undefined;
  /** `undefined`: the server has no events. */
  readonly events?: object | undefined;
}

/** The server's capabilities in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ toolChanges, resources, events }: ServerFeatures): object {
  return {
    tools: toolChanges ? { listChanged: true } : {},
    ...(resources && { resources: {} }),
    // Beside the extension, too: clients that ship read only this.
    ...(events && { events: {} }),
    extensions: { [TASKS_EXTENSION]: {}, ...(events && { [EVENTS_EXTENSION]: {} }) },
  };
}
