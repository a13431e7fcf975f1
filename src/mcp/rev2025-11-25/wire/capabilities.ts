import { protocol } from './protocol.js';

/** `capabilities.tasks` of the server. Leaves are empty objects; one that is absent says no. */
export interface TasksCapability {
  list?: object;
  cancel: object;
  requests: { tools: { call: object } };
  [leaf: string]: unknown;
}

/**
 * What the server announces in its reply to `initialize`.
 *
 * @param canList Whether requestors can be told apart; where they cannot, listing SHOULD NOT be offered
 * (Tasks › Task Isolation and Access Control).
 */
export function tasksCapability(canList: boolean): TasksCapability {
  return {
    ...(canList && { list: {} }),
    cancel: {},
    requests: { tools: { call: {} } },
  };
}

/** `capabilities.tools` of the server: whether it tells when its list has changed (Tools › Capabilities). */
export function toolsCapability(toolChanges: unknown): { listChanged?: boolean } {
  return toolChanges === undefined ? {} : { listChanged: true };
}

/** Whether a negotiated protocol revision is the one that has these tasks. No other one has them. */
export function hasTasks(protocolVersion: unknown): boolean {
  return protocolVersion === protocol.version;
}
