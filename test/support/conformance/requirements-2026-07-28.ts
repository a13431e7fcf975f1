/**
 * Every requirement on tasks of protocol revision 2026-07-28 with the extension `io.modelcontextprotocol/tasks`, as
 * data: cited by a test of `test/conformance/rev2026-07-28`, or with a reason why none cites it; `requirements-reporter.mjs`
 * judges the run.
 *
 * The texts are paraphrased from the extension's page "Tasks" and from the pages of the revision that it stands on.
 * Level `CF`: only the official conformance suite asserts the rule.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Core rules below the extension': {
    'T26-01':
      'MUST, both: Every request says its revision and the capabilities of its client in `_meta`; -32602 and HTTP 400 otherwise.',
    'T26-02':
      'MUST NOT, server: Remembers nothing of version, identity or capabilities from one request to the next.',
    'T26-03':
      'MUST, server: Answers `server/discover`; it and `tools/list` say how long they can be cached. There is no handshake.',
    'T26-04': 'MUST, server: Every result says its `resultType`, and which server it is from.',
    'T26-05': {
      rule: 'MUST, client: Takes an unknown `resultType` for invalid, and an absent one for `complete`.',
      notTested: 'requestor duty',
    },
    'T26-06': 'MUST NOT, server: Sends requests to the client, on any transport.',
    'T26-07': 'MUST NOT, server: Answers `tasks/…` with a request for input.',
    'T26-08':
      'MUST, server: Answers an unsupported version with -32022, what it supports and what was asked for; HTTP 400.',
    'T26-09': 'MUST NOT, server: Gives out codes that the revision reserves or has abolished.',
  },
  'B. Negotiation of the extension': {
    'T26-10': 'derived, server: Announces the extension in `server/discover`, with no settings.',
    'T26-11':
      'derived, client: Declares the extension in each request that may be answered with a task.',
    'T26-12':
      'MUST NOT, server: Makes a task for a request that does not declare the extension, whatever others did.',
    'T26-13': 'MAY, server: Decides by itself which call of a declaring client becomes a task.',
    'T26-14':
      'MUST, server: Answers a call that can only be a task, without the declaration, with -32021 and what is required.',
    'T26-15':
      'MUST, server: Refuses `tasks/…` and subscriptions to tasks without the declaration with -32021, before any look-up.',
    'T26-16': {
      rule: 'MUST, client: Handles either shape of result from a supported request.',
      notTested: 'requestor duty',
    },
    'T26-17': 'derived, server: Says nothing of tasks in its list of tools.',
    'T26-18': 'MUST, server: Ignores the `task` of 2025-11-25 in a call.',
    'T26-19':
      'MUST NOT, server: Announces the `tasks` capability of 2025-11-25, or takes it for the extension.',
    'T26-20': 'SHOULD, both: Only tool calls become tasks.',
  },
  'C. Creation': {
    'T26-30': 'MUST, server: `resultType: task` marks a task handle and nothing else.',
    'T26-31': 'MUST NOT, server: Replies before `tasks/get` would find the task.',
    'T26-32':
      'derived, server: The handle is the task itself, flat, without result, error, questions or members of 2025-11-25.',
    'T26-33': 'derived, server: The first status is usually `working`.',
    'T26-34':
      "SHOULD, server: Asks what the call itself needs before it makes the task; those keys are apart from the task's.",
    'T26-35':
      'MUST, server: Trusts no `requestState`: it is sealed, bound to owner, call and time, and refused otherwise.',
    'T26-36': 'MUST, server: IDs cannot be guessed, and need no encoding in a header.',
  },
  'D. Reading, TTL and polling': {
    'T26-40':
      'MUST, server: `tasks/get` answers with the variant of the status, always `complete`.',
    'T26-41':
      'MUST, server: All questions that are open are in each reply until they are answered.',
    'T26-42':
      'MUST, server: A completed task has the result that the call would have had, tool errors included.',
    'T26-43':
      'MUST, server: A failed task has the JSON-RPC error, no result, and a message that says what failed.',
    'T26-44': 'MUST NOT, server: Calls a tool error `failed`.',
    'T26-45': 'derived, server: Reading changes nothing, and its reply is not for caches.',
    'T26-46': 'MAY, server: Suggests a time between polls, and may throttle who is faster.',
    'T26-47': {
      rule: 'SHOULD, client: Polls to the end, and keeps IDs durably.',
      notTested: 'requestor duty',
    },
    'T26-48':
      'MAY, server: Forgets a task whose TTL, counted from its creation, is over: -32602 from then on.',
    'T26-49':
      'CF, server: `ttlMs` and `pollIntervalMs` are positive integers, times are ISO 8601, and results name no related task.',
  },
  'E. Lifecycle': {
    'T26-50':
      'derived, server: Statuses follow the legal transitions; a terminal one is never left.',
    'T26-51': 'MAY, server: Tells how far the work is in `statusMessage`.',
  },
  'F. Input': {
    'T26-60': 'MUST, server: A key means one question for the whole life of the task.',
    'T26-61':
      'derived, server: Questions are bare `{method, params}`, without members of other revisions.',
    'T26-62': 'MUST NOT, server: Shows questions of a kind that the client has not declared.',
    'T26-63': 'MUST, server: Acknowledges `tasks/update` with an empty result.',
    'T26-64': 'MAY, server: May acknowledge before the effect shows; ours shows at once.',
    'T26-65':
      'SHOULD, server: Ignores keys that are unknown or answered already, and acknowledges all the same.',
    'T26-66': 'MAY, server: Takes some of the answers, and keeps waiting for the rest.',
    'T26-67': 'SHOULD, server: Answers `tasks/update` of an unknown task with -32602.',
    'T26-68': {
      rule: 'MUST, client: Treats questions of tasks like any others, and answers each once.',
      notTested: 'requestor duty',
    },
    'T26-69': 'MUST, server: Copes with `decline` and `cancel`; consent to a URL is no completion.',
  },
  'G. Cancellation': {
    'T26-70': 'MUST, server: Acknowledges `tasks/cancel` with an empty result.',
    'T26-71': 'MAY, server: Cancels in its own time; work may end otherwise.',
    'T26-72': 'CF, server: Acknowledges the cancellation of a terminal task as well.',
    'T26-73': 'SHOULD, server: Answers `tasks/cancel` of an unknown task with -32602.',
    'T26-74': 'MUST NOT, client: Uses `notifications/cancelled` for tasks.',
    'T26-75':
      'MUST, server: Ends a request whose client withdraws it or goes away; a task that was handed out lives on.',
  },
  'H. Notifications': {
    'T26-80': 'MAY, server: Pushes a task as `tasks/get` would show it, without `resultType`.',
    'T26-81':
      'MUST NOT, server: Pushes tasks that were not subscribed to and acknowledged, or on another stream.',
    'T26-82':
      'MUST, server: Begins a subscription with an acknowledgement of the task IDs it has accepted; each message names the subscription.',
    'T26-83':
      'MUST, server: Refuses a subscription to tasks without the declaration with -32021, and opens no stream.',
    'T26-84':
      'MUST NOT, server: Sends progress or log messages of tasks; a progress token ends with the handle.',
    'T26-85': 'SHOULD, server: Ends a subscription with a response that names it.',
  },
  'I. Streamable HTTP': {
    'T26-90': 'MUST, client: Requests repeat method, version and task ID in headers.',
    'T26-91':
      'MUST, server: Compares headers and body: -32020 and HTTP 400 where they differ or are missing.',
    'T26-92': 'MUST, server: Answers an unknown or removed method with -32601 and HTTP 404.',
    'T26-93': 'MUST, server: Checks `Origin`; acknowledges notifications with HTTP 202.',
    'T26-94': 'advice, server: Any process answers for any task.',
  },
  'K. Security and operations': {
    'T26-100': 'MUST, server: IDs have so much entropy that they cannot be found.',
    'T26-101':
      'MUST, server: Authenticates and authorizes each request for each task; `clientInfo` is no identity.',
    'T26-102': 'derived, server: There is no list; foreign and unknown IDs look the same.',
    'T26-103': {
      rule: 'MUST, client: What comes from tasks is trusted no more than other results.',
      notTested: 'requestor duty',
    },
    'T26-104': {
      rule: 'advice, server: Limits and audits as in 2025-11-25.',
      notTested: 'documentation and operation',
    },
  },
  'L. Two generations on one endpoint': {
    'T26-110': 'MAY, server: Serves both generations side by side, each with its own capabilities.',
    'T26-111': 'derived, server: Serializes a task for the generation that asks.',
    // No schema of such a client's revision has these tasks; the client can use 2025-11-25 instead.
    'T26-112': {
      rule: 'SHOULD, server: Lets clients of 2026-07-28 that declare only the old capability read and cancel old tasks.',
      notTested: 'recommendation not followed',
    },
    'T26-113': 'MUST NOT, server: Takes the extension key of a 2025-11-25 client for anything.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`T26-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
