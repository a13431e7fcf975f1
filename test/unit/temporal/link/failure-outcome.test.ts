import { describe, expect, it } from '@jest/globals';
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  ServerFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/client';
import { RetryState } from '@temporalio/common';

import {
  toFailureOutcome,
  WorkflowTimeout,
} from '../../../../src/temporal/link/failure-outcome.js';

const MAX_TEXT_LENGTH = 5_000;

function inActivity(cause?: Error): ActivityFailure {
  return new ActivityFailure(
    'Activity task failed',
    'chargeCard',
    '1',
    RetryState.MAXIMUM_ATTEMPTS_REACHED,
    'worker-1',
    cause,
  );
}

function inChild(cause?: Error): ChildWorkflowFailure {
  const execution = { workflowId: 'child-1', runId: 'run-1' };
  return new ChildWorkflowFailure(
    'default',
    execution,
    'ship',
    RetryState.NON_RETRYABLE_FAILURE,
    cause,
  );
}

function jsonRpc(details?: unknown[]): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'mcp.JsonRpcError',
    message: 'The quota is used up',
    ...(details && { details }),
  });
}

const toolError = (text: string) => ({
  kind: 'result',
  result: { content: [{ type: 'text', text }], isError: true },
});
const internalError = (message: string) => ({ kind: 'error', error: { code: -32603, message } });

const refused = ApplicationFailure.nonRetryable('The card was refused', 'CardRefused');
const heartbeatTimeout = new TimeoutFailure('activity Heartbeat timeout', undefined, 'HEARTBEAT');

