import type { Caller } from '../person/caller.js';
import type { AskedTask } from '../question/asked-task.js';

import type { Task } from './task.js';

/** An approver, who sees the questions of others' tasks, and no other part of them. */
export interface Approver {
  readonly as: 'approver';
  readonly by: Caller;
}

/** The operator's configuration, which sees the tasks of all owners. No client gets this view. */
export const CONFIGURATION = { as: 'configuration' } as const;
export type Configuration = typeof CONFIGURATION;

/** In what role a task is looked at: a string is the task's owner, who sees all of it. */
export type Viewer = string | Approver | Configuration;

/** The part of a task that its viewer sees. */
export type Seen<By extends Viewer> = By extends Approver ? AskedTask : Task;

export function asApprover(by: Caller): Approver {
  return { as: 'approver', by };
}

export function isApprover(viewer: Viewer | Caller): viewer is Approver {
  return typeof viewer === 'object' && 'as' in viewer && viewer.as === 'approver';
}
