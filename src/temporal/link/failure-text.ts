/** Finds the words that the author of a Workflow or an Activity wrote for the caller. */
import { stripVTControlCharacters } from 'node:util';

import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  NexusOperationFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common';
import type { temporal } from '@temporalio/proto';

import { cutText } from '../../core/value/cut-text.js';
import { quoteName, showHidden } from '../../core/value/quote.js';

import { toFailureError } from './open-failure.js';
import type { TemporalCalls } from './temporal-calls.js';

type Failure = temporal.api.failure.v1.IFailure;

/** What has failed, in messages. */
export type Executed = 'workflow' | 'activity';

/** Maximum length of a failure's text, in characters: a model reads it. Longer texts are cut. */
const MAX_TEXT_LENGTH = 5_000;

const TIMEOUTS: ReadonlyMap<unknown, string> = new Map([
  ['START_TO_CLOSE', 'it did not end within its start-to-close timeout'],
  ['SCHEDULE_TO_START', 'no worker took it within its schedule-to-start timeout'],
  ['SCHEDULE_TO_CLOSE', 'it did not end within its schedule-to-close timeout'],
  ['HEARTBEAT', 'its worker sent no heartbeat within its heartbeat timeout'],
]);

/** Types that nobody chose: SDKs give them to plain errors. */
const PLAIN_TYPES: readonly string[] = ['Error', 'errorString', 'wrapError', 'wrapErrors'];

/** Removes the colours of Workers, and shows other control characters, which hosts in terminals would obey. */
export function cleanText(text: string): string {
  return cutText(showHidden(stripVTControlCharacters(text)), MAX_TEXT_LENGTH);
}

/** Names what a failure of Temporal's own wraps; `undefined` for every other failure. */
function toWrapped(failure: Error): string | undefined {
  if (failure instanceof ActivityFailure) return `activity ${quoteName(failure.activityType)}`;
  if (failure instanceof ChildWorkflowFailure) {
    return `child workflow ${quoteName(failure.workflowType)}`;
  }
  if (!(failure instanceof NexusOperationFailure)) return undefined;
  return `Nexus operation ${quoteName([failure.service, failure.operation].filter(Boolean).join(' '))}`;
}

/** SDKs pass the failure of a handler in Nexus on in an internal error. Its author chooses another type. */
function isPassedOn(failure: Error): boolean {
  return 'rawErrorType' in failure && failure.rawErrorType === 'INTERNAL';
}

/** A failure, and what has failed by it. */
interface Spoken {
  readonly failure: Error;
  readonly subject: string;
}

/**
 * Passes through Temporal's own wrappers, and stops at the first failure with a message: its author wrote it for the
 * caller, and its causes for the log.
 */
function findSpoken(failure: Error, what: string): Spoken {
  const wrapped = toWrapped(failure);
  const isSilent = failure instanceof ApplicationFailure && failure.message.trim() === '';
  const subject = wrapped ?? what;
  if (!(failure.cause instanceof Error)) return { failure, subject };
  if (wrapped === undefined && !isSilent && !isPassedOn(failure)) return { failure, subject };
  const inner = findSpoken(failure.cause, subject);
  return isSilent && inner.failure.message.trim() === '' ? { failure, subject } : inner;
}

/** A time limit is Temporal's own fact. The work may have failed before, by an error of its author. */
function toTimeoutText({ timeoutType, cause }: TimeoutFailure, subject: string): string {
  const why = TIMEOUTS.get(timeoutType) ?? 'it did not end in time';
  const last = cause instanceof Error ? ` Last failure: ${toFailureText(cause)}` : '';
  return `The ${subject} timed out: ${why}.${last}`;
}

function toSpokenText({ failure, subject }: Spoken): string {
  if (failure instanceof TimeoutFailure) return toTimeoutText(failure, subject);
  if (failure instanceof CancelledFailure) return `The ${subject} was cancelled.`;
  if (failure instanceof TerminatedFailure) return `The ${subject} was terminated.`;
  const isSilent = failure.message.trim() === '' || toWrapped(failure) !== undefined;
  const message = isSilent ? `The ${subject} failed.` : failure.message;
  const type = failure instanceof ApplicationFailure ? failure.type : undefined;
  const hasOwnType = type != null && !PLAIN_TYPES.includes(type) && !message.includes(type);
  return hasOwnType ? `${message} (${type})` : message;
}

/**
 * Returns the message of a failure's author, and its type if the author chose one. It omits the stack, since Python and
 * Java Workers put source paths and frames into it.
 */
export function toFailureText(failure: Error, what: Executed = 'workflow'): string {
  return cleanText(toSpokenText(findSpoken(failure, what)));
}

/**
 * The types of the causes behind that message, for the log. `undefined` without any. Their messages may quote arguments,
 * which no log has: Temporal's Web UI shows them.
 */
export function toCauseTypes(failure: Error): readonly string[] | undefined {
  const types: string[] = [];
  let { cause } = findSpoken(failure, '').failure;
  for (; cause instanceof Error; { cause } = cause) {
    types.push(cleanText((cause as Partial<ApplicationFailure>).type ?? cause.name));
  }
  return types.length === 0 ? undefined : types;
}

/** {@link toFailureText} of a failure as Temporal keeps it. */
export async function readFailureText(
  calls: TemporalCalls,
  failure: Failure,
  { taskId, what }: { readonly taskId: string; readonly what?: Executed | undefined },
): Promise<string> {
  return toFailureText(await toFailureError(calls, failure, taskId, { withDetails: false }), what);
}