describe('toFailureOutcome', () => {
  it('has texts without control sequences, which hosts in terminals would obey', () => {
    const coloured = '\u001b[31mNo funds\u001b[0m\u0000\u0007\n\tAsk \u001b]0;title\u0007Ada 👩‍💻';
    const clean = 'No funds\\u{0}\\u{7}\n\tAsk Ada 👩‍💻';

    expect(toFailureOutcome(new ApplicationFailure(coloured))).toEqual(toolError(clean));
    expect(toFailureOutcome(jsonRpc([{ code: -32000, message: coloured }]))).toEqual({
      kind: 'error',
      error: { code: -32000, message: clean },
    });
  });

  it('leaves out data of an error that is null', () => {
    const detail = { code: -32000, message: 'No funds', data: null };

    expect(toFailureOutcome(jsonRpc([detail]))).toEqual({
      kind: 'error',
      error: { code: -32000, message: 'No funds' },
    });
  });

  it.each([
    ['an application failure', refused, 'The card was refused (CardRefused)'],
    ['a failed Activity', inActivity(refused), 'The card was refused (CardRefused)'],
    ['a failed child workflow', inChild(refused), 'The card was refused (CardRefused)'],
    ['an Activity of a child', inChild(inActivity(refused)), 'The card was refused (CardRefused)'],
    [
      'an Activity that timed out',
      inActivity(heartbeatTimeout),
      'The activity chargeCard timed out: its worker sent no heartbeat within its heartbeat timeout.',
    ],
    ['a failure of the service', new ServerFailure('No room', true), 'No room'],
    ['an error of no Temporal class', new Error('Odd'), 'Odd'],
    ['an application failure without type', ApplicationFailure.create({ message: 'Odd' }), 'Odd'],
    [
      'a plain error that a Worker turned into a failure',
      ApplicationFailure.create({ message: 'Odd', type: 'Error' }),
      'Odd',
    ],
    [
      'a type that the message names',
      ApplicationFailure.create({ message: 'ValueError: no number', type: 'ValueError' }),
      'ValueError: no number',
    ],
  ])('makes a tool error of %s', (_what, failure, text) => {
    expect(toFailureOutcome(failure)).toEqual(toolError(text));
  });

  it.each<[string, Error]>([
    ['a cancelled failure', new CancelledFailure('Workflow cancelled')],
    ['a termination by this server', new TerminatedFailure('mcp: cancelled by the client')],
  ])('takes %s as cancelled', (_what, failure) => {
    expect(toFailureOutcome(failure)).toEqual({ kind: 'cancelled' });
  });

  it.each([
    ['stopped as asked', { kind: 'cancelled', reason: 'stopped as asked' }],
    ['', { kind: 'cancelled' }],
  ])('takes the type mcp.Cancelled with %j as cancelled', (message, expected) => {
    const failure = ApplicationFailure.create({ type: 'mcp.Cancelled', message });

    expect(toFailureOutcome(failure)).toEqual(expected);
  });

  it.each([
    ['cleaning up', 'The workflow was terminated: "cleaning up"'],
    ['', 'The workflow was terminated: no reason given'],
  ])('says that an operator has terminated the work, with the reason %j', (reason, message) => {
    expect(toFailureOutcome(new TerminatedFailure(reason))).toEqual({
      ...internalError(message),
      byOperator: true,
    });
  });

  it.each<[string, Error | undefined, string]>([
    [
      'a timeout of the execution',
      new WorkflowTimeout('execution'),
      'The workflow timed out: it did not end within its execution timeout.',
    ],
    ['no failure at all', undefined, 'The workflow failed without a cause.'],
  ])('makes a JSON-RPC error of %s', (_what, failure, message) => {
    expect(toFailureOutcome(failure)).toEqual(internalError(message));
  });

  it.each([
    ['code and message', { code: -32042, message: 'Sign in first' }],
    ['data', { code: -32042, message: 'Sign in first', data: { elicitations: [] } }],
  ])('answers with the JSON-RPC error in the details: %s', (_what, error) => {
    expect(toFailureOutcome(jsonRpc([error]))).toEqual({ kind: 'error', error });
  });

  it('leaves out members that a JSON-RPC error does not have', () => {
    const outcome = toFailureOutcome(jsonRpc([{ code: 1, message: 'No', stack: 'at secret.ts' }]));

    expect(outcome).toEqual({ kind: 'error', error: { code: 1, message: 'No' } });
  });

  it.each([
    ['there are none', undefined],
    ['the list is empty', []],
    ['the first is null', [null]],
    ['the first is a text', ['no']],
    ['the code is missing', [{ message: 'No' }]],
    ['the code is a text', [{ code: '-32042', message: 'No' }]],
    ['the code is no whole number', [{ code: 1.5, message: 'No' }]],
    ['the code is too large', [{ code: 2 ** 60, message: 'No' }]],
    ['the message is missing', [{ code: 1 }]],
    ['the message is an object', [{ code: 1, message: { text: 'No' } }]],
  ])('makes an internal error of mcp.JsonRpcError where, of the details, %s', (_what, details) => {
    expect(toFailureOutcome(jsonRpc(details))).toEqual(internalError('The quota is used up'));
  });

  it.each<[string, Error]>([
    ['a tool error', ApplicationFailure.create({ message: 'x'.repeat(5_000) })],
    ['a termination', new TerminatedFailure('x'.repeat(5_000))],
    [
      'an mcp.JsonRpcError without details',
      ApplicationFailure.create({ type: 'mcp.JsonRpcError', message: 'x'.repeat(5_000) }),
    ],
  ])('cuts the text of %s', (_what, failure) => {
    expect(JSON.stringify(toFailureOutcome(failure)).length).toBeLessThan(MAX_TEXT_LENGTH + 200);
  });

  it.each<[string, Error]>([
    ['an application failure', refused],
    ['a failed Activity', inActivity(refused)],
    ['an error of no Temporal class', new Error('Odd')],
    ['a termination', new TerminatedFailure('cleaning up')],
    ['mcp.JsonRpcError', jsonRpc([{ code: 1, message: 'No' }])],
  ])('shows nothing of the stack of %s', (_what, failure) => {
    failure.stack = `${failure.message}\n    at secretFunction (/srv/secret.py:1)`;

    expect(JSON.stringify(toFailureOutcome(failure))).not.toContain('secret');
  });
});
