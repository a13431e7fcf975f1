import {
  isGrpcServiceError,
  NamespaceNotFoundError,
  ValueError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ExternalStorageNotConfiguredError } from '@temporalio/common';
import proto from '@temporalio/proto';

import { isTaskError, TaskError, TaskErrorCode } from '../../core/errors.js';

import { findConnectionFault } from './connection-fault.js';
import { REFUSED_MARK } from './retry-calls.js';
import {
  findAttributeName,
  findRefusingState,
  findWrongValue,
  type RefusingState,
  saysNoNamespace,
  saysSearchAttribute,
  saysTooLarge,
  saysTooManyPolls,
  saysTooManySignals,
} from './service-texts.js';

/** gRPC status codes (https://grpc.io/docs/guides/status-codes) that this adapter tells apart. */
const GrpcCode = {
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** Share of a call's time limit. A call that fails later than this has failed because of the limit. */
const SHARE_OF_LIMIT = 0.9;

/** Suggested retry after an outage, in milliseconds. One reconnection of the Temporal connection fits into it. */
const RETRY_AFTER_MS = 5_000;

/** Returns the same text for unknown, foreign, malformed and purged tasks, so that clients cannot tell them apart. */
export function taskNotFound(cause?: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.taskNotFound,
    'Task not found: the ID is unknown, or its time to live is over.',
    { cause },
  );
}

/** The same request may succeed later. */
export function temporalUnavailable(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    `Temporal does not answer at the moment. Tasks are not lost: try again in ${RETRY_AFTER_MS / 1000} seconds.`,
    { cause, retryAfterMs: RETRY_AFTER_MS },
  );
}

function tooManyPolls(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    `Temporal serves as many long polls as its namespace may have, and counts this read as one. Tasks are not lost: try again in ${RETRY_AFTER_MS / 1000} seconds. If this continues, the operator has to lower "longPolls" of each server, or raise "frontend.namespaceCount" of Temporal.`,
    { cause, retryAfterMs: RETRY_AFTER_MS },
  );
}

function refusedForRate(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.unavailable,
    `Temporal refuses calls at the moment, since they exceed its rate. Tasks are not lost: try again in ${RETRY_AFTER_MS / 1000} seconds.`,
    { cause, retryAfterMs: RETRY_AFTER_MS },
  );
}

function tooManySignals(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.full,
    'This execution takes no more messages: it has had as many Signals as Temporal allows. Nothing was sent, and trying again will not help: ask the operator of this server.',
    { cause },
  );
}

function misconfigured(what: string, cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.misconfigured,
    `The server is not set up correctly: ${what} Ask its operator; trying again will not help.`,
    { cause },
  );
}

function internal(cause: unknown): TaskError {
  return new TaskError(TaskErrorCode.internal, 'Internal error. It was logged for the operator.', {
    cause,
  });
}

/** Returns true if the service refuses a call since its namespace has too many long polls. */
export function isRefusedForPolls(error: unknown): boolean {
  const cause = isTaskError(error) ? error.cause : error;
  return grpcCodeOf(cause) === GrpcCode.resourceExhausted && saysTooManyPolls(detailsOf(cause));
}

/** Returns true if a call failed because its request or reply is larger than one message may be. */
export function isTooLarge(error: unknown): boolean {
  return fromTemporalError(error).code === TaskErrorCode.tooLarge;
}

function tooLarge(cause: unknown): TaskError {
  return new TaskError(
    TaskErrorCode.tooLarge,
    'What Temporal stores for this is larger than the 4 MiB that one message may have. Trying again will not help: ask the operator of this server.',
    { cause },
  );
}

export function isAlreadyStarted(error: unknown): boolean {
  if (!isTaskError(error)) return false;
  const { cause } = error;
  return (
    cause instanceof WorkflowExecutionAlreadyStartedError ||
    grpcCodeOf(cause) === GrpcCode.alreadyExists
  );
}

