import proto, { type temporal } from '@temporalio/proto';

/** Where Temporal's own interceptors for OpenTelemetry, in all languages, look for the trace of a message. */
const HEADER = '_tracer-data';
const { workflowservice } = proto.temporal.api;

type Header = temporal.api.common.v1.IHeader;

/** By operation, a request that has nothing but a header. */
const REQUESTS: Readonly<Record<string, (header: Header) => Uint8Array>> = {
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
 * Adds a trace to an encoded request. Parsers of Protocol Buffers merge what comes twice, and the later value counts: a field
 * that an interceptor of the user's has set stays.
 */
export function withTrace(
  operation: string,
  message: Uint8Array,
  traceFields: Readonly<Record<string, string>>,
): Uint8Array {
  const toRequest = REQUESTS[operation];
  if (!toRequest) return message;
  // The default converter's form: Workers read headers without codecs.
  const payload = {
    metadata: { encoding: Buffer.from('json/plain') },
    data: Buffer.from(JSON.stringify(traceFields)),
  };
  return Buffer.concat([toRequest({ fields: { [HEADER]: payload } }), message]);
}
