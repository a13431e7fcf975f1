/**
 * Every rule on a server that is an OAuth 2.1 resource server, of both protocol revisions, as data: cited by a test of
 * `test/integration/auth`, or with a reason why none cites it; `requirements-reporter.mjs` judges the run.
 *
 * The texts are paraphrased from the pages on authorization of the revisions, from their pages on security, and from the
 * RFCs that these stand on.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Where it applies': {
    'A-001': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Follows these rules where it authorizes over HTTP at all.',
    },
    'A-002': {
      level: 'SHOULD NOT',
      actor: 'server',
      behaviour: 'Asks for a token over stdio: who started the process is the user.',
    },
    'A-003': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Authenticates all HTTP connections, or is there for this machine alone.',
    },
    'A-004': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Checks `Origin` of every request before it authenticates, and `Host` on loopback.',
    },
    'A-005': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Asks for a token on loopback, too.',
      // Hosts that run a server for themselves have none to send; `server.auth` asks for one.
      notTested: 'recommendation not followed',
    },
    'A-006': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Verifies every request: POST, GET and DELETE. Nothing earlier proves anything.',
    },
    'A-007': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Answers nothing without a token but its metadata.',
    },
  },
  'B. Protected resource metadata': {
    'A-010': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Publishes its metadata, with one authorization server at least.',
    },
    'A-011': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Lets clients find it: by the challenge and by the well-known path.',
    },
    'A-012': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Serves it under the path of the endpoint, and under the root.',
    },
    'A-013': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Names exactly the URL of the endpoint, in its canonical form.',
    },
    'A-014': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Takes its URLs from configuration, never from a request.',
    },
    'A-015': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Answers GET and HEAD with JSON, and leaves out what is empty.',
    },
    'A-016': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Names the scopes of basic use, not the whole catalogue.',
    },
    'A-017': {
      level: 'SHOULD NOT',
      actor: 'server',
      behaviour: 'Names or challenges `offline_access`.',
    },
    'A-018': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Names the header as the only way, and no keys.',
    },
    'A-019': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Serves no metadata of an authorization server.',
    },
  },
  'C. Challenges': {
    'A-020': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Answers a token that does not hold with 401 and a challenge.',
    },
    'A-021': {
      level: 'SHOULD NOT',
      actor: 'server',
      behaviour: 'Says `error` where no token was sent.',
    },
    'A-022': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Says in the 401 which scopes are needed.',
    },
    'A-023': {
      level: 'derived',
      actor: 'server',
      behaviour:
        'Quotes values, and says of all reasons one sentence; the reason is logged, by an ID.',
    },
    'A-024': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Lets web pages read the challenge, and keeps answers out of caches.',
    },
    'A-025': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Names a realm.',
      notTested: 'permission not used',
    },
    'A-026': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Authenticates before it reads the body.',
    },
  },
  'D. Presenting a token': {
    'A-030': {
      level: 'MUST',
      actor: 'server',
      behaviour:
        'Takes a token in the `Authorization` header only, whatever the case of the scheme.',
    },
    'A-031': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Takes a token from the query.',
    },
    'A-032': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Takes one header with one token, and nothing else.',
    },
    'A-033': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Refuses tokens over 8 KiB before it parses them.',
    },
  },
  'E. Validating it': {
    'A-040': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Validates before anything else happens.',
    },
    'A-041': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Takes tokens only that are for it.',
    },
    'A-042': {
      level: 'advice',
      actor: 'server',
      behaviour:
        'Takes other audiences that are configured, to the letter but for a slash at the end.',
    },
    'A-043': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Takes tokens only of its issuers, each with its own keys.',
    },
    'A-044': {
      level: 'derived',
      actor: 'server',
      behaviour:
        'Takes asymmetric algorithms of a list only, and no key that a token brings along.',
    },
    'A-045': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Wants `exp`, honours `nbf` and `iat`, and judges expiry before scopes.',
    },
    'A-046': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Refuses tokens of other types.',
    },
    'A-047': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Asks about opaque tokens, and holds the answer against the same rules.',
    },
    'A-048': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Fetches keys within bounds, and keeps the last good ones.',
    },
    'A-049': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Answers 503 where it cannot tell whether a token holds.',
    },
    'A-050': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Refuses tokens that are bound to a key.',
    },
    'A-051': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Knows static tokens by their hash.',
    },
    'A-052': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Keeps no token, in logs or anywhere else.',
    },
  },
  'F. Scopes and step-up': {
    'A-055': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Answers a missing scope with 403 and a challenge.',
    },
    'A-056': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Names the scopes of the operation, with those of every request.',
    },
    'A-057': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Names all that the operation needs at once, by the same rule every time.',
    },
    'A-058': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Takes a broader scope for those that it implies.',
    },
    'A-059': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Decides before the first byte of an answer, by the body.',
    },
    'A-060': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Wants the scopes of the tool for answers and cancellations, too.',
      // They are the owner's, who has started the task with these scopes; a token that may call nothing has to be able to stop.
      notTested: 'recommendation not followed',
    },
    'A-061': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Ends a stream with its token. A task runs on.',
    },
    'A-062': {
      level: 'advice',
      actor: 'server',
      behaviour:
        'Shows tools that lack a scope only, hides those that are for others, and marks the list as private.',
    },
    'A-063': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Logs what was granted and what is asked for.',
    },
  },
  'G. Principal, sessions, handles': {
    'A-070': {
      level: 'derived',
      actor: 'server',
      behaviour:
        'Makes a principal of issuer and subject; machines have a name space of their own.',
    },
    'A-071': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Takes a session for authentication.',
    },
    'A-072': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Binds sessions to their user; they cannot be guessed, and end.',
    },
    'A-073': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Knows no session of another principal; a renewed token goes on in its own.',
    },
    'A-074': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour:
        'Takes a handle for authentication: task IDs, states, subscriptions and cursors are bound.',
    },
    'A-075': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Keeps what is resumable by principal, not by session alone.',
    },
    'A-076': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Says that changed principals lose their tasks.',
      notTested: 'documentation and operation',
    },
  },
  'H. Nothing passes through': {
    'A-080': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Hands a token on, to whomever.',
    },
    'A-081': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Gives Workflows the tag of the owner, and no more.',
    },
    'A-082': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Maps tenants by a verified claim; one that is unknown is refused.',
    },
  },
  'I. Client registration': {
    'A-085': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Takes the name of a client for a text, and never fetches it.',
    },
    'A-086': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Says which authorization servers to choose.',
      notTested: 'documentation and operation',
    },
  },
  'J. Extensions': {
    'A-090': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Takes tokens of machines.',
    },
    'A-091': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Refuses identity assertions, which are for the authorization server.',
    },
    'A-092': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Leaves workload identities to client and authorization server.',
      notTested: 'requestor duty',
    },
    'A-093': {
      level: 'note',
      actor: 'server',
      behaviour: 'Checks proofs of possession (DPoP).',
      notTested: 'permission not used',
    },
  },
  'K. Security page': {
    'A-095': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Asks for consent for each client, where it fronts an authorization server.',
      notTested: 'permission not used',
    },
    'A-096': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Takes tokens that were issued for others, or passes them through.',
    },
    'A-097': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Fetches URLs of the configuration only, never of a token.',
    },
    'A-098': {
      level: 'MUST NOT',
      actor: 'server',
      behaviour: 'Lets a session or a handle be used by who has found it.',
    },
    'A-099': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Starts programs and downloads only where it is asked to.',
    },
    'A-100': {
      level: 'note',
      actor: 'server',
      behaviour: 'Asks for little: no wildcards, and no catalogue in each challenge.',
    },
    'A-101': {
      level: 'MUST',
      actor: 'server',
      behaviour: 'Wants TLS outside this machine.',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`A-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
