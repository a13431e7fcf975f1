/** Name of the extension, in the capabilities of both sides (Extension › Capability Negotiation). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

export interface ServerFeatures {
  /** `undefined`: none are announced. */
  readonly resources?: object | undefined;
}

/** The server's capabilities in its reply to `server/discover`. The extension has no settings yet. */
export function serverCapabilities({ resources }: ServerFeatures): object {
  return {
    tools: {},
    resources: resources ? {} : undefined,
    extensions: { [TASKS_EXTENSION]: {} },
  };
}
