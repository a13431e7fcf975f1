import type { Caller } from '../person/caller.js';
import type { AskedTask } from '../question/asked-task.js';

import type { Task } from './task.js';

/** An approver, who sees only the questions of other owners' tasks. */
export interface Approver {
  readonly as: 'approver';
  readonly by: Caller;
}

/** The role in which a task is read. A string is the task's owner, who sees all of it. */
export type Viewer = string | Approver;

export type Seen<By extends Viewer> = By extends Approver ? AskedTask : Task;

export function asApprover(by: Caller): Approver {
  return { as: 'approver', by };
}

export function isApprover(viewer: Viewer | Caller): viewer is Approver {
  return typeof viewer === 'object' && 'as' in viewer;
}
