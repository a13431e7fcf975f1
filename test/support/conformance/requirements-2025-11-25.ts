/**
 * Every requirement on tasks of protocol revision 2025-11-25, as data.
 *
 * The texts are paraphrased from the specification's page "Tasks" and the pages it refers to. A requirement is
 * cited by a test of `test/conformance/rev2025-11-25`, or has a reason why none cites it; `requirements-reporter.mjs`
 * judges the run.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Capabilities': {
    'T25-01':
      'MUST, both: Who can receive task-augmented requests announces `tasks` in its capabilities.',
    'T25-02':
      'derived, both: Leaves of the capability are empty objects; one that is absent says no.',
    'T25-03':
      'derived, both: A request type that `tasks.requests` does not name cannot be augmented.',
    'T25-04': 'SHOULD, requestor: Augments only what the receiver announced.',
    'T25-05':
      'MUST, receiver: Ignores `params.task` of a request type it did not announce, and answers normally.',
    'T25-06': {
      rule: 'MAY, receiver: Refuses requests without augmentation for a whole request type.',
      notTested: 'permission not used',
    },
    'T25-07':
      'MUST, both: Uses only what was negotiated: other revisions have no `tasks/…` methods.',
    'T25-08': 'MUST NOT, server: Sends no request that the base capabilities of the client lack.',
  },
  'B. Tool-level support': {
    'T25-10':
      'MAY, server: Says for each tool whether it is forbidden, optional or required as a task.',
    'T25-11': {
      rule: 'MUST NOT, client: Augments no tool call of a server that did not announce it.',
      notTested: 'requestor duty',
    },
    'T25-12': 'SHOULD, server: Answers an augmented call of a forbidden tool with -32601.',
    'T25-13': 'derived, server: Answers either form of call of an optional tool.',
    'T25-14': 'MUST, server: Answers a plain call of a required tool with -32601.',
  },
  'C. Creation': {
    'T25-20': 'MUST, requestor: Opts in by a `task` object in `params`; an empty one will do.',
    'T25-21':
      'MUST, receiver: Answers an augmented request at once with a `CreateTaskResult`, without its result.',
    'T25-22': 'MUST, receiver: Makes the ID itself, unique among all of its tasks.',
    'T25-23': 'MUST, receiver: The first status is `working`.',
    'T25-24': 'MUST, receiver: `createdAt` and `lastUpdatedAt` are in every response with a task.',
    'T25-25': 'note, server: The interim response for the model is a string.',
    'T25-26':
      'derived, receiver: The task is durable before the reply, so an immediate `tasks/get` finds it.',
    'T25-27':
      'derived, receiver: The reply is a `CreateTaskResult` or an error; what is refused creates nothing.',
  },
  'D. TTL and polling': {
    'T25-30': 'MUST, receiver: May replace the requested TTL, and reports the effective one.',
    'T25-31':
      'MAY, receiver: Drops a task when its TTL, counted from creation, is over: -32602 from then on.',
    'T25-32': 'MAY, receiver: Suggests a time between polls.',
    'T25-33': {
      rule: 'SHOULD, requestor: Polls until the task is terminal or needs input.',
      notTested: 'requestor duty',
    },
  },
  'E. Status lifecycle': {
    'T25-40': 'MUST, receiver: Statuses follow the legal transitions only.',
    'T25-41': 'MUST NOT, receiver: A terminal status is never left.',
    'T25-42':
      'derived, receiver: `completed` is success; a tool error and a JSON-RPC error are `failed`.',
    'T25-43': 'SHOULD, receiver: The status message of a failed task says what failed.',
  },
  'F. Results': {
    'T25-50': 'MUST, receiver: `tasks/result` is held until the task is terminal.',
    'T25-51':
      'MUST, receiver: `tasks/result` answers exactly as the plain request would have been answered.',
    'T25-52': 'MUST, receiver: Related-task metadata is merged into the `_meta` of a result.',
    'T25-53': 'derived, receiver: A result can be read repeatedly and by several at once.',
    'T25-54': 'MUST, receiver: Structured content of a task fits the output schema of its tool.',
  },
  'G. Input required': {
    'T25-60':
      'SHOULD, receiver: The status is `input_required` while something is needed of the requestor.',
    'T25-61': 'MUST, receiver: A nested request names the task of the tool call.',
    'T25-62': {
      rule: 'SHOULD, requestor: Opens `tasks/result` when it sees `input_required`.',
      notTested: 'requestor duty',
    },
    'T25-63': 'SHOULD, receiver: Leaves `input_required` once all input is there.',
    'T25-64': {
      rule: 'SHOULD, client: Accepts nested requests on any stream.',
      notTested: 'requestor duty',
    },
    'T25-65': 'MUST, server: Asks for no secrets in a form; tools handle `decline` and `cancel`.',
  },
  'H. Related-task metadata': {
    'T25-70':
      'MUST, both: Messages of a task name it in `_meta`; replies of get, list and cancel do not.',
    'T25-71': 'MUST, receiver: `params.taskId` alone says which task is meant.',
  },
  'I. Progress and status notifications': {
    'T25-80':
      'MUST, receiver: The progress token of the creating request is in force while the task lives.',
    'T25-81': 'MUST, receiver: Progress strictly increases and stops at a terminal status.',
    'T25-82': 'SHOULD, both: Progress is rate-limited.',
    'T25-83': 'MAY, receiver: Notifies status changes, with the whole task.',
    'T25-84': {
      rule: 'MUST NOT, requestor: Relies on status notifications.',
      notTested: 'requestor duty',
    },
  },
  'J. Listing': {
    'T25-90':
      'MUST, receiver: Pages by cursor: `nextCursor` while there is more, absent at the end.',
    'T25-91': 'MUST, receiver: What can be got is listed.',
    'T25-92': 'MUST, receiver: A bad cursor is answered with -32602.',
    'T25-93': { rule: 'MUST, requestor: Cursors are opaque to it.', notTested: 'requestor duty' },
  },
  'K. Cancellation': {
    'T25-100':
      'MUST, requestor: Tasks are cancelled by `tasks/cancel`, not by `notifications/cancelled`.',
    'T25-101': 'MUST, receiver: Cancelling a terminal task is answered with -32602.',
    'T25-102': 'MUST, receiver: Tries to stop the work; the task is `cancelled` before the reply.',
    'T25-103': 'MUST, receiver: `cancelled` stays, whatever the work comes to.',
    'T25-104': {
      rule: 'MAY, receiver: Drops a cancelled task at once.',
      notTested: 'permission not used',
    },
  },
  'L. Errors': {
    'T25-110': 'SHOULD, receiver: Error messages say what went wrong.',
  },
  'M. Security and operations': {
    'T25-120': 'MUST, receiver: Binds tasks to the authorization context, where there is one.',
    'T25-121': "MUST, receiver: Refuses and does not list tasks of another's context.",
    'T25-122': 'MUST, receiver: IDs cannot be guessed.',
    'T25-123': 'SHOULD NOT, receiver: Offers `tasks/list` where requestors cannot be told apart.',
    'T25-124': {
      rule: 'SHOULD, receiver: Documents what lacks without authentication, and rate-limits.',
      notTested: 'documentation and operation',
    },
    'T25-125': {
      rule: 'SHOULD, receiver: Limits open tasks a requestor and their TTL, and documents the limits.',
      notTested: 'documentation and operation',
    },
    'T25-126': {
      rule: 'SHOULD, receiver: Audits what happens to tasks.',
      notTested: 'documentation and operation',
    },
    'T25-127': {
      rule: 'SHOULD, requestor: Logs what happens to its tasks.',
      notTested: 'requestor duty',
    },
    'T25-128': 'MUST NOT, server: Takes a session ID for authentication.',
    'T25-129': 'MUST, server: Validates input, controls access and limits calls, also of tasks.',
  },
  'N. Transport': {
    'T25-130': 'SHOULD NOT, server: Opens a stream for the answer of `tasks/get`.',
    'T25-131': 'SHOULD NOT, server: Takes a disconnection for a cancellation.',
    'T25-132': 'MUST NOT, server: Sends one message on two streams.',
    'T25-133': 'MUST, server: Acknowledges notifications and responses with HTTP 202 and no body.',
    'T25-134': 'MUST NOT, server: Uses a request ID twice in a session.',
    'T25-135':
      'MUST, both: Requests say their revision in a header; tasks outlive what created them.',
  },
  'O. Server as requestor': {
    'T25-140':
      'SHOULD, server: Augments a request to the client only where the client announced it.',
    'T25-141': 'derived, server: Takes a task and a plain result as answers.',
    'T25-142': "MUST, server: Keeps the client's task ID apart from that of the tool call.",
    'T25-143':
      "SHOULD, server: Polls the client's task, or actively waits for its result, also after a restart.",
    'T25-144':
      "MUST NOT, server: Relies on the client's status notifications, or reads its cursors.",
    'T25-145': "advice, server: Cancels the client's task together with its own.",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`T25-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
