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
    'O-001': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'One span of kind SERVER per JSON-RPC request that is handled.',
    },
    'O-002': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Its name is the method, and the tool of a call; no URI.',
    },
    'O-003': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Unknown tools and methods are `_OTHER` in names and labels.',
    },
    'O-004': { level: 'derived', actor: 'server', behaviour: 'No name has the ID of a task.' },
    'O-005': {
      level: 'derived',
      actor: 'server',
      behaviour: 'A span ends with its answer; a wait for a result is a long span.',
    },
    'O-006': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'An outer instrumentation of tools gets the attributes instead of a second span.',
      notTested: 'permission not used',
    },
    'O-007': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Without an SDK nothing is loaded, and nothing written.',
    },
  },
  'B. Attributes': {
    'O-010': {
      level: 'req',
      actor: 'server',
      behaviour: '`mcp.method.name`, also for methods of extensions.',
    },
    'O-012': {
      level: 'cond',
      actor: 'server',
      behaviour: '`rpc.response.status_code` is the code of an error, as a string.',
    },
    'O-013': { level: 'cond', actor: 'server', behaviour: '`gen_ai.tool.name` for calls.' },
    'O-014': { level: 'cond', actor: 'server', behaviour: '`jsonrpc.request.id`, as a string.' },
    'O-015': {
      level: 'cond',
      actor: 'server',
      behaviour: '`mcp.resource.uri`; here a URI is the key to a task.',
      notTested: 'recommendation not followed',
    },
    'O-016': {
      level: 'rec',
      actor: 'server',
      behaviour: '`gen_ai.operation.name` is `execute_tool` for calls alone.',
    },
    'O-017': { level: 'rec', actor: 'server', behaviour: '`mcp.protocol.version` of the request.' },
    'O-018': {
      level: 'rec',
      actor: 'server',
      behaviour: '`mcp.session.id` never under 2026-07-28; older ones are like bearer tokens.',
    },
    'O-020': {
      level: 'rec',
      actor: 'server',
      behaviour: '`network.transport` and protocol: `tcp` and `http`, or `pipe`.',
    },
    'O-021': {
      level: 'rec',
      actor: 'server',
      behaviour: '`client.address`; it is personal data.',
      notTested: 'recommendation not followed',
    },
    'O-022': {
      level: 'opt',
      actor: 'server',
      behaviour: 'Arguments and results.',
      notTested: 'permission not used',
    },
    'O-023': {
      level: 'derived',
      actor: 'server',
      behaviour: 'The ID of a task under an own prefix, and as `temporalWorkflowId`.',
    },
  },
  'C. Errors': {
    'O-030': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Faults of the client have no `error.type` and no status.',
    },
    'O-031': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Every other code is an error of that type.',
    },
    'O-033': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'A result with `isError` is a `tool_error` without a code.',
    },
    'O-034': {
      level: 'derived',
      actor: 'server',
      behaviour: '`tasks/get` of a failed task is no error.',
    },
    'O-035': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'The description of the status is the message of the error.',
    },
    'O-036': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Spans of kind CLIENT for requests that the server sends; they wait for people.',
      notTested: 'recommendation not followed',
    },
    'O-037': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Failures before JSON-RPC are no MCP spans.',
    },
    'O-038': {
      level: 'derived',
      actor: 'server',
      behaviour: 'A request that its client has left is `cancelled`.',
    },
  },
  'D. Propagation over MCP': {
    'O-040': {
      level: 'MAY',
      actor: 'server',
      behaviour: 'Trace context in `params._meta`, in both revisions.',
    },
    'O-041': { level: 'MUST', actor: 'server', behaviour: 'A malformed value counts as absent.' },
    'O-042': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: '`_meta` is the parent, and HTTP a link; HTTP alone is the parent.',
    },
    'O-043': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'Trace context in the requests and notifications that the server sends.',
      notTested: 'recommendation not followed',
    },
    'O-044': {
      level: 'derived',
      actor: 'server',
      behaviour: 'A switch makes untrusted callers links; samplers do here.',
      notTested: 'recommendation not followed',
    },
    'O-045': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Values beyond the sizes of W3C are dropped.',
    },
    'O-046': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Baggage of clients goes no further.',
    },
    'O-047': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Trace keys are no part of what makes calls equal.',
    },
    'O-048': {
      level: 'derived',
      actor: 'server',
      behaviour: 'A later request links to the span that created the task.',
    },
  },
  'E. Header in Temporal': {
    'O-050': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Starts and messages carry `_tracer-data`.',
    },
    'O-051': {
      level: 'derived',
      actor: 'server',
      behaviour: 'Its value is a flat map by the default converter.',
    },
    'O-054': { level: 'derived', actor: 'server', behaviour: 'Without a span there is no field.' },
    'O-055': { level: 'derived', actor: 'server', behaviour: 'A field that is set already stays.' },
    'O-057': {
      level: 'measured',
      actor: 'server',
      behaviour: 'Spans of a Worker with Temporal’s interceptors are below that of the call.',
    },
    'O-059': {
      level: 'derived',
      actor: 'server',
      behaviour: 'The message of an answer belongs to the trace of the answer.',
    },
  },
  'F. Metrics': {
    'O-070': {
      level: 'rec',
      actor: 'server',
      behaviour: '`mcp.server.operation.duration` with the bounds of the conventions.',
    },
    'O-071': {
      level: 'req',
      actor: 'server',
      behaviour: 'Its labels are those of the list: no IDs.',
    },
    'O-072': {
      level: 'rec',
      actor: 'server',
      behaviour: '`mcp.server.session.duration` at the end of a connection over stdio.',
    },
    'O-074': {
      level: 'derived',
      actor: 'server',
      behaviour: 'One classification of errors for metrics and spans.',
    },
    'O-075': { level: 'SHOULD', actor: 'server', behaviour: 'Sampling changes no metric.' },
  },
  'G. Names in Prometheus': {
    'O-080': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'One prefix, units as suffixes, counters end in `_total`.',
    },
    'O-082': {
      level: 'SHOULD',
      actor: 'server',
      behaviour: 'No label whose values clients choose.',
    },
  },
  'H. Own metrics': {
    'O-090': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Tasks started, by tool and revision.',
    },
    'O-091': { level: 'advice', actor: 'server', behaviour: 'Phases as this server sees them.' },
    'O-092': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Open waits, and how long questions stood.',
    },
    'O-093': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Calls to Temporal, by operation and code; deliveries of events.',
    },
    'O-094': {
      level: 'advice',
      actor: 'server',
      behaviour: 'Version as a metric of its own: `target_info` has it.',
      notTested: 'recommendation not followed',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Requirement>>>>;
