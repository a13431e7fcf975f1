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
    'A-001': 'SHOULD, server: Follows these rules where it authorizes over HTTP at all.',
    'A-002':
      'SHOULD NOT, server: Asks for a token over stdio: who started the process is the user.',
    'A-003':
      'SHOULD, server: Authenticates all HTTP connections, or is there for this machine alone.',
    'A-004':
      'MUST, server: Checks `Origin` of every request before it authenticates, and `Host` on loopback.',
    // A host that runs its own server has no token to send; `server.auth` requires one.
    'A-005': {
      rule: 'SHOULD, server: Asks for a token on loopback, too.',
      notTested: 'recommendation not followed',
    },
    'A-006':
      'MUST, server: Verifies every request: POST, GET and DELETE. Nothing earlier proves anything.',
    'A-007': 'advice, server: Answers nothing without a token but its metadata.',
  },
  'B. Protected resource metadata': {
    'A-010': 'MUST, server: Publishes its metadata, with one authorization server at least.',
    'A-011': 'MUST, server: Lets clients find it: by the challenge and by the well-known path.',
    'A-012': 'derived, server: Serves it under the path of the endpoint, and under the root.',
    'A-013': 'MUST, server: Names exactly the URL of the endpoint, in its canonical form.',
    'A-014': 'advice, server: Takes its URLs from configuration, never from a request.',
    'A-015': 'MUST, server: Answers GET and HEAD with JSON, and leaves out what is empty.',
    'A-016': 'derived, server: Names the scopes of basic use, not the whole catalogue.',
    'A-017': 'SHOULD NOT, server: Names or challenges `offline_access`.',
    'A-018': 'advice, server: Names the header as the only way, and no keys.',
    'A-019': 'advice, server: Serves no metadata of an authorization server.',
  },
  'C. Challenges': {
    'A-020': 'MUST, server: Answers a token that does not hold with 401 and a challenge.',
    'A-021': 'SHOULD NOT, server: Says `error` where no token was sent.',
    'A-022': 'SHOULD, server: Says in the 401 which scopes are needed.',
    'A-023':
      'derived, server: Quotes values, and says of all reasons one sentence; the reason is logged, by an ID.',
    'A-024': 'derived, server: Lets web pages read the challenge, and keeps answers out of caches.',
    'A-025': { rule: 'MAY, server: Names a realm.', notTested: 'permission not used' },
    'A-026': 'advice, server: Authenticates before it reads the body.',
  },
  'D. Presenting a token': {
    'A-030':
      'MUST, server: Takes a token in the `Authorization` header only, whatever the case of the scheme.',
    'A-031': 'MUST NOT, server: Takes a token from the query.',
    'A-032': 'derived, server: Takes one header with one token, and nothing else.',
    'A-033': 'advice, server: Refuses tokens over 8 KiB before it parses them.',
  },
  'E. Validating it': {
    'A-040': 'MUST, server: Validates before anything else happens.',
    'A-041': 'MUST, server: Takes tokens only that are for it.',
    'A-042':
      'advice, server: Takes other audiences that are configured, to the letter but for a slash at the end.',
    'A-043': 'MUST, server: Takes tokens only of its issuers, each with its own keys.',
    'A-044':
      'derived, server: Takes asymmetric algorithms of a list only, and no key that a token brings along.',
    'A-045':
      'derived, server: Wants `exp`, honours `nbf` and `iat`, and judges expiry before scopes.',
    'A-046': 'advice, server: Refuses tokens of other types.',
    'A-047': {
      rule: 'derived, server: Asks about opaque tokens, and holds the answer against the same rules.',
      // Opaque tokens are refused. A program can judge them: `auth.verifyToken`.
      notTested: 'permission not used',
    },
    'A-048': 'advice, server: Fetches keys within bounds, and keeps the last good ones.',
    'A-049': 'advice, server: Answers 503 where it cannot tell whether a token holds.',
    'A-050': 'advice, server: Refuses tokens that are bound to a key.',
    'A-051': 'advice, server: Knows static tokens by their hash.',
    'A-052': 'MUST, server: Keeps no token, in logs or anywhere else.',
  },
  'F. Scopes and step-up': {
    'A-055': 'SHOULD, server: Answers a missing scope with 403 and a challenge.',
    'A-056': 'SHOULD, server: Names the scopes of the operation, with those of every request.',
    'A-057':
      'SHOULD, server: Names all that the operation needs at once, by the same rule every time.',
    'A-058': 'MUST, server: Takes a broader scope for those that it implies.',
    'A-059': 'derived, server: Decides before the first byte of an answer, by the body.',
    // The owner has started the task with these scopes. A token that may call no tool must be able to stop the task.
    'A-060': {
      rule: 'advice, server: Wants the scopes of the tool for answers and cancellations, too.',
      notTested: 'recommendation not followed',
    },
    'A-061': 'advice, server: Ends a stream with its token. A task runs on.',
    'A-062':
      'advice, server: Shows tools that lack a scope only, hides those that are for others, and marks the list as private.',
    'A-063': 'SHOULD, server: Logs what was granted and what is asked for.',
  },
  'G. Principal, sessions, handles': {
    'A-070':
      'derived, server: Makes a principal of issuer and subject; machines have a name space of their own.',
    'A-071': 'MUST NOT, server: Takes a session for authentication.',
    'A-072': 'MUST, server: Binds sessions to their user; they cannot be guessed, and end.',
    'A-073':
      'derived, server: Knows no session of another principal; a renewed token goes on in its own.',
    'A-074':
      'MUST NOT, server: Takes a handle for authentication: task IDs, states, subscriptions and cursors are bound.',
    'A-075': 'derived, server: Keeps what is resumable by principal, not by session alone.',
    'A-076': {
      rule: 'advice, server: Says that changed principals lose their tasks.',
      notTested: 'documentation and operation',
    },
  },
  'H. Nothing passes through': {
    'A-080': 'MUST NOT, server: Hands a token on, to whomever.',
    'A-081': 'derived, server: Gives Workflows the tag of the owner, and no more.',
    'A-082': {
      rule: 'advice, server: Maps tenants by a verified claim; one that is unknown is refused.',
      notTested: 'permission not used',
    },
  },
  'I. Client registration': {
    'A-085': 'derived, server: Takes the name of a client for a text, and never fetches it.',
    'A-086': {
      rule: 'advice, server: Says which authorization servers to choose.',
      notTested: 'documentation and operation',
    },
  },
  'J. Extensions': {
    'A-090': 'MAY, server: Takes tokens of machines.',
    'A-091':
      'derived, server: Refuses identity assertions, which are for the authorization server.',
    'A-092': {
      rule: 'derived, server: Leaves workload identities to client and authorization server.',
      notTested: 'requestor duty',
    },
    'A-093': {
      rule: 'note, server: Checks proofs of possession (DPoP).',
      notTested: 'permission not used',
    },
  },
  'K. Security page': {
    'A-095': {
      rule: 'MUST, server: Asks for consent for each client, where it fronts an authorization server.',
      notTested: 'permission not used',
    },
    'A-096': 'MUST NOT, server: Takes tokens that were issued for others, or passes them through.',
    'A-097': 'SHOULD, server: Fetches URLs of the configuration only, never of a token.',
    'A-098': 'MUST NOT, server: Lets a session or a handle be used by who has found it.',
    'A-099': 'SHOULD, server: Starts programs and downloads only where it is asked to.',
    'A-100': 'note, server: Asks for little: no wildcards, and no catalogue in each challenge.',
    'A-101': 'MUST, server: Wants TLS outside this machine.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<`A-${string}`, Requirement>>>>;

type BySection = typeof requirements;
/** The ID of a requirement that exists. */
export type RequirementId = { [Name in keyof BySection]: keyof BySection[Name] }[keyof BySection];
