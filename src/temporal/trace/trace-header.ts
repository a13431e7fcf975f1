import proto, { type temporal } from '@temporalio/proto';

/** The header in which Temporal's own OpenTelemetry interceptors, in all languages, look for a message's trace. */
const HEADER = '_tracer-data';
const { workflowservice } = proto.temporal.api;

type Header = temporal.api.common.v1.IHeader;

/** Encoders of requests with only a header, by operation. */
const REQUESTS: Readonly<Record<string, (header: Header) => Uint8Array>> = {
  StartActivityExecution: (header) =>
    workflowservice.v1.StartActivityExecutionRequest.encode({ header }).finish(),
  StartWorkflowExecution: (header) =>
    workflowservice.v1.StartWorkflowExecutionRequest.encode({ header }).finish(),
  SignalWorkflowExecution: (header) =>
    workflowservice.v1.SignalWorkflowExecutionRequest.encode({ header }).finish(),
  SignalWithStartWorkflowExecution: (header) =>
    workflowservice.v1.SignalWithStartWorkflowExecutionRequest.encode({ header }).finish(),
  UpdateWorkflowExecution: (header) =>
    workflowservice.v1.UpdateWorkflowExecutionRequest.encode({
      request: { input: { header } },
    }).finish(),
  QueryWorkflow: (header) =>
    workflowservice.v1.QueryWorkflowRequest.encode({ query: { header } }).finish(),
};

export function carriesTrace(operation: string): boolean {
  return Object.hasOwn(REQUESTS, operation);
}

/**
 * Adds a trace to an encoded request. Parsers of Protocol Buffers merge repeated fields, and the later value wins. So a
 * header that a user's interceptor has set stays.
 */
export function withTrace(
  operation: string,
  message: Uint8Array,
  traceFields: Readonly<Record<string, string>>,
): Uint8Array {
  const toRequest = REQUESTS[operation];
  if (!toRequest) return message;
  // In the default converter's format, since Workers read headers without codecs.
  const payload = {
    metadata: { encoding: Buffer.from('json/plain') },
    data: Buffer.from(JSON.stringify(traceFields)),
  };
  return Buffer.concat([toRequest({ fields: { [HEADER]: payload } }), message]);
}
