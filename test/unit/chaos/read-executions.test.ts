import { describe, expect, it } from '@jest/globals';
import { defaultPayloadConverter } from '@temporalio/common';

import { toExecution } from '../../../lab/chaos/read-executions.js';

type HistoryEvent = Parameters<typeof toExecution>[1][number][number];

const encode = (value: unknown): { payloads: object[] } => ({
  payloads: [defaultPayloadConverter.toPayload(value)],
});
/** Events are numbered from 1, and a second apart. */
const toHistory = (...events: HistoryEvent[]): HistoryEvent[] =>
  events.map((event, index) => ({
    ...event,
    eventId: (index + 1) as never,
    eventTime: { seconds: (1_800_000_000 + index) as never, nanos: 5e6 },
  }));

const STARTED: HistoryEvent = {
  workflowExecutionStartedEventAttributes: { input: encode({ token: 'ada.0', steps: [] }) },
};
const scheduled = (step: number): HistoryEvent => ({
  activityTaskScheduledEventAttributes: { input: encode({ token: 'ada.0', step }) },
});
const begun = (scheduledEventId: number, attempt: number): HistoryEvent => ({
  activityTaskStartedEventAttributes: { scheduledEventId: scheduledEventId as never, attempt },
});
const done = (scheduledEventId: number, startedEventId: number): HistoryEvent => ({
  activityTaskCompletedEventAttributes: {
    scheduledEventId: scheduledEventId as never,
    startedEventId: startedEventId as never,
  },
});
const signal = (signalName: string, input: unknown): HistoryEvent => ({
  workflowExecutionSignaledEventAttributes: { signalName, input: encode(input) },
});

describe('a history', () => {
  it('is read for its steps, answers, result and end', () => {
    const history = toHistory(
      STARTED,
      scheduled(0),
      begun(2, 3),
      done(2, 3),
      signal('mcp.task.input', { i1: { action: 'accept', content: { word: 'w1' } } }),
      signal('mcp.task.input', { i2: { action: 'decline' } }),
      signal('something.else', { i3: { action: 'accept', content: { word: 'w3' } } }),
      scheduled(1),
      {
        workflowExecutionCompletedEventAttributes: {
          result: encode({ token: 'ada.0', words: ['w1'] }),
        },
      },
    );

    expect(toExecution('mcp-a', [history])).toStrictEqual({
      workflowId: 'mcp-a',
      token: 'ada.0',
      ending: 'completed',
      isCancelRequested: false,
      closedMs: 1_800_000_008_005,
      steps: [
        { step: 0, completedByAttempts: [3] },
        { step: 1, completedByAttempts: [] },
      ],
      signalledWords: ['w1'],
      resultWords: ['w1'],
    });
  });

  it('of several runs is that of one execution, whose events are numbered anew in each', () => {
    const continued: HistoryEvent = { workflowExecutionContinuedAsNewEventAttributes: {} };
    const result = encode({ token: 'ada.0', words: ['w1'] });
    const answer = { i1: { action: 'accept', content: { word: 'w1' } } };
    const runs = [
      toHistory(STARTED, scheduled(0), begun(2, 1), done(2, 3), continued),
      toHistory(
        ...[STARTED, scheduled(1), begun(2, 2), done(2, 3), signal('mcp.task.input', answer)],
        { workflowExecutionCompletedEventAttributes: { result } },
      ),
    ];

    expect(toExecution('mcp-a', runs)).toMatchObject({
      token: 'ada.0',
      ending: 'completed',
      signalledWords: ['w1'],
      resultWords: ['w1'],
      steps: [
        { step: 0, completedByAttempts: [1] },
        { step: 1, completedByAttempts: [2] },
      ],
    });
  });

  it.each<[string, HistoryEvent]>([
    ['failed', { workflowExecutionFailedEventAttributes: {} }],
    ['cancelled', { workflowExecutionCanceledEventAttributes: {} }],
    ['terminated', { workflowExecutionTerminatedEventAttributes: {} }],
    ['timedOut', { workflowExecutionTimedOutEventAttributes: {} }],
    ['open', { workflowTaskScheduledEventAttributes: {} }],
  ])('is seen to be %s', (ending, last) => {
    const requested: HistoryEvent = { workflowExecutionCancelRequestedEventAttributes: {} };
    const execution = toExecution('mcp-a', [toHistory(STARTED, requested, last)]);

    expect(execution).toMatchObject({ ending, isCancelRequested: true, resultWords: [] });
    expect('closedMs' in execution).toBe(ending !== 'open');
  });
});
