/**
 * Every requirement on tasks of protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, as
 * data: cited by a test of `test/conformance/rev2026-07-28`, or with a reason why none cites it; `requirements-reporter.mjs`
 * judges the run.
 *
 * The texts are paraphrased from the extension's page "Tasks" and from the pages of the revision that it stands on.
 * Level `CF` is what only the official conformance suite asserts.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Core rules below the extension': {
    'T26-01': {
      level: 'MUST',
      actor: 'both',
      behaviour:
        'Every request says its revision and the capabilities of its client in `_meta`; -32602 and HTTP 400 otherwise.',
    },
    'T26-02': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour:
        'Remembers nothing of version, identity or capabilities from one request to the next.',
    },
    'T26-03': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Answers `server/discover`; it and `tools/list` say how long they can be cached. There is no handshake.',
    },
    'T26-04': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Every result says its `resultType`, and which server it is from.',
    },
    'T26-05': {
      level: 'MUST',
      actor: 'client',
      behaviour: 'Takes an unknown `resultType` for invalid, and an absent one for `complete`.',
      notTested: 'requestor duty',
    },
    'T26-06': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Sends requests to the client, on any transport.',
    },
    'T26-07': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Answers `tasks/…` with a request for input.',
    },
    'T26-08': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Answers an unsupported version with -32022, what it supports and what was asked for; HTTP 400.',
    },
    'T26-09': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Gives out codes that the revision reserves or has abolished.',
    },
  },
  'B. Negotiation of the extension': {
    'T26-10': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Announces the extension in `server/discover`, with no settings.',
    },
    'T26-11': {
      level: 'derived',
      actor: 'client',
      behaviour: 'Declares the extension in each request that may be answered with a task.',
    },
    'T26-12': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour:
        'Makes a task for a request that does not declare the extension, whatever others did.',
    },
    'T26-13': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Decides by itself which call of a declaring client becomes a task.',
    },
    'T26-14': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Answers a call that can only be a task, without the declaration, with -32021 and what is required.',
    },
    'T26-15': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Refuses `tasks/…` and subscriptions to tasks without the declaration with -32021, before any look-up.',
    },
    'T26-16': {
      level: 'MUST',
      actor: 'client',
      behaviour: 'Handles either shape of result from a supported request.',
      notTested: 'requestor duty',
    },
    'T26-17': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Says nothing of tasks in its list of tools.',
    },
    'T26-18': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Ignores the `task` of 2025-11-25 in a call.',
    },
    'T26-19': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Announces the `tasks` capability of 2025-11-25, or takes it for the extension.',
    },
    'T26-20': {
      level: 'SHOULD',
      actor: 'both',
      behaviour: 'Only tool calls become tasks.',
    },
  },
  'C. Creation': {
    'T26-30': {
      level: 'MUST',
      actor: 'server',
      behaviour: '`resultType: task` marks a task handle and nothing else.',
    },
    'T26-31': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Replies before `tasks/get` would find the task.',
    },
    'T26-32': {
      level: 'derived',
      actor: 'server',
      behaviour:
        'The handle is the task itself, flat, without result, error, questions or members of 2025-11-25.',
    },
    'T26-33': {
      level: 'derived',
      actor: 'server',
      behaviour: 'The first status is usually `working`.',
    },
    'T26-34': {
      level: 'SHOULD',
      actor: 'server',
      behaviour:
        "Asks what the call itself needs before it makes the task; those keys are apart from the task's.",
    },
    'T26-35': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Trusts no `requestState`: it is sealed, bound to owner, call and time, and refused otherwise.',
    },
    'T26-36': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'IDs cannot be guessed, and need no encoding in a header.',
    },
  },
  'D. Reading, TTL and polling': {
    'T26-40': {
      level: 'MUST',
      actor: 'server',
      behaviour: '`tasks/get` answers with the variant of the status, always `complete`.',
    },
    'T26-41': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'All questions that are open are in each reply until they are answered.',
    },
    'T26-42': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'A completed task has the result that the call would have had, tool errors included.',
    },
    'T26-43': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'A failed task has the JSON-RPC error, no result, and a message that says what failed.',
    },
    'T26-44': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Calls a tool error `failed`.',
    },
    'T26-45': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Reading changes nothing, and its reply is not for caches.',
    },
    'T26-46': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Suggests a time between polls, and may throttle who is faster.',
    },
    'T26-47': {
      level: 'SHOULD',
      actor: 'client',
      behaviour: 'Polls to the end, and keeps IDs durably.',
      notTested: 'requestor duty',
    },
    'T26-48': {
      level: 'MAY',
      actor: 'server',
      behaviour:
        'Forgets a task whose TTL, counted from its creation, is over: -32602 from then on.',
    },
    'T26-49': {
      level: 'CF',
      actor: 'server',
      behaviour:
        '`ttlMs` and `pollIntervalMs` are positive integers, times are ISO 8601, and results name no related task.',
    },
  },
  'E. Lifecycle': {
    'T26-50': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Statuses follow the legal transitions; a terminal one is never left.',
    },
    'T26-51': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Tells how far the work is in `statusMessage`.',
    },
  },
  'F. Input': {
    'T26-60': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'A key means one question for the whole life of the task.',
    },
    'T26-61': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Questions are bare `{method, params}`, without members of other revisions.',
    },
    'T26-62': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Shows questions of a kind that the client has not declared.',
    },
    'T26-63': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Acknowledges `tasks/update` with an empty result.',
    },
    'T26-64': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'May acknowledge before the effect shows; ours shows at once.',
    },
    'T26-65': {
      level: 'SHOULD',
      actor: 'server',
      behaviour:
        'Ignores keys that are unknown or answered already, and acknowledges all the same.',
    },
    'T26-66': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Takes some of the answers, and keeps waiting for the rest.',
    },
    'T26-67': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Answers `tasks/update` of an unknown task with -32602.',
    },
    'T26-68': {
      level: 'MUST',
      actor: 'client',
      behaviour: 'Treats questions of tasks like any others, and answers each once.',
      notTested: 'requestor duty',
    },
    'T26-69': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Copes with `decline` and `cancel`; consent to a URL is no completion.',
    },
  },
  'G. Cancellation': {
    'T26-70': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Acknowledges `tasks/cancel` with an empty result.',
    },
    'T26-71': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Cancels in its own time; work may end otherwise.',
    },
    'T26-72': {
      level: 'CF',
      actor: 'server',
      behaviour: 'Acknowledges the cancellation of a terminal task as well.',
    },
    'T26-73': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Answers `tasks/cancel` of an unknown task with -32602.',
    },
    'T26-74': {
      level: 'MUST NOT',
      actor: 'client',
      behaviour: 'Uses `notifications/cancelled` for tasks.',
    },
    'T26-75': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Ends a request whose client withdraws it or goes away; a task that was handed out lives on.',
    },
  },
  'H. Notifications': {
    'T26-80': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Pushes a task as `tasks/get` would show it, without `resultType`.',
    },
    'T26-81': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Pushes tasks that were not subscribed to and acknowledged, or on another stream.',
    },
    'T26-82': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Begins a subscription with an acknowledgement of the task IDs it has accepted; each message names the subscription.',
    },
    'T26-83': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Refuses a subscription to tasks without the declaration with -32021, and opens no stream.',
    },
    'T26-84': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Sends progress or log messages of tasks; a progress token ends with the handle.',
    },
    'T26-85': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Ends a subscription with a response that names it.',
    },
  },
  'I. Streamable HTTP': {
    'T26-90': {
      level: 'MUST',
      actor: 'client',
      behaviour: 'Requests repeat method, version and task ID in headers.',
    },
    'T26-91': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Compares headers and body: -32020 and HTTP 400 where they differ or are missing.',
    },
    'T26-92': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Answers an unknown or removed method with -32601 and HTTP 404.',
    },
    'T26-93': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Checks `Origin`; acknowledges notifications with HTTP 202.',
    },
    'T26-94': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Any process answers for any task.',
    },
  },
  'K. Security and operations': {
    'T26-100': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'IDs have so much entropy that they cannot be found.',
    },
    'T26-101': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Authenticates and authorizes each request for each task; `clientInfo` is no identity.',
    },
    'T26-102': {
      level: 'derived',
      actor: 'server',
      behaviour: 'There is no list; foreign and unknown IDs look the same.',
    },
    'T26-103': {
      level: 'MUST',
      actor: 'client',
      behaviour: 'What comes from tasks is trusted no more than other results.',
      notTested: 'requestor duty',
    },
    'T26-104': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Limits and audits as in 2025-11-25.',
      notTested: 'documentation and operation',
    },
  },
  'L. Two generations on one endpoint': {
    'T26-110': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Serves both generations side by side, each with its own capabilities.',
    },
    'T26-111': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Serializes a task for the generation that asks.',
    },
    // Such a client would get tasks in a form that no schema of its revision has; it can speak 2025-11-25 instead.
    'T26-112': {
      level: 'SHOULD',
      actor: 'server',
      behaviour:
        'Lets clients of 2026-07-28 that declare only the old capability read and cancel old tasks.',
      notTested: 'recommendation not followed',
    },
    'T26-113': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Takes the extension key of a 2025-11-25 client for anything.',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`T26-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
