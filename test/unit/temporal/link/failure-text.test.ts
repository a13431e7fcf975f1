import { describe, expect, it } from '@jest/globals';
import {
  ActivityFailure,
  ApplicationFailure,
  CancelledFailure,
  ChildWorkflowFailure,
  NexusOperationFailure,
  RetryState,
  ServerFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common';

import { toCauseTypes, toFailureText } from '../../../../src/temporal/link/failure-text.js';

const MAX_TEXT_LENGTH = 5_000;

const failed = (message: string, cause?: Error, type?: string): ApplicationFailure =>
  new ApplicationFailure(message, type, false, [], cause);
const inActivity = (cause?: Error): ActivityFailure =>
  new ActivityFailure('Activity task failed', 'chargeCard', '1', RetryState.TIMEOUT, '', cause);
const inChild = (cause?: Error, workflowId = 'child-1'): ChildWorkflowFailure =>
  new ChildWorkflowFailure('default', { workflowId }, 'ship', RetryState.TIMEOUT, cause);
const inNexus = (cause?: Error): NexusOperationFailure =>
  new NexusOperationFailure('nexus operation failed', 5, 'desk', 'Cards', 'charge', '', cause);
const byHandler = (rawErrorType: string, message: string, cause: Error): Error =>
  Object.assign(new Error(message, { cause }), { rawErrorType });
const late = (type: TimeoutFailure['timeoutType'], cause?: Error): TimeoutFailure =>
  Object.assign(new TimeoutFailure('activity timeout', undefined, type), { cause });

const inner = failed('HTTP 402 from gateway-7', undefined, 'Deep');
const outer = failed('Nothing was charged', inner, 'NotCharged');
const AUTHORS = 'Nothing was charged (NotCharged)';

describe('toFailureText', () => {
  it.each<[string, Error, string]>([
    ['of a Workflow', outer, AUTHORS],
    ['of an Activity', inActivity(outer), AUTHORS],
    ['of a child of a child', inChild(inChild(outer)), AUTHORS],
    ['of an Activity in a child', inChild(inActivity(outer)), AUTHORS],
    ['behind Nexus', inNexus(outer), AUTHORS],
    ['behind a handler in Nexus', inNexus(byHandler('INTERNAL', 'Handler failed', outer)), AUTHORS],
    [
      'of a handler in Nexus itself',
      inNexus(byHandler('BAD_REQUEST', 'No such card', inner)),
      'No such card',
    ],
    ['that wraps an Activity', failed('The order waits', inActivity(inner)), 'The order waits'],
    ['that wraps a cancellation', failed('Stopped', new CancelledFailure('Inner')), 'Stopped'],
    ['of no Temporal class', new Error('Odd', { cause: inner }), 'Odd'],
    ['of the service', new ServerFailure('No room', true, inner), 'No room'],
  ])('is the message of the error %s', (_what, failure, text) => {
    expect(toFailureText(failure)).toBe(text);
  });

  it.each<[string, Error, string]>([
    ['a cause with one', failed(' ', inActivity(inner)), 'HTTP 402 from gateway-7 (Deep)'],
    ['a type', failed('', undefined, 'SoldOut'), 'The workflow failed. (SoldOut)'],
    [
      'a type and a silent cause',
      failed('', failed(''), 'SoldOut'),
      'The workflow failed. (SoldOut)',
    ],
    ['nothing else', failed(''), 'The workflow failed.'],
    ['an Activity around it', inActivity(failed('')), 'The activity chargeCard failed.'],
  ])('is, for an error without a message, that of %s', (_what, failure, text) => {
    expect(toFailureText(failure)).toBe(text);
  });

  it.each<[string, Error, string]>([
    ['Activity without cause', inActivity(), 'The activity chargeCard failed.'],
    [
      'Activity that timed out',
      inActivity(late('START_TO_CLOSE')),
      'The activity chargeCard timed out: it did not end within its start-to-close timeout.',
    ],
    [
      'Activity that failed, and then timed out',
      inChild(inActivity(late('SCHEDULE_TO_CLOSE', outer))),
      `The activity chargeCard timed out: it did not end within its schedule-to-close timeout. Last failure: ${AUTHORS}`,
    ],
    [
      'child that timed out',
      inChild(late('START_TO_CLOSE')),
      'The child workflow ship timed out: it did not end within its start-to-close timeout.',
    ],
    [
      'operation of Nexus that timed out',
      inNexus(late('SCHEDULE_TO_CLOSE')),
      'The Nexus operation "Cards charge" timed out: it did not end within its schedule-to-close timeout.',
    ],
    [
      'child that was terminated',
      inChild(new TerminatedFailure('')),
      'The child workflow ship was terminated.',
    ],
    [
      'Activity that was cancelled',
      inActivity(new CancelledFailure('')),
      'The activity chargeCard was cancelled.',
    ],
  ])('names the %s', (_what, failure, text) => {
    expect(toFailureText(failure)).toBe(text);
  });

  it.each(['Error', 'errorString', 'wrapError'])('omits the type %s of plain errors', (type) => {
    expect(toFailureText(failed('Odd', undefined, type))).toBe('Odd');
  });

  it('leaves a text of the greatest length as it is', () => {
    expect(toFailureText(new Error('x'.repeat(MAX_TEXT_LENGTH)))).toBe('x'.repeat(MAX_TEXT_LENGTH));
  });

  it('ends a text that it has cut with an ellipsis', () => {
    const text = toFailureText(new Error('x'.repeat(MAX_TEXT_LENGTH + 1)));

    expect(text).toBe(`${'x'.repeat(MAX_TEXT_LENGTH - 1)}…`);
  });

  it.each([0, 1])('does not cut a character in two (%i letters before it)', (offset) => {
    const text = toFailureText(new Error('x'.repeat(offset) + '🚚'.repeat(MAX_TEXT_LENGTH)));

    expect(/\p{Surrogate}/u.test(text)).toBe(false);
  });
});

describe('toCauseTypes', () => {
  it('has the types of what the shown error hides, and no message, which may quote an argument', () => {
    expect(toCauseTypes(inActivity(failed('Shown', failed('Middle', inner, 'Mid'))))).toStrictEqual(
      ['Mid', 'Deep'],
    );
  });

  it('has nothing of an error without causes', () => {
    expect(toCauseTypes(inActivity(inner))).toBeUndefined();
  });
});
