import {
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';

import { protocol } from './protocol.js';

/** The server's `capabilities.tasks`. Leaves are empty objects; an absent leaf means no support. */
export interface TasksCapability {
  list?: object | undefined;
  cancel: object;
  requests: { tools: { call: object } };
  [leaf: string]: unknown;
}

/**
 * @param canList The server can tell callers apart. Otherwise, it SHOULD NOT offer lists (Tasks › Task Isolation and
 * Access Control).
 */
function tasksCapability(canList: boolean): TasksCapability {
  return {
    list: canList ? {} : undefined,
    cancel: {},
    requests: { tools: { call: {} } },
  };
}

export interface ServerFeatures {
  /** The server can tell callers apart. */
  readonly canList: boolean;
  /** `undefined`: none are announced. */
  readonly resources?: object | undefined;
}

export interface ServerCapabilities {
  readonly tools: object;
  readonly resources?: object | undefined;
  readonly tasks: TasksCapability;
}

export function serverCapabilities({ canList, resources }: ServerFeatures): ServerCapabilities {
  return {
    tools: {},
    resources: resources ? {} : undefined,
    tasks: tasksCapability(canList),
  };
}

/** Returns the revision of a connection whose client requests one. */
export function negotiate(requested: string): string {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
}

/** Returns true for 2025-11-25, the only revision with these tasks. */
export function hasTasks(protocolVersion: unknown): boolean {
  return protocolVersion === protocol.version;
}
