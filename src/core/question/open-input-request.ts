import type { ClientTask, WorkflowState } from '../contract.js';

import type { InputRequest } from './input-request.js';

/** An open input request, with the facts about its future answer. */
export interface OpenInputRequest extends InputRequest {
  /** A client may answer by its own task. Absent: it may not. */
  readonly takesClientTask?: boolean;
  /** The client's own task whose result will be the answer. Absent: no such task. */
  readonly heldBy?: ClientTask;
  /** Number of answers without effect. Above zero, clients are not asked again automatically. Absent: none. */
  readonly lostAnswers?: number;
  /** Another place where people may answer, besides the owner's clients. Absent: no other place. */
  readonly elsewhere?: Elsewhere;
}

/** The inbox, or another program for approvers. */
export interface Elsewhere {
  /** The page of this question. Absent: no page is known. */
  readonly page?: string;
  /** The owner has just dismissed the question. Clients are not asked, and the owner may still answer at this place. */
  readonly isPutAside?: true;
}

/** Open input requests by key. A key is used once in a task's life. */
export type OpenInputRequests = Readonly<Record<string, OpenInputRequest>>;

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
