import { describe, expect, it } from '@jest/globals';
import type { Payload } from '@temporalio/common';

import type { Decision } from '../../../../src/core/question/decision.js';
import { readDecisions } from '../../../../src/temporal/decisions/read-decisions.js';
import type { HistoryEvent } from '../../../../src/temporal/link/history-page.js';
import { readHistory } from '../../../support/replay/history-files.js';

const payloads = {
  read: async ({ data }: Payload) =>
    Promise.resolve({ value: JSON.parse(Buffer.from(data ?? []).toString()) as unknown }),
};
const encode = (value: unknown): Payload => ({ data: Buffer.from(JSON.stringify(value)) });

const read = async (events: readonly HistoryEvent[]): Promise<readonly Decision[]> =>
  readDecisions({ payloads, taskId: 'task' }, events);

describe('the decisions in a history', () => {
  const { events = [] } = readHistory('confirmDelete-0.1.0.json');

  it('are the questions of a Workflow with their answers', async () => {
    expect(await read(events ?? [])).toMatchObject([
      {
        key: 'i1',
        request: { params: { message: 'Delete a.txt?' } },
        end: { kind: 'answered', response: { action: 'accept' } },
      },
      {
        key: 'i2',
        end: { kind: 'answered', response: { action: 'accept', content: { confirm: true } } },
      },
    ]);
  });

  it('of a part lack only the questions that were asked before', async () => {
    const part = (events ?? []).slice(6, 14);

    expect(await read(part)).toMatchObject([
      { key: 'i1', request: undefined, end: { kind: 'answered' } },
      { key: 'i2', request: { method: 'elicitation/create' }, end: { kind: 'open' } },
    ]);
  });

  it.each([
    ['the server has sent, with its header', { 'mcp.answeredBy': encode({ kind: 'user' }) }, 'ada'],
    ['somebody else has sent, whatever its arguments say', {}, undefined],
    ['has the headers of another program', { 'x-trace': encode('1') }, undefined],
  ])('name the person of a Signal that %s', async (_what, fields, subject) => {
    const answer = {
      action: 'accept',
      answeredBy: { kind: 'user', subject: 'ada' },
      answeredAt: '2020-01-01T00:00:00.000Z',
      answeredIn: { kind: 'inbox' },
    };
    const input = { payloads: [encode({ i1: answer })] };
    const signal = { signalName: 'mcp.task.input', input, header: { fields } };
    const eventTime = { seconds: 1_800_000_000, nanos: 0 };
    const [decision] = await read([
      { eventTime, workflowExecutionSignaledEventAttributes: signal } as unknown as HistoryEvent,
    ]);

    expect(decision?.end).toEqual({
      kind: 'answered',
      response: { action: 'accept' },
      answeredBy: subject && { kind: 'user', subject },
      answeredAt: subject ? answer.answeredAt : '2027-01-15T08:00:00.000Z',
      answeredIn: subject && answer.answeredIn,
    });
  });

  it.each(['signal', 'update'])(
    'of a declared question are in the header of its %s',
    async (kind) => {
      const request = { method: 'elicitation/create', params: { message: 'Refund 42.00?' } };
      const answeredAt = '2026-11-27T12:00:00.000Z';
      const response = { action: 'accept', content: { approve: true } };
      const answeredIn = { kind: 'client', name: 'claude-code' };
      const record = { key: 'approval.1', request, response, answeredAt, answeredIn };
      const fields = {
        'mcp.answer': encode(record),
        'mcp.answeredBy': encode({ kind: 'user', subject: 'bob', claims: { name: 'Bob' } }),
      };
      const event: HistoryEvent =
        kind === 'signal'
          ? {
              workflowExecutionSignaledEventAttributes: {
                signalName: 'approve',
                header: { fields },
              },
            }
          : {
              workflowExecutionUpdateAcceptedEventAttributes: {
                acceptedRequest: { input: { name: 'approve', header: { fields } } },
              },
            };

      expect(await read([event])).toEqual([
        {
          key: 'approval.1',
          request,
          end: {
            kind: 'answered',
            response,
            answeredBy: { kind: 'user', subject: 'bob', displayName: 'Bob' },
            answeredAt,
            answeredIn,
          },
        },
      ]);
    },
  );
});
