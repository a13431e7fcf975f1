import { NOT_ASKABLE } from '../../core/askable.js';
import type { Caller, Identity } from '../../core/caller.js';
import { type ClientTasks, createClientTasks } from '../../questions/client-tasks/client-tasks.js';

import { hasTasks } from './capabilities.js';
import type { ClientCapabilities } from './client-capabilities.js';

/** Who makes a request, with what only this generation has to know of it. */
export interface TaskCaller extends Caller {
  /** Whether its protocol revision has tasks: without them, `params.task` is ignored. */
  readonly withTasks: boolean;
  /** Absent where it cannot answer by tasks of its own. */
  readonly clientTasks: ClientTasks | undefined;
}

/** What a request, its connection and its session say of a caller. */
export interface CallerFacts {
  readonly identity: Identity;
  /** Absent where the client has none. */
  readonly session: string | undefined;
  readonly protocolVersion: string | undefined;
  /** Absent where nothing can go to the client ahead of the answer. */
  readonly capabilities: ClientCapabilities | undefined;
}

/** Resolves who makes a request: once, where it comes in. */
export function toCaller({
  identity,
  session,
  protocolVersion,
  capabilities,
}: CallerFacts): TaskCaller {
  const withTasks = hasTasks(protocolVersion);
  const makesTasks = capabilities?.elicitationTask === true || capabilities?.samplingTask === true;
  return {
    ...identity,
    session,
    askable: capabilities ?? NOT_ASKABLE,
    withTasks,
    clientTasks: withTasks && makesTasks ? createClientTasks(capabilities) : undefined,
  };
}
