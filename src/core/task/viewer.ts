import type { Identity } from '../person/caller.js';
import type { Owner } from '../person/owner.js';
import type { ToldIdentity } from '../person/to-principal.js';
import type { AskedTask } from '../question/asked-task.js';

import type { Task } from './task.js';

/** Somebody who may answer for others, and sees of their tasks nothing else. */
export interface Approver {
  readonly as: 'approver';
  readonly by: Identity;
}

/** The operator's configuration, which sees the tasks of all owners. No client ever looks as this. */
export const CONFIGURATION = { as: 'configuration' } as const;
export type Configuration = typeof CONFIGURATION;

/** Who looks. An owner is known by name, and sees what is theirs. */
export type Viewer = Owner | Approver | Configuration;

/** A task, as far as its viewer sees it. */
export type Seen<By extends Viewer> = By extends Approver ? AskedTask : Task;

/** Who answers: an owner, with what a Workflow may be told of them, or an approver. */
export type Answerer = Owner | ToldIdentity | Approver;

export function asApprover(by: Identity): Approver {
  return { as: 'approver', by };
}

export function isApprover(viewer: Viewer | Answerer): viewer is Approver {
  return typeof viewer === 'object' && 'as' in viewer && viewer.as === 'approver';
}
