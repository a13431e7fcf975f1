import { describe, expect, it } from '@jest/globals';

import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { accept, call, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { keysOf, send, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

const again = (
  reply: Record<string, unknown>,
  responses: object,
): { params: Record<string, unknown> } => ({
  params: { requestState: reply['requestState'], inputResponses: responses },
});

describe('a plain call of 2026-07-28', () => {
  it('tells the Workflow when its client cannot be asked', async () => {
    const reply = send(given().peer, 'confirm_delete', { filename: 'b.txt' }, { capabilities: {} });

    expect(await resultOf(reply)).toMatchObject({
      content: [
        { text: expect.stringMatching(/^Did not delete b\.txt: cancel\.\n\n\(Nobody was/) },
      ],
    });
  });
});

describe('a confirmation under 2026-07-28', () => {
  it('is not taken from a client that has not been asked', async () => {
    const params = { inputResponses: { confirm: accept({ confirm: true }) } };
    const reply = send(given().peer, 'greet_if_confirmed', { name: 'Ada' }, { params });

    expect(await resultOf(reply)).toMatchObject({ resultType: 'input_required' });
  });
});

describe('a question for arguments under 2026-07-28', () => {
  it('is asked where they are missing, and again until the answer fits', async () => {
    const { peer } = given();
    const asked = await call(peer, 'greet_after_asking');
    expect(keysOf(asked)).toStrictEqual(['user_name']);

    const retry = again(asked, { user_name: accept({ name: 'A' }) });
    const askedAgain = await resultOf(send(peer, 'greet_after_asking', {}, retry));
    expect(askedAgain).toMatchObject({
      inputRequests: {
        user_name: {
          params: { message: 'What is your name? (/name must have at least 2 characters)' },
        },
      },
    });

    const fitting = again(askedAgain, { user_name: accept({ name: 'Ada' }) });
    const { taskId } = await resultOf(send(peer, 'greet_after_asking', {}, fitting));
    expect(await untilStatus(peer, taskId as string, 'completed')).toMatchObject({
      result: { content: [{ text: 'Hello, Ada!' }] },
    });
  });

  it('is not asked where they are given, nor where others are wrong', async () => {
    const { peer } = given();
    const complete = await call(peer, 'greet_after_asking', { name: 'Ada' });
    const wrong = await call(peer, 'greet_after_asking', { loud: 'very' });

    expect(complete).toMatchObject({ resultType: 'task' });
    expect(wrong).toMatchObject({ resultType: 'complete', isError: true });
  });
});

describe('all that was said in calls', () => {
  expectEveryMessageToFit(given);
});
