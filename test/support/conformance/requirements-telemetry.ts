/**
 * Rules for traces and metrics: OpenTelemetry's conventions for MCP, W3C Trace Context, Temporal's header, names in Prometheus.
 * Cited by tests of `test/integration/telemetry` and `test/unit/app/telemetry`; `requirements-reporter.mjs` judges the run.
 *
 * The texts are paraphrased.
 */
import type { Requirement } from './requirement.js';

/** By section, and by the ID that tests cite. */
export const requirements = {
  'A. Spans': {
    'O-001': 'SHOULD, server: One span of kind SERVER per JSON-RPC request that is handled.',
    'O-002': 'SHOULD, server: Its name is the method, and the tool of a call; no URI.',
    'O-003': 'derived, server: Unknown tools and methods are `_OTHER` in names and labels.',
    'O-004': 'derived, server: No name has the ID of a task.',
    'O-005': 'derived, server: A span ends with its answer; a wait for a result is a long span.',
    'O-006': {
      rule: 'MAY, server: An outer instrumentation of tools gets the attributes instead of a second span.',
      notTested: 'permission not used',
    },
    'O-007': 'derived, server: Without an SDK nothing is loaded, and nothing written.',
  },
  'B. Attributes': {
    'O-010': 'req, server: `mcp.method.name`, also for methods of extensions.',
    'O-012': 'cond, server: `rpc.response.status_code` is the code of an error, as a string.',
    'O-013': 'cond, server: `gen_ai.tool.name` for calls.',
    'O-014': 'cond, server: `jsonrpc.request.id`, as a string.',
    'O-015': {
      rule: 'cond, server: `mcp.resource.uri`; here a URI is the key to a task.',
      notTested: 'recommendation not followed',
    },
    'O-016': 'rec, server: `gen_ai.operation.name` is `execute_tool` for calls alone.',
    'O-017': 'rec, server: `mcp.protocol.version` of the request.',
    'O-018':
      'rec, server: `mcp.session.id` never under 2026-07-28; older ones are like bearer tokens.',
    'O-020': 'rec, server: `network.transport` and protocol: `tcp` and `http`, or `pipe`.',
    'O-021': {
      rule: 'rec, server: `client.address`; it is personal data.',
      notTested: 'recommendation not followed',
    },
    'O-022': { rule: 'opt, server: Arguments and results.', notTested: 'permission not used' },
    'O-023': 'derived, server: The ID of a task under an own prefix, and as `temporalWorkflowId`.',
  },
  'C. Errors': {
    'O-030': 'SHOULD, server: Faults of the client have no `error.type` and no status.',
    'O-031': 'SHOULD, server: Every other code is an error of that type.',
    'O-033': 'SHOULD, server: A result with `isError` is a `tool_error` without a code.',
    'O-034': 'derived, server: `tasks/get` of a failed task is no error.',
    'O-035': 'SHOULD, server: The description of the status is the message of the error.',
    'O-036': {
      rule: 'SHOULD, server: Spans of kind CLIENT for requests that the server sends; they wait for people.',
      notTested: 'recommendation not followed',
    },
    'O-037': 'derived, server: Failures before JSON-RPC are no MCP spans.',
    'O-038': 'derived, server: A request that its client has left is `cancelled`.',
  },
  'D. Propagation over MCP': {
    'O-040': 'MAY, server: Trace context in `params._meta`, in both revisions.',
    'O-041': 'MUST, server: A malformed value counts as absent.',
    'O-042': 'SHOULD, server: `_meta` is the parent, and HTTP a link; HTTP alone is the parent.',
    'O-043': {
      rule: 'SHOULD, server: Trace context in the requests and notifications that the server sends.',
      notTested: 'recommendation not followed',
    },
    'O-044': {
      rule: 'derived, server: A switch makes untrusted callers links; samplers do here.',
      notTested: 'recommendation not followed',
    },
    'O-045': 'derived, server: Values beyond the sizes of W3C are dropped.',
    'O-046': 'derived, server: Baggage of clients goes no further.',
    'O-047': 'derived, server: Trace keys are no part of what makes calls equal.',
    'O-048': 'derived, server: A later request links to the span that created the task.',
  },
  'E. Header in Temporal': {
    'O-050': 'derived, server: Starts and messages carry `_tracer-data`.',
    'O-051': 'derived, server: Its value is a flat map by the default converter.',
    'O-054': 'derived, server: Without a span there is no field.',
    'O-055': 'derived, server: A field that is set already stays.',
    'O-057':
      'measured, server: Spans of a Worker with Temporal’s interceptors are below that of the call.',
    'O-059': 'derived, server: The message of an answer belongs to the trace of the answer.',
  },
  'F. Metrics': {
    'O-070': 'rec, server: `mcp.server.operation.duration` with the bounds of the conventions.',
    'O-071': 'req, server: Its labels are those of the list: no IDs.',
    'O-072': {
      rule: 'rec, server: `mcp.server.session.duration` at the end of a connection over stdio.',
      notTested: 'recommendation not followed',
    },
    'O-074': 'derived, server: One classification of errors for metrics and spans.',
    'O-075': 'SHOULD, server: Sampling changes no metric.',
  },
  'G. Names in Prometheus': {
    'O-080': 'SHOULD, server: One prefix, units as suffixes, counters end in `_total`.',
    'O-082': 'SHOULD, server: No label whose values clients choose.',
  },
  'H. Own metrics': {
    'O-090': 'advice, server: Tasks started, by tool and revision.',
    'O-091': 'advice, server: Phases as this server sees them.',
    'O-092': 'advice, server: Open waits, and how long questions stood.',
    'O-093': 'advice, server: Calls to Temporal, by operation and code.',
    'O-094': {
      rule: 'advice, server: Version as a metric of its own: `target_info` has it.',
      notTested: 'recommendation not followed',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Requirement>>>>;
