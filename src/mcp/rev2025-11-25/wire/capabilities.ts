import { protocol } from './protocol.js';

/** `capabilities.tasks` of the server. Leaves are empty objects; one that is absent says no. */
export interface TasksCapability {
  list?: object;
  cancel: object;
  requests: { tools: { call: object } };
  [leaf: string]: unknown;
}

/**
 * `capabilities.tasks` of the server.
 *
 * @param canList Callers can be told apart; otherwise, listing SHOULD NOT be offered (Tasks › Task Isolation and
 * Access Control).
 */
export function tasksCapability(canList: boolean): TasksCapability {
  return {
    ...(canList && { list: {} }),
    cancel: {},
    requests: { tools: { call: {} } },
  };
}

export interface ServerFeatures {
  /** Callers can be told apart. */
  readonly canList: boolean;
  /** `undefined` if its tools never change. */
  readonly toolChanges: object | undefined;
  /** `undefined` if no result has a resource. */
  readonly resources: object | undefined;
  /** `undefined`: the server has no events. */
  readonly events: object | undefined;
}

/** `capabilities` of the server, for a revision that has tasks. */
export interface ServerCapabilities {
  readonly tools: { readonly listChanged?: boolean };
  readonly resources?: object;
  readonly events?: object;
  readonly tasks: TasksCapability;
}

/** The server's capabilities in its reply to `initialize`, for a revision with tasks. */
export function serverCapabilities({
  canList,
  toolChanges,
  resources,
  events,
}: ServerFeatures): ServerCapabilities {
  return {
    tools: toolChanges === undefined ? {} : { listChanged: true },
    ...(resources && { resources: {} }),
    ...(events && { events: {} }),
    tasks: tasksCapability(canList),
  };
}

/** Returns true for 2025-11-25, the only revision with these tasks. */
export function hasTasks(protocolVersion: unknown): boolean {
  return protocolVersion === protocol.version;
}
