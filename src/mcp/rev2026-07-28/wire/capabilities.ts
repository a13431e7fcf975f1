/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
/** Name of the extension for events (SEP-3415 › Capability Negotiation). */
const EVENTS_EXTENSION = 'io.modelcontextprotocol/events';

/** What a server has beyond its tools. */
export interface ServerFeatures {
  /** `undefined` where its tools never change; else whoever subscribes is told. */
  readonly toolChanges?: object | undefined;
  /** `undefined` where no result has any. */
  readonly resources?: object | undefined;
  /** `undefined` where there are none. */
  readonly events?: object | undefined;
}

/** What the server announces in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ toolChanges, resources, events }: ServerFeatures): object {
  return {
    tools: toolChanges ? { listChanged: true } : {},
    ...(resources && { resources: {} }),
    // Beside the extension, too: clients that ship read only this.
    ...(events && { events: {} }),
    extensions: { [TASKS_EXTENSION]: {}, ...(events && { [EVENTS_EXTENSION]: {} }) },
  };
}
