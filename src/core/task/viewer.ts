import type { Caller } from '../person/caller.js';
import type { AskedTask } from '../question/asked-task.js';

import type { Task } from './task.js';

/** The owner of tasks, who sees all of them. */
export interface Owner {
  readonly role: 'owner';
  readonly caller: Caller;
  /** The MCP client through which the owner looks. Absent: unknown, or none. */
  readonly client?: { readonly name?: string | undefined } | undefined;
  /** Fires when the client can send nothing more, so that its waits end soon. Absent: it can, as long as it reads. */
  readonly inputOver?: AbortSignal | undefined;
}

/** An approver, who sees only the questions of other owners' tasks. */
export interface Approver {
  readonly role: 'approver';
  readonly caller: Caller;
}

/** Who looks at a task, and as whom. */
export type Viewer = Owner | Approver;

export type Seen<By extends Viewer> = By extends Approver ? AskedTask : Task;

export function asOwner(caller: Caller): Owner {
  return { role: 'owner', caller };
}

export function asApprover(caller: Caller): Approver {
  return { role: 'approver', caller };
}

export function isApprover(by: Viewer): by is Approver {
  return by.role === 'approver';
}
