import type { ClientTask, WorkflowState } from '../contract.js';

import type { InputRequest } from './input-request.js';

/** An open input request, with the facts about its future answer. */
export interface OpenInputRequest extends InputRequest {
  /** A client may answer by a task of its own. Absent: no. */
  readonly takesClientTask?: boolean;
  /** The client's task whose result will be the answer. Absent: no task. */
  readonly heldBy?: ClientTask;
  /** Number of answers that have changed nothing. Clients are not asked again by themselves. Absent: none. */
  readonly lostAnswers?: number;
  /** Where else people may answer it than in a client of the owner's. Absent: nowhere. */
  readonly elsewhere?: Elsewhere;
}

/** The inbox, or another program for approvers. */
export interface Elsewhere {
  /** The page of this question. Absent: no page is known. */
  readonly page?: string;
  /** The owner has put it aside a moment ago. Clients are not asked, and the owner may answer at this place. */
  readonly isPutAside?: true;
}

/** Open input requests, by a key that is never used twice in a task's life. */
export type OpenInputRequests = Readonly<Record<string, OpenInputRequest>>;

/** The open input requests of a Workflow's state; `undefined` without any. */
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
