import { describe, expect, it } from '@jest/globals';

import {
  NOTHING_SCANNED,
  type ReceivedMessage,
  scanMessages,
} from '../../../../src/temporal/declared/scan-messages.js';

type Event = Parameters<typeof scanMessages>[1][number];

const id = (eventId: number): Pick<Event, 'eventId' | 'eventTime'> =>
  ({ eventId, eventTime: { seconds: 1_000 + eventId, nanos: 5e8 } }) as never;
const signal = (eventId: number, signalName: string): Event => ({
  ...id(eventId),
  workflowExecutionSignaledEventAttributes: { signalName },
});
const taken = (eventId: number, startedEventId: number): Event => ({
  ...id(eventId),
  workflowTaskCompletedEventAttributes: { startedEventId: startedEventId as never },
});
const timer = (eventId: number, workflowTaskCompletedEventId: number): Event => ({
  ...id(eventId),
  timerStartedEventAttributes: {
    workflowTaskCompletedEventId: workflowTaskCompletedEventId as never,
  },
});
const accepted = (eventId: number, name: string): Event => ({
  ...id(eventId),
  workflowExecutionUpdateAcceptedEventAttributes: { acceptedRequest: { input: { name } } },
});
const done = (eventId: number, acceptedEventId: number): Event => ({
  ...id(eventId),
  workflowExecutionUpdateCompletedEventAttributes: { acceptedEventId: acceptedEventId as never },
});

const APPROVE = [
  { kind: 'signal', name: 'approve' },
  { kind: 'update', name: 'decide' },
] as const;

/** Written oldest first, as people read a history. */
const findIn = (...events: Event[]): ReceivedMessage | undefined =>
  scanMessages(NOTHING_SCANNED, events, {
    targets: APPROVE,
    stateOf: new Map([[5, 'state']]),
  }).messages.at(-1);

describe('scanMessages', () => {
  it('finds none among other messages', () => {
    expect(findIn(signal(3, 'other'), accepted(4, 'approve'), taken(6, 5))).toBeUndefined();
  });

  it('tells a Signal that a Workflow has not had from one that it has', () => {
    expect(findIn(taken(4, 3), signal(5, 'approve'))).toEqual({
      kind: 'signal',
      eventId: 5,
      atMs: 1_005_500,
      state: 'state',
      isTaken: false,
      hasEffect: false,
    });
    expect(findIn(signal(5, 'approve'), taken(8, 7))).toHaveProperty('isTaken', true);
  });

  it('does not count a Signal as taken that came while the Workflow was at work', () => {
    expect(findIn(taken(8, 4), signal(9, 'approve'))).toHaveProperty('isTaken', false);
    expect(findIn(signal(9, 'approve'), taken(10, 4))).toHaveProperty('isTaken', false);
  });

  it('counts an Update as taken when it is done', () => {
    expect(findIn(accepted(5, 'decide'), taken(6, 4))).toHaveProperty('isTaken', false);
    expect(findIn(accepted(5, 'decide'), done(6, 5))).toHaveProperty('isTaken', true);
    expect(findIn(accepted(5, 'decide'), done(6, 4))).toHaveProperty('isTaken', false);
  });

  it('tells a message on which the Workflow did something from one on which it did nothing', () => {
    const ignored = [signal(5, 'approve'), taken(8, 7)];
    expect(findIn(...ignored)).toHaveProperty('hasEffect', false);
    expect(findIn(...ignored, timer(9, 8))).toHaveProperty('hasEffect', true);
    expect(findIn(...ignored, taken(12, 11), timer(13, 12))).toHaveProperty('hasEffect', false);
    const update = [taken(4, 3), accepted(5, 'decide')];
    expect(findIn(...update, done(6, 5))).toHaveProperty('hasEffect', false);
    expect(findIn(...update, timer(6, 4), done(7, 5))).toHaveProperty('hasEffect', true);
    expect(findIn(...update, taken(9, 8), timer(10, 9), done(11, 5))).toHaveProperty(
      'hasEffect',
      true,
    );
    expect(findIn(...update, done(6, 5), taken(9, 8), timer(10, 9))).toHaveProperty(
      'hasEffect',
      false,
    );
  });

  it('finds the last of several', () => {
    expect(
      findIn(signal(3, 'approve'), taken(5, 4), accepted(7, 'decide'), done(8, 7)),
    ).toMatchObject({ kind: 'update', eventId: 7, isTaken: true });
  });
});