/** The Client's text about a payload in External Storage without a driver of its name. */
const NO_DRIVER = 'No driver registered with name';

/** Returns true if a call has succeeded, and the Client cannot read a payload in the answer. */
export function isUnreadableAnswer(error: unknown): boolean {
  const cause = isTaskError(error) ? error.cause : undefined;
  if (cause instanceof ExternalStorageNotConfiguredError) return true;
  return cause instanceof ValueError && cause.message.startsWith(NO_DRIVER);
}

function detailsOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

function grpcCodeOf(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error && isGrpcServiceError(error.cause) ? error.cause.code : undefined;
}

export function isNamespaceMissing({ cause }: TaskError): boolean {
  if (cause instanceof NamespaceNotFoundError) return true;
  return grpcCodeOf(cause) === GrpcCode.notFound && saysNoNamespace(detailsOf(cause));
}

/** As {@link findConnectionFault}, for the cause of an error. */
export function findFaultOfConnection(cause: unknown): string | undefined {
  return cause instanceof Error ? findConnectionFault(detailsOf(cause)) : undefined;
}

/** Returns true if the service does not know a call: it is older, or a proxy in front of it does not have it. */
export function isUnimplemented(error: unknown): boolean {
  return isTaskError(error) && grpcCodeOf(error.cause) === GrpcCode.unimplemented;
}

/** Returns true if the service refuses a call for the state of its execution. */
export function isRefusedForState(error: TaskError): boolean {
  return grpcCodeOf(error.cause) === GrpcCode.failedPrecondition;
}

/** Returns true if the service has refused every try of a call for its rate, so that nothing was done. */
export function isRefusedForRate({ code, cause }: TaskError): boolean {
  const error = isGrpcServiceError(cause)
    ? cause
    : (cause as { cause?: unknown } | undefined)?.cause;
  if (code !== TaskErrorCode.unavailable || !isGrpcServiceError(error)) return false;
  return (
    grpcCodeOf(error) === GrpcCode.resourceExhausted && error.metadata.get(REFUSED_MARK).length > 0
  );
}

/** Returns true if it is not known whether the service has carried out a call that failed. */
export function isOpenEnded({ code, cause }: TaskError): boolean {
  return code === TaskErrorCode.unavailable || grpcCodeOf(cause) === GrpcCode.internal;
}

/** Returns true if Temporal does not permit a call, or a proxy in front of it does not have it. */
export function isDenied(error: unknown): boolean {
  const code = isTaskError(error) ? grpcCodeOf(error.cause) : undefined;
  return code === GrpcCode.permissionDenied || code === GrpcCode.unimplemented;
}

function explainAttribute(details: string): string {
  const name = findAttributeName(details);
  return name === undefined
    ? 'its Temporal namespace has other Search Attributes.'
    : `its Temporal namespace has no Search Attribute ${name}, or one of another type. The check command says how to register it.`;
}

function fromInvalidArgument(error: unknown): TaskError {
  const details = detailsOf(error);
  if (saysTooManySignals(details)) return tooManySignals(error);
  const wrong = findWrongValue(details);
  if (wrong) {
    const message = `The Search Attribute ${wrong.name} is of type ${wrong.type}, and does not take the value of this call.`;
    return new TaskError(TaskErrorCode.invalidArguments, message, { cause: error });
  }
  return saysSearchAttribute(details)
    ? misconfigured(explainAttribute(details), error)
    : internal(error);
}

const { Status } = proto.google.rpc;
const { QueryFailedFailure } = proto.temporal.api.errordetails.v1;

/** What SDKs write in place of a message that they have encoded. */
const ENCODED = 'Encoded failure';
const SILENT =
  'Its worker has encoded the reason, and does not pass it on. It may lack this Query.';
/** Where the status of a call has the details that its message cannot have. */
const DETAILS = 'grpc-status-details-bin';
const QUERY_FAILED = '/temporal.api.errordetails.v1.QueryFailedFailure';

