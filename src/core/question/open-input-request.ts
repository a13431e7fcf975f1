import type { ClientTask, WorkflowState } from '../contract.js';

import type { InputRequest } from './input-request.js';

/** An input request that is open, and what is known of how it will be answered. */
export interface OpenInputRequest extends InputRequest {
  /** Whether a client may answer it by a task of its own. Absent: no. */
  readonly takesClientTask?: boolean;
  /** The client's task whose result will be the answer. Absent: none. */
  readonly heldBy?: ClientTask;
  /** Number of answers that have changed nothing. Clients are not asked again by themselves. Absent: none. */
  readonly lostAnswers?: number;
  /** Where else people may answer it than in a client of the owner's. Absent: nowhere. */
  readonly elsewhere?: Elsewhere;
}

/** The inbox, or what somebody else uses who may answer. */
export interface Elsewhere {
  /** The page of this very question. Absent: there is none that is known. */
  readonly page?: string;
  /** Whether the owner has put it aside a moment ago: clients are not asked it, and the owner may answer it there. */
  readonly isPutAside?: true;
}

/** Open input requests, by a key that is never used twice in a task's life. */
export type OpenInputRequests = Readonly<Record<string, OpenInputRequest>>;

/** The input requests that are open in a Workflow's state; `undefined` when there is none. */
export function toOpenInputRequests({
  inputRequests = {},
  keepsClientTasks,
  clientTasks = {},
}: WorkflowState): OpenInputRequests | undefined {
  const open = Object.entries(inputRequests).map(([key, request]): [string, OpenInputRequest] => {
    const heldBy = Object.hasOwn(clientTasks, key) ? clientTasks[key] : undefined;
    return [
      key,
      {
        ...request,
        ...(keepsClientTasks === true && { takesClientTask: true }),
        ...(heldBy && { heldBy }),
      },
    ];
  });
  return open.length === 0 ? undefined : Object.fromEntries(open);
}
