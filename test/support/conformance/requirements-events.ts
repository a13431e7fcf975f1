/**
 * Every rule of MCP Events (SEP-3415) and of the clients that ship, as data: cited by a test of `test/integration/events` or of
 * `test/unit/service/events` and `test/unit/transport/webhooks`, or with a reason why none cites it; `requirements-reporter.mjs` judges the run.
 *
 * The texts are paraphrased.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Capability and negotiation': {
    'E-001':
      'derived, server: Advertise `capabilities.extensions["io.modelcontextprotocol/events"]` in `server/discover`.',
    'E-002':
      'client, server: Advertise `capabilities.events` (`{}` or `{listChanged:false}`) at top level as well.',
    'E-003':
      'client / advice, server: Under `2025-11-25` the extension does not exist, yet ChatGPT (newer guide: Streamable HTTP with `initialize`, or `2026-07-28`) and AI take events from an `initialize` server too.',
    'E-004':
      'MUST, server: Not advertised ⇒ every `events/*` is `-32601` (HTTP 404 under `2026-07-28`).',
    'E-005':
      'derived, server: Never require the client to declare the extension: declaring is a MAY, and AI sends empty client capabilities.',
    'E-006':
      'MUST / client, server: `resultType:"complete"` in every result under `2026-07-28`; AI rejects a result without it.',
    'E-007': 'derived, server: `Mcp-Method` and `MCP-Protocol-Version` as for any request.',
    'E-008':
      'advice, server: Without authentication list no `webhook` mode; with webhook off and neither poll nor push configured do not advertise at all.',
  },
  'B. events/list': {
    'E-010':
      'MUST, server: Each entry: `name`, `delivery` (non-empty subset of `poll`, `push`, `webhook`), `inputSchema`, `payloadSchema`; `description`, `_meta` optional.',
    'E-011': 'derived, server: Paging as `tools/list`; bad cursor `-32602`.',
    // The rule holds from the first release on.
    'E-012': {
      rule: 'SHOULD (NOT), server: Evolve schemas by addition only: no removed, renamed or retyped fields, no narrower enums, no tighter `inputSchema` (a refresh re-sends old arguments).',
      notTested: 'documentation and operation',
    },
    'E-013':
      'SHOULD; MUST NOT, server: Removed type ⇒ end its subscriptions with `NotFound` `{kind:"event"}`; changed in place ⇒ `Unsupported` `{feature:"payloadSchema"|"inputSchema",reason:"schema_changed"}`.',
    // The types are static.
    'E-014': {
      rule: 'derived, server: `notifications/events/list_changed` only with `listChanged:true`, only on a `subscriptions/listen` whose filter had `eventsListChanged:true` and was acknowledged with it.',
      notTested: 'permission not used',
    },
    'E-015':
      'advice, server: List only types the caller may subscribe to; one description sentence says which arguments narrow it and how to fetch the full result.',
  },
  'C. Occurrences': {
    'E-020': 'MUST, server: Required: `eventId`, `name`, `timestamp`, `data` (always an object).',
    'E-021':
      'client, server: `timestamp` with `Z` or an offset (AI answers 400 without); `name` equal to the subscribed name (else 400).',
    'E-022':
      'SHOULD, server: `eventId` is stable for one occurrence on whatever path it is delivered (poll, push, webhook, replay), so clients can drop doubles.',
    'E-023':
      'SHOULD, server: Payload minimal: enough to recognise and triage; full content through a tool.',
    'E-024':
      'MUST, server: Payload text is untrusted for the reader: what workflows wrote stays in `data`, cut to a length, never phrased by us as an instruction.',
  },
  'D. Poll and push': {
    'E-030': 'derived, server: Poll is self-contained; no server state may be needed to answer it.',
    'E-031': 'derived, server: `cursor` null or absent ⇒ no events and a fresh cursor.',
    'E-032':
      'derived, server: `maxEvents` caps *matching* events; more left ⇒ `hasMore:true` and an intermediate cursor.',
    'E-033':
      'derived, server: Deliver in production order within one subscription (poll and push).',
    'E-034':
      'advice, server: `nextPollMs` never below 1000; raise it under load instead of failing.',
    'E-040':
      'derived, server: Push: an invalid subscription is a JSON-RPC error at once, no stream.',
    'E-041':
      'MUST, server: Every `notifications/events/*` on the stream has `params._meta["io.modelcontextprotocol/subscriptionId"]` = the request\'s `id`, same JSON type.',
    'E-042':
      'MUST; SHOULD, server: Heartbeat `notifications/events/heartbeat {cursor}` at least every 30 s, as an SSE `data:` frame, not a comment.',
    'E-043':
      'MUST, server: Cancel (stream abort over HTTP, `notifications/cancelled` on stdio) stops delivery and frees everything.',
    'E-044':
      'MUST, server: Streams are exempt from a general cap on concurrent requests; own cap ⇒ `ResourceExhausted`.',
    'E-045':
      'derived, server: Single failed look-up ⇒ `notifications/events/error {error}`, stream stays.',
    // `test/integration/auth/expiring-tokens.test.ts` shows it of every stream.
    'E-046': {
      rule: 'advice, server: End the stream when the access token that opened it expires (A-061); the client reconnects with its cursor.',
      notTested: 'documentation and operation',
    },
  },
  'E. events/subscribe (webhook)': {
    'E-050':
      'MUST, server: Only with an authenticated principal, else `Forbidden` (over HTTP with authentication on, the 401 comes first).',
    'E-051':
      'MUST, server: Check that this principal may have this event with these arguments before any network traffic.',
    'E-052': 'MUST, server: `delivery.url` absolute `https`, else `-32602`.',
    'E-053': 'MUST, server: `delivery.secret` = `whsec_` + base64 of 24–64 bytes, else `-32602`.',
    'E-054': 'MUST, server: `arguments` valid against `inputSchema`, else `-32602`.',
    'E-055':
      'MUST, server: Key = (principal, `delivery.url`, `name`, `arguments`), arguments compared as canonical JSON (advice: RFC 8785 through a library; `canonicalize` 5.x wants Node ≥ 22; absent = `{}`).',
    'E-056':
      'MUST, server: `id` deterministic over the key: same over refreshes, restarts and replicas.',
    'E-057': 'MUST, server: Idempotent: same key ⇒ refresh.',
    'E-058':
      'derived / client, server: Result always has `id`, `refreshBefore` (ISO string or null), `truncated` (boolean); `cursor` string or null.',
    'E-059':
      'SHOULD; MUST NOT, server: `ttlMs`: absent = our default, number = suggestion, null = wish for no expiry.',
    'E-060':
      'MUST, server: A grant is a promise: long grants survive restarts; no-expiry ones are kept together with their verification.',
    'E-061':
      'SHOULD, server: New secret on refresh ⇒ sign with old and new for a grace time (advice 5 min).',
    'E-062':
      'MUST, server: Nothing is delivered before the endpoint is verified (F); the answer to subscribe comes after that.',
    'E-063':
      "derived, server: The first delivery may overtake the client's bookkeeping: AI answers 503 until it has stored the `id`.",
    'E-064':
      'derived, server: Unknown name ⇒ `NotFound {kind:"event"}`; mode not offered ⇒ `Unsupported {feature:"deliveryMode",value}`; over quota ⇒ `ResourceExhausted {limit:"subscriptions",max}`, decided before verification.',
    'E-065':
      'advice, server: Fence: reserve before verifying and activate only that reservation, so that a slow verification cannot revive what an unsubscribe or a newer refresh has ended meanwhile.',
    'E-066':
      "MUST, server: The secret is in no log, span, error, metric or echo; the URL's path and query are confidential too (they route, and AI's holds the key).",
    'E-067': 'derived, server: Resolves by the same key.',
    'E-068':
      'derived, server: Stops deliveries and pending retries at once and forgets secret and URL.',
    'E-069': 'advice, server: Works for types and arguments that are no longer valid.',
  },
  'F. Endpoint verification': {
    'E-070':
      'MUST NOT, server: Deliver to a URL whose owner has not shown intent by one of: signed challenge; our configured allowlist; our own out-of-band check; the origin\'s `/.well-known/mcp-webhook-receiver.json` (`{"receivers":["/path/"]}`).',
    'E-071':
      'derived, server: Challenge: POST `{"type":"verification","challenge":"<nonce>"}`, signed and headed like a delivery, `webhook-id: msg_verification_<random>`.',
    'E-072':
      'MUST, server: Success only on `2xx` with a JSON body whose `challenge` equals ours, compared in constant time.',
    'E-073':
      "MUST, server: Cache success per (principal, url) for a bounded time (advice 1 h, or the subscription's life); one principal's success never serves another.",
    'E-074': 'SHOULD, server: Limit verification POSTs per destination host and per principal.',
  },
  'G. Outbound safety': {
    'E-080':
      'MUST, server: At every attempt: resolve, check every address, connect to the checked address itself, original name in `Host` and SNI.',
    'E-081':
      "SHOULD, server: Refuse whatever is not globally routable (IANA IPv4 and IPv6 special-purpose registries), incl. loopback, private, link-local and metadata, CGNAT, IPv4-mapped IPv6, NAT64, 6to4. Use a library's range table (`ipaddr.js`), never own parsing of address spellings.",
    'E-082': 'MUST NOT, server: Follow redirects: a 3xx is a failed attempt.',
    'E-083': 'MUST, server: `https` with certificate checks.',
    'E-084':
      'MUST, server: What the caller learns of a failure is one of `connection_refused`, `timeout`, `tls_error`, `http_4xx`, `http_5xx`, `challenge_failed`; never body, header, status line, address.',
    'E-085':
      'advice, server: Ports 443 and 8443 unless configured; host allowlist option; environment proxies are not used unless asked for (an egress proxy resolves names itself and must do E-080).',
  },
  'H. Deliveries': {
    'E-100': 'MUST, server: POST, `application/json`, one occurrence each.',
    'E-101':
      'MUST, server: `v1,` + base64(HMAC-SHA256(decoded secret, id "." timestamp "." raw body)); several signatures separated by spaces.',
    'E-102': 'client **[recheck]**, server: `webhook-id` equals `eventId`.',
    'E-103':
      'MUST, server: Each attempt: new timestamp and signature; `webhook-id` and body unchanged (AI refuses timestamps more than 300 s off).',
    'E-104': 'SHOULD, server: Body at most 256 KiB = 262,144 bytes (ChatGPT hard, AI 413).',
    'E-105': 'derived, server: Any `2xx` accepts (AI: 204).',
    'E-106':
      'derived, server: Retry each event on its own with exponential backoff after anything but `2xx`; SHOULD be bounded: 3–5 attempts in 10–15 minutes.',
    'E-107':
      'MUST, server: `410` and `413` end this delivery without retry and leave the subscription alone. (SW disables an endpoint on 410; AI\'s 410 means "expired on my side".).',
    'E-108':
      "derived, server: AI's other answers: 401 unknown key, wrong subscription ID or bad signature; 400 shape; 405, 415; 503 not ready or handler failed.",
    'E-109': 'derived, server: At least once towards the endpoint; order best effort.',
    'E-110':
      "MAY, server: Suspend on a sustained failure *rate* (SEP's example: over 95 % of at least 100 attempts in 60 min), not on a count.",
    'E-111':
      "MAY; MUST, server: `deliveryStatus {active,lastDeliveryAt?,lastError,failedSince?,throttled?,retryAfterMs?}` on refresh; `lastError` only from E-084's list or null.",
    'E-112':
      'derived, server: Control envelopes: signed, same headers, `webhook-id: msg_<type>_<random>`.',
    // The server sends no such signatures, as the rule advises.
    'E-113': {
      rule: 'advice, server: No `v1a` server signatures yet: key discovery is unsettled.',
      notTested: 'recommendation not followed',
    },
  },
  'I. Cursors, replay, gaps': {
    'E-120':
      'MUST, server: `cursor` absent and `cursor:null` are the same, in both directions; never fail on absence. null in a request = from now.',
    'E-121': 'SHOULD, server: A type returns either always a cursor or always null.',
    'E-122':
      'derived, server: Webhook cursor (payload and refresh result) = watermark: everything at or before it is accepted or given up.',
    'E-123': 'derived, server: It advances in quiet times: poll result, heartbeat, refresh result.',
    'E-124':
      'derived; SHOULD, server: `maxAgeMs`: start at the later of cursor and now − `maxAgeMs`; floor past the cursor ⇒ `truncated:true`.',
    'E-125':
      'MUST, server: `truncated:true` whenever delivery starts later than asked, also for our own replay ceiling; a stale cursor is never an error.',
    'E-126':
      'derived, server: Refresh of a live subscription with an older cursor changes nothing; after lapse or loss it is the replay point.',
    'E-127':
      'advice, server: Malformed, foreign or unverifiable cursor ⇒ as stale: `truncated:true` and a fresh one.',
  },
  'J. Termination and authorization': {
    'E-130':
      "SHOULD, server: Re-check permission at delivery time; access lost ⇒ end with the mode's signal: `terminated` on push and webhook, JSON-RPC error at the next poll; `error` = `Forbidden`.",
    // No method takes an event.
    'E-131': {
      rule: 'derived, server: Receipt of an event grants nothing: acting on it goes through normal authorization.',
      notTested: 'documentation and operation',
    },
    'E-132':
      'derived, server: Same principal as for tools, from the verified token, stored with the subscription and compared on every call; never `clientInfo`.',
    'E-133': 'derived, server: No method lists subscriptions; add none.',
    'E-134':
      'advice, server: Limits per principal: subscriptions (20), streams (10), verifications (10 a minute), deliveries in flight (5 a subscription).',
  },
  'M. Fit for a task server': {
    'E-140':
      'advice, server: `data` never has results, arguments, question texts or error details.',
    'E-141':
      'advice, server: `eventId` = `evt_` + keyed hash of (owner, taskId, type, discriminator): final run ID for finished; sorted open keys for input; state version for status.',
    'E-142':
      "advice, server: Hosts without the Tasks extension (ChatGPT) fetch through the companion tools (`task_result`, `task_answer`); say so in the event's description.",
    'E-143':
      'advice, server: A `taskId` subscription whose task is terminal delivers its one event and then lapses quietly; the SEP defines no code for "nothing more will come", and TES\'s early `terminated` would delete AI\'s record before the event is handled.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Requirement>>>>;

type Sections = typeof requirements;
/** The ID of a requirement. */
export type RequirementId = {
  [Section in keyof Sections]: keyof Sections[Section];
}[keyof Sections];
