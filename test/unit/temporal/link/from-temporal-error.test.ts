import { describe, expect, it } from '@jest/globals';
import {
  NamespaceNotFoundError,
  ServiceError,
  ValueError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { PayloadConverterError } from '@temporalio/common';
import proto from '@temporalio/proto';

import { TaskError, type TaskErrorCode } from '../../../../src/core/errors.js';
import {
  findQueryFailure,
  fromTemporalError,
  isWithoutWorker,
  taskNotFound,
  temporalUnavailable,
} from '../../../../src/temporal/link/from-temporal-error.js';

const SECRET = 'secret-host.internal:7233 password';

/** An error of the gRPC library, with a text that clients must not see. */
function grpcError(code: number): Error {
  return Object.assign(new Error(`${code} ${SECRET}`), { code, details: SECRET, metadata: {} });
}

/** gRPC status codes (https://grpc.io/docs/guides/status-codes), and the error code that a client gets for each. */
const GRPC_CODES: readonly (readonly [string, number, TaskErrorCode])[] = [
  ['CANCELLED', 1, 'unavailable'],
  ['UNKNOWN', 2, 'unavailable'],
  ['INVALID_ARGUMENT', 3, 'internal'],
  ['DEADLINE_EXCEEDED', 4, 'unavailable'],
  ['NOT_FOUND', 5, 'taskNotFound'],
  ['ALREADY_EXISTS', 6, 'internal'],
  ['PERMISSION_DENIED', 7, 'misconfigured'],
  ['RESOURCE_EXHAUSTED', 8, 'unavailable'],
  ['FAILED_PRECONDITION', 9, 'internal'],
  ['ABORTED', 10, 'unavailable'],
  ['OUT_OF_RANGE', 11, 'internal'],
  ['UNIMPLEMENTED', 12, 'internal'],
  ['INTERNAL', 13, 'internal'],
  ['UNAVAILABLE', 14, 'unavailable'],
  ['DATA_LOSS', 15, 'internal'],
  ['UNAUTHENTICATED', 16, 'misconfigured'],
];

const OTHERS: readonly (readonly [string, unknown, TaskErrorCode])[] = [
  ['WorkflowNotFoundError', new WorkflowNotFoundError(SECRET, 'w', undefined), 'taskNotFound'],
  ['NamespaceNotFoundError', new NamespaceNotFoundError(SECRET), 'misconfigured'],
  ['ValueError', new ValueError(SECRET), 'misconfigured'],
  ['PayloadConverterError', new PayloadConverterError(SECRET), 'misconfigured'],
  [
    'WorkflowExecutionAlreadyStartedError',
    new WorkflowExecutionAlreadyStartedError(SECRET, 'w', 't'),
    'internal',
  ],
  ['ServiceError without cause', new ServiceError(SECRET), 'internal'],
  [
    'ServiceError of another cause',
    new ServiceError(SECRET, { cause: new Error(SECRET) }),
    'internal',
  ],
  ['TypeError', new TypeError(SECRET), 'internal'],
  ['an error with a code of its own', Object.assign(new Error(SECRET), { code: 14 }), 'internal'],
  ['a text', SECRET, 'internal'],
  ['nothing', undefined, 'internal'],
];

describe('fromTemporalError', () => {
  it.each(GRPC_CODES)('reads gRPC %s (%i) as %s', (_name, code, expected) => {
    const inner = grpcError(code);
    const wrapped = new ServiceError(SECRET, { cause: inner });

    expect(fromTemporalError(inner)).toMatchObject({ code: expected, cause: inner });
    expect(fromTemporalError(wrapped)).toMatchObject({ code: expected, cause: wrapped });
  });

  it.each([
    [3, 'exceeded workflow execution limit for signal events', 'full', /takes no more messages/],
    [8, 'namespace rate limit exceeded', 'unavailable', /^Temporal refuses calls at the moment/],
  ])(
    'says in its own words what code %i means with the text: %s',
    (code, text, expected, words) => {
      const error = fromTemporalError(Object.assign(grpcError(code), { message: text }));

      expect(error.code).toBe(expected);
      expect(error.message).toMatch(words);
    },
  );

  it.each(OTHERS)('reads %s', (_name, error, expected) => {
    expect(fromTemporalError(error)).toMatchObject({ name: 'TaskError', code: expected });
  });

  it.each([
    ...GRPC_CODES.map(([name, code]) => [name, grpcError(code)] as const),
    ...GRPC_CODES.map(
      ([name, code]) =>
        [
          `${name} in a ServiceError`,
          new ServiceError(SECRET, { cause: grpcError(code) }),
        ] as const,
    ),
    ...OTHERS.map(([name, error]) => [name, error] as const),
  ])('shows nothing of the text of %s', (_name, error) => {
    const { message, violations } = fromTemporalError(error);

    expect(JSON.stringify({ message, violations })).not.toMatch(/secret|password|7233/);
  });

  it('reads a search attribute that is not registered as a server that is set up wrongly', () => {
    const text = `Namespace x has no mapping defined for search attribute ${SECRET}`;
    const inner = Object.assign(new Error(text), { code: 3, details: text, metadata: {} });
    const error = fromTemporalError(new ServiceError('Failed', { cause: inner }));

    expect(error).toMatchObject({ code: 'misconfigured' });
    expect(error.message).not.toContain(SECRET);
  });

  it.each([
    'Received message larger than max (9047626 vs 4194304)',
    'grpc: received message larger than max (9047626 vs. 4194304)',
  ])('reads "%s" as too large, and as nothing to try again', (text) => {
    const inner = Object.assign(new Error(text), { code: 8, details: text, metadata: {} });
    const error = fromTemporalError(new ServiceError('Failed', { cause: inner }));

    expect(error).toMatchObject({ code: 'tooLarge', retryAfterMs: undefined });
  });

  it('keeps what has been translated already', () => {
    const error = new TaskError('taskTerminal', 'The task has ended.');

    expect(fromTemporalError(error)).toBe(error);
  });

  it('says when to try again, only where that may help', () => {
    expect(fromTemporalError(grpcError(14)).retryAfterMs).toBe(5_000);
    expect(fromTemporalError(grpcError(7)).retryAfterMs).toBeUndefined();
    expect(fromTemporalError(grpcError(5)).retryAfterMs).toBeUndefined();
  });
});

describe('taskNotFound', () => {
  it('has one text, whatever the cause', () => {
    expect(taskNotFound(new Error('foreign')).message).toBe(taskNotFound().message);
  });
});

describe('temporalUnavailable', () => {
  it('names the same time to wait as it carries', () => {
    const { message, retryAfterMs } = temporalUnavailable(new Error(SECRET));

    expect(message).toContain(`in ${(retryAfterMs ?? 0) / 1_000} seconds`);
  });
});

describe('findQueryFailure', () => {
  it('finds the failure that a Worker has passed on beside the message', () => {
    const { QueryFailedFailure } = proto.temporal.api.errordetails.v1;
    const failure = { encodedAttributes: { data: new Uint8Array([1, 2]) } };
    const value = QueryFailedFailure.encode({ failure }).finish();
    const type_url = 'type.googleapis.com/temporal.api.errordetails.v1.QueryFailedFailure';
    const status = proto.google.rpc.Status.encode({ details: [{ type_url, value }] }).finish();
    const metadata = { get: () => [Buffer.from(status)] };
    const error = Object.assign(grpcError(3), { details: 'Encoded failure', metadata });

    const found = findQueryFailure(error)?.encodedAttributes?.data;

    expect([...(found ?? [])]).toStrictEqual([1, 2]);
  });
});

describe('a call to a Worker that had no answer', () => {
  const refusedWith = (code: number): TaskError => fromTemporalError(grpcError(code));

  it.each([
    ['its time is over at the service', refusedWith(4), 0, true],
    ['the service knows no poller', refusedWith(9), 0, true],
    ['the service cannot be reached', refusedWith(14), 0, false],
    ['the service cannot be reached, shortly before its end', refusedWith(14), 9_990, true],
    ['it may not be made, shortly before its end', refusedWith(7), 9_990, false],
    ['the client has ended it', fromTemporalError(new Error('ended')), 0, false],
    ['this program is at fault', new Error('a fault'), 9_990, false],
  ])('where %s: did none handle it?', (_why, error, agoMs, isWithout) => {
    const call = { sinceMs: Date.now() - agoMs, limitMs: 10_000 };

    expect(isWithoutWorker(error, call)).toBe(isWithout);
  });
});