/**
 * Returns the Worker's failure of a Query; `undefined` for every other failure of a call. The SDKs for TypeScript and
 * Python give its message only.
 */
export function findQueryFailure(
  cause: unknown,
): proto.temporal.api.failure.v1.IFailure | undefined {
  if (!isGrpcServiceError(cause) || grpcCodeOf(cause) !== GrpcCode.invalidArgument)
    return undefined;
  const [status] = cause.metadata.get(DETAILS);
  const details = Buffer.isBuffer(status) ? Status.decode(status).details : [];
  const detail = details.find(({ type_url: type }) => type?.endsWith(QUERY_FAILED));
  const failure = detail?.value && QueryFailedFailure.decode(detail.value).failure;
  if (failure) return failure;
  const isEncoded = cause.details === ENCODED;
  return { message: isEncoded ? SILENT : cause.details };
}

/** `undefined` if the service has not refused a Query or an Update for the state of its Workflow. */
export function findRefusal(error: unknown): RefusingState | undefined {
  const cause = isTaskError(error) ? error.cause : undefined;
  const isRefused = grpcCodeOf(cause) === GrpcCode.failedPrecondition;
  return isRefused ? findRefusingState(detailsOf(cause)) : undefined;
}

/**
 * Returns true if a call to a Worker got no answer because none could handle it: its time was over, or the service
 * knows no poller.
 */
export function isWithoutWorker(
  error: unknown,
  { sinceMs, limitMs }: { readonly sinceMs: number; readonly limitMs: number },
): boolean {
  if (!isTaskError(error) || error.cause === undefined || findRefusal(error)) return false;
  // Shortly before the deadline, the service may end a call with any code, earlier than the Client does.
  const isOver = Date.now() - sinceMs >= limitMs * SHARE_OF_LIMIT;
  if (isOver && error.code === TaskErrorCode.unavailable) return true;
  if (error.cause instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const code = grpcCodeOf(error.cause);
  if (code === undefined) return error.code === TaskErrorCode.unavailable;
  return code === GrpcCode.deadlineExceeded || code === GrpcCode.failedPrecondition;
}

/**
 * Turns an error of a Temporal call into a {@link TaskError} that clients may see. The original is its `cause`, for
 * the operator's log only: it can hold addresses and payload excerpts.
 */
export function fromTemporalError(error: unknown): TaskError {
  if (isTaskError(error)) return error;
  if (error instanceof WorkflowNotFoundError) return taskNotFound(error);
  if (error instanceof NamespaceNotFoundError) {
    return misconfigured('its Temporal namespace does not exist.', error);
  }
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return temporalUnavailable(error);
  if (error instanceof ValueError) {
    return misconfigured(
      'it cannot read what Temporal stores, as if a payload codec or data converter were missing.',
      error,
    );
  }
  switch (grpcCodeOf(error)) {
    case GrpcCode.notFound:
      return saysNoNamespace(detailsOf(error))
        ? misconfigured('its Temporal namespace does not exist.', error)
        : taskNotFound(error);
    case GrpcCode.invalidArgument:
      return fromInvalidArgument(error);
    case GrpcCode.permissionDenied:
      return misconfigured('its Temporal credentials do not permit this.', error);
    case GrpcCode.unauthenticated:
      return misconfigured('Temporal refuses its credentials.', error);
    case GrpcCode.resourceExhausted:
      if (saysTooLarge(detailsOf(error))) return tooLarge(error);
      return isRefusedForPolls(error) ? tooManyPolls(error) : refusedForRate(error);
    case GrpcCode.cancelled:
    case GrpcCode.unknown:
    case GrpcCode.deadlineExceeded:
    case GrpcCode.aborted:
    case GrpcCode.unavailable:
      return temporalUnavailable(error);
    case undefined:
    default:
      return internal(error);
  }
}
