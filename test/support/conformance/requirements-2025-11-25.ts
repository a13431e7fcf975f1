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
    'T25-01': {
      level: 'MUST',
      actor: 'both',
      behaviour: 'Who can receive task-augmented requests announces `tasks` in its capabilities.',
    },
    'T25-02': {
      level: 'derived',
      actor: 'both',
      behaviour: 'Leaves of the capability are empty objects; one that is absent says no.',
    },
    'T25-03': {
      level: 'derived',
      actor: 'both',
      behaviour: 'A request type that `tasks.requests` does not name cannot be augmented.',
    },
    'T25-04': {
      level: 'SHOULD',
      actor: 'requestor',
      behaviour: 'Augments only what the receiver announced.',
    },
    'T25-05': {
      level: 'MUST',
      actor: 'receiver',
      behaviour:
        'Ignores `params.task` of a request type it did not announce, and answers normally.',
    },
    'T25-06': {
      level: 'MAY',
      actor: 'receiver',
      behaviour: 'Refuses requests without augmentation for a whole request type.',
      notTested: 'permission not used',
    },
    'T25-07': {
      level: 'MUST',
      actor: 'both',
      behaviour: 'Uses only what was negotiated: other revisions have no `tasks/…` methods.',
    },
    'T25-08': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Sends no request that the base capabilities of the client lack.',
    },
  },
  'B. Tool-level support': {
    'T25-10': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Says for each tool whether it is forbidden, optional or required as a task.',
    },
    'T25-11': {
      level: 'MUST NOT',
      actor: 'client',
      behaviour: 'Augments no tool call of a server that did not announce it.',
      notTested: 'requestor duty',
    },
    'T25-12': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Answers an augmented call of a forbidden tool with -32601.',
    },
    'T25-13': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Answers either form of call of an optional tool.',
    },
    'T25-14': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Answers a plain call of a required tool with -32601.',
    },
  },
  'C. Creation': {
    'T25-20': {
      level: 'MUST',
      actor: 'requestor',
      behaviour: 'Opts in by a `task` object in `params`; an empty one will do.',
    },
    'T25-21': {
      level: 'MUST',
      actor: 'receiver',
      behaviour:
        'Answers an augmented request at once with a `CreateTaskResult`, without its result.',
    },
    'T25-22': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Makes the ID itself, unique among all of its tasks.',
    },
    'T25-23': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'The first status is `working`.',
    },
    'T25-24': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: '`createdAt` and `lastUpdatedAt` are in every response with a task.',
    },
    'T25-25': {
      level: 'note',
      actor: 'server',
      behaviour: 'The interim response for the model is a string.',
    },
    'T25-26': {
      level: 'derived',
      actor: 'receiver',
      behaviour: 'The task is durable before the reply, so an immediate `tasks/get` finds it.',
    },
    'T25-27': {
      level: 'derived',
      actor: 'receiver',
      behaviour: 'The reply is a `CreateTaskResult` or an error; what is refused creates nothing.',
    },
  },
  'D. TTL and polling': {
    'T25-30': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'May replace the requested TTL, and reports the effective one.',
    },
    'T25-31': {
      level: 'MAY',
      actor: 'receiver',
      behaviour: 'Drops a task when its TTL, counted from creation, is over: -32602 from then on.',
    },
    'T25-32': {
      level: 'MAY',
      actor: 'receiver',
      behaviour: 'Suggests a time between polls.',
    },
    'T25-33': {
      level: 'SHOULD',
      actor: 'requestor',
      behaviour: 'Polls until the task is terminal or needs input.',
      notTested: 'requestor duty',
    },
  },
  'E. Status lifecycle': {
    'T25-40': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Statuses follow the legal transitions only.',
    },
    'T25-41': {
      level: 'MUST NOT',
      actor: 'receiver',
      behaviour: 'A terminal status is never left.',
    },
    'T25-42': {
      level: 'derived',
      actor: 'receiver',
      behaviour: '`completed` is success; a tool error and a JSON-RPC error are `failed`.',
    },
    'T25-43': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'The status message of a failed task says what failed.',
    },
  },
  'F. Results': {
    'T25-50': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: '`tasks/result` is held until the task is terminal.',
    },
    'T25-51': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: '`tasks/result` answers exactly as the plain request would have been answered.',
    },
    'T25-52': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Related-task metadata is merged into the `_meta` of a result.',
    },
    'T25-53': {
      level: 'derived',
      actor: 'receiver',
      behaviour: 'A result can be read repeatedly and by several at once.',
    },
    'T25-54': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Structured content of a task fits the output schema of its tool.',
    },
  },
  'G. Input required': {
    'T25-60': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'The status is `input_required` while something is needed of the requestor.',
    },
    'T25-61': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'A nested request names the task of the tool call.',
    },
    'T25-62': {
      level: 'SHOULD',
      actor: 'requestor',
      behaviour: 'Opens `tasks/result` when it sees `input_required`.',
      notTested: 'requestor duty',
    },
    'T25-63': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'Leaves `input_required` once all input is there.',
    },
    'T25-64': {
      level: 'SHOULD',
      actor: 'client',
      behaviour: 'Accepts nested requests on any stream.',
      notTested: 'requestor duty',
    },
    'T25-65': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Asks for no secrets in a form; tools handle `decline` and `cancel`.',
    },
  },
  'H. Related-task metadata': {
    'T25-70': {
      level: 'MUST',
      actor: 'both',
      behaviour: 'Messages of a task name it in `_meta`; replies of get, list and cancel do not.',
    },
    'T25-71': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: '`params.taskId` alone says which task is meant.',
    },
  },
  'I. Progress and status notifications': {
    'T25-80': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'The progress token of the creating request is in force while the task lives.',
    },
    'T25-81': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Progress strictly increases and stops at a terminal status.',
    },
    'T25-82': {
      level: 'SHOULD',
      actor: 'both',
      behaviour: 'Progress is rate-limited.',
    },
    'T25-83': {
      level: 'MAY',
      actor: 'receiver',
      behaviour: 'Notifies status changes, with the whole task.',
    },
    'T25-84': {
      level: 'MUST NOT',
      actor: 'requestor',
      behaviour: 'Relies on status notifications.',
      notTested: 'requestor duty',
    },
  },
  'J. Listing': {
    'T25-90': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Pages by cursor: `nextCursor` while there is more, absent at the end.',
    },
    'T25-91': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'What can be got is listed.',
    },
    'T25-92': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'A bad cursor is answered with -32602.',
    },
    'T25-93': {
      level: 'MUST',
      actor: 'requestor',
      behaviour: 'Cursors are opaque to it.',
      notTested: 'requestor duty',
    },
  },
  'K. Cancellation': {
    'T25-100': {
      level: 'MUST',
      actor: 'requestor',
      behaviour: 'Tasks are cancelled by `tasks/cancel`, not by `notifications/cancelled`.',
    },
    'T25-101': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Cancelling a terminal task is answered with -32602.',
    },
    'T25-102': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Tries to stop the work; the task is `cancelled` before the reply.',
    },
    'T25-103': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: '`cancelled` stays, whatever the work comes to.',
    },
    'T25-104': {
      level: 'MAY',
      actor: 'receiver',
      behaviour: 'Drops a cancelled task at once.',
      notTested: 'permission not used',
    },
  },
  'L. Errors': {
    'T25-110': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'Error messages say what went wrong.',
    },
  },
  'M. Security and operations': {
    'T25-120': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'Binds tasks to the authorization context, where there is one.',
    },
    'T25-121': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: "Refuses and does not list tasks of another's context.",
    },
    'T25-122': {
      level: 'MUST',
      actor: 'receiver',
      behaviour: 'IDs cannot be guessed.',
    },
    'T25-123': {
      level: 'SHOULD NOT',
      actor: 'receiver',
      behaviour: 'Offers `tasks/list` where requestors cannot be told apart.',
    },
    'T25-124': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'Documents what lacks without authentication, and rate-limits.',
      notTested: 'documentation and operation',
    },
    'T25-125': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'Limits open tasks a requestor and their TTL, and documents the limits.',
      notTested: 'documentation and operation',
    },
    'T25-126': {
      level: 'SHOULD',
      actor: 'receiver',
      behaviour: 'Audits what happens to tasks.',
      notTested: 'documentation and operation',
    },
    'T25-127': {
      level: 'SHOULD',
      actor: 'requestor',
      behaviour: 'Logs what happens to its tasks.',
      notTested: 'requestor duty',
    },
    'T25-128': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Takes a session ID for authentication.',
    },
    'T25-129': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Validates input, controls access and limits calls, also of tasks.',
    },
  },
  'N. Transport': {
    'T25-130': {
      level: 'SHOULD NOT',
      actor: 'server',
      behaviour: 'Opens a stream for the answer of `tasks/get`.',
    },
    'T25-131': {
      level: 'SHOULD NOT',
      actor: 'server',
      behaviour: 'Takes a disconnection for a cancellation.',
    },
    'T25-132': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Sends one message on two streams.',
    },
    'T25-133': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Acknowledges notifications and responses with HTTP 202 and no body.',
    },
    'T25-134': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Uses a request ID twice in a session.',
    },
    'T25-135': {
      level: 'MUST',
      actor: 'both',
      behaviour: 'Requests say their revision in a header; tasks outlive what created them.',
    },
  },
  'O. Server as requestor': {
    'T25-140': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Augments a request to the client only where the client announced it.',
    },
    'T25-141': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Takes a task and a plain result as answers.',
    },
    'T25-142': {
      level: 'MUST',
      actor: 'server',
      behaviour: "Keeps the client's task ID apart from that of the tool call.",
    },
    'T25-143': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: "Polls the client's task, or actively waits for its result, also after a restart.",
    },
    'T25-144': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: "Relies on the client's status notifications, or reads its cursors.",
    },
    'T25-145': {
      level: 'advice',
      actor: 'server',
      behaviour: "Cancels the client's task together with its own.",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`T25-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
