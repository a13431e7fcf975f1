import { describe, expect, it } from '@jest/globals';
import type { Payload } from '@temporalio/common';

import { findLate, readOrder, type SentAnswer } from '../../../../src/temporal/act/answer-order.js';
import type { HistoryEvent } from '../../../../src/temporal/link/history-page.js';

const ada = { kind: 'user', subject: 'ada' } as const;
const bob = { kind: 'user', subject: 'bob' } as const;

const encode = (value: unknown): Payload => ({ data: Buffer.from(JSON.stringify(value)) });
const payloads = {
  read: async ({ data }: Payload) =>
    Promise.resolve({ value: JSON.parse(Buffer.from(data ?? []).toString()) as unknown }),
};

async function lateOf(
  sent: readonly SentAnswer[],
  events: readonly HistoryEvent[],
): Promise<readonly string[]> {
  const source = { payloads, taskId: 'task' };
  return findLate(sent, await readOrder(source, events, { sent, behind: 10 }));
}

function signal(signalName: string, value: unknown, fields = {}, eventId = 11): HistoryEvent {
  const input = { payloads: [encode(value)] };
  return {
    eventId,
    workflowExecutionSignaledEventAttributes: { signalName, input, header: { fields } },
  } as unknown as HistoryEvent;
}

const YES = { action: 'accept', content: { confirm: true } };
const NO = { action: 'decline' };

describe('an answer by the contract', () => {
  const sent = [{ key: 'i1', response: YES, answeredBy: bob }];
  const input = (answeredBy: object, response: object = YES, answeredAt = ''): HistoryEvent =>
    signal(
      'mcp.task.input',
      { i1: { ...response, answeredBy, answeredAt } },
      { 'mcp.answeredBy': encode(answeredBy) },
    );

  it.each<readonly [string, readonly HistoryEvent[], boolean]>([
    ['is first where nobody else has answered', [input(bob)], false],
    ['is overtaken by another person', [input(ada), input(bob)], true],
    [
      'is overtaken by the same person, who says something else',
      [input(bob, NO), input(bob)],
      true,
    ],
    ['is first where it was given twice', [input(bob, YES, '2026-11-22'), input(bob)], false],
    [
      'does not mind answers to other questions, other messages, and what is none',
      [
        signal('mcp.task.input', { i2: { ...NO, answeredBy: ada } }),
        signal('approve', { i1: { ...NO, answeredBy: ada } }),
        signal('mcp.task.input', null),
        signal('mcp.task.input', { i1: 'yes' }),
        input(bob),
      ],
      false,
    ],
    ['is not judged where the history shows none yet', [], false],
  ])('%s', async (_what, events, isLate) => {
    expect(await lateOf(sent, events)).toEqual(isLate ? ['i1'] : []);
  });
});

describe('an answer by a message of the Workflow’s own', () => {
  const targets = [
    { kind: 'signal', name: 'approve' },
    { kind: 'signal', name: 'reject' },
  ] as const;
  const sent = [{ key: 'ok.1', response: YES, answeredBy: bob, targets }];
  const record = (answeredBy: object, response: object = YES, key = 'ok.1'): object => {
    const request = { method: 'elicitation/create', params: { message: 'Ok?' } };
    const value = { key, request, response, answeredAt: '2026-11-22T09:00:00.000Z' };
    return { 'mcp.answer': encode(value), 'mcp.answeredBy': encode(answeredBy) };
  };
  const own = signal('approve', true, record(bob), 12);

  it.each<readonly [string, readonly HistoryEvent[], boolean]>([
    ['is first where nobody else has answered', [own], false],
    ['is overtaken by another person', [signal('approve', true, record(ada)), own], true],
    ['is overtaken by what no server has sent', [signal('approve', true), own], true],
    ['is overtaken by a decline', [signal('reject', true, record(bob, NO)), own], true],
    [
      'is overtaken by the answer to a later question of its name',
      [signal('approve', true, record(bob, YES, 'ok.2')), own],
      true,
    ],
    ['does not mind what was there before', [signal('approve', true, {}, 10), own], false],
    ['does not mind other messages', [signal('arrive', true), own], false],
  ])('%s', async (_what, events, isLate) => {
    expect(await lateOf(sent, events)).toEqual(isLate ? ['ok.1'] : []);
  });
});
