import { describe, expect, it } from '@jest/globals';
import proto from '@temporalio/proto';

import { carriesTrace, withTrace } from '../../../../src/temporal/trace/trace-header.js';

const {
  QueryWorkflowRequest,
  SignalWithStartWorkflowExecutionRequest,
  SignalWorkflowExecutionRequest,
  StartWorkflowExecutionRequest,
  UpdateWorkflowExecutionRequest,
} = proto.temporal.api.workflowservice.v1;

const traceFields = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };

interface Header {
  readonly fields?: Readonly<Record<string, { data?: Uint8Array | null }>> | null;
}

const readTrace = (header: Header | null | undefined): unknown => {
  const data = header?.fields?.['_tracer-data']?.data;
  return data ? JSON.parse(Buffer.from(data).toString()) : undefined;
};

describe('withTrace', () => {
  it('adds a plain map to every message that Workflows get (O-050, O-051)', () => {
    const add = (operation: string, message: Uint8Array): Uint8Array =>
      withTrace(operation, message, traceFields);
    const query = QueryWorkflowRequest.decode(
      add('QueryWorkflow', QueryWorkflowRequest.encode({ query: { queryType: 'q' } }).finish()),
    );
    const update = UpdateWorkflowExecutionRequest.decode(
      add(
        'UpdateWorkflowExecution',
        UpdateWorkflowExecutionRequest.encode({
          request: { meta: { updateId: 'u' }, input: { name: 'n' } },
        }).finish(),
      ),
    );
    const start = StartWorkflowExecutionRequest.decode(
      add(
        'StartWorkflowExecution',
        StartWorkflowExecutionRequest.encode({ workflowId: 'id', requestId: 'r' }).finish(),
      ),
    );
    const signal = SignalWorkflowExecutionRequest.decode(
      add(
        'SignalWorkflowExecution',
        SignalWorkflowExecutionRequest.encode({ signalName: 's' }).finish(),
      ),
    );
    const both = SignalWithStartWorkflowExecutionRequest.decode(
      add(
        'SignalWithStartWorkflowExecution',
        SignalWithStartWorkflowExecutionRequest.encode({ signalName: 's' }).finish(),
      ),
    );

    expect(query).toMatchObject({ query: { queryType: 'q' } });
    expect(update).toMatchObject({ request: { meta: { updateId: 'u' }, input: { name: 'n' } } });
    expect(start).toMatchObject({ workflowId: 'id', requestId: 'r' });
    const headers = [
      query.query?.header,
      update.request?.input?.header,
      start.header,
      signal.header,
      both.header,
    ];
    expect(headers.map(readTrace)).toStrictEqual(headers.map(() => traceFields));
  });

  it("leaves a user's own field, and adds to other headers (O-055)", () => {
    const payload = (text: string): { data: Uint8Array } => ({ data: Buffer.from(text) });
    const fields = { '_tracer-data': payload('"theirs"'), other: payload('1') };
    const message = SignalWorkflowExecutionRequest.encode({ header: { fields } }).finish();

    const traced = SignalWorkflowExecutionRequest.decode(
      withTrace('SignalWorkflowExecution', message, traceFields),
    );

    expect(readTrace(traced.header)).toBe('theirs');
    expect(Object.keys(traced.header?.fields ?? {}).sort()).toStrictEqual([
      '_tracer-data',
      'other',
    ]);
  });

  it('leaves calls alone that no Workflow gets', () => {
    const message = Buffer.from('x');

    expect(carriesTrace('DescribeWorkflowExecution')).toBe(false);
    expect(withTrace('DescribeWorkflowExecution', message, traceFields)).toBe(message);
  });
});
