import { describe, expect, it } from '@jest/globals';

import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { createTask, untilAsked } from '../../support/steps/rev2026-task-steps.js';
import { refusalOf, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

describe('tools/call of 2026-07-28', () => {
  it('hands out a task that asks within its budget', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'ask_within_budget', { filename: 'a.txt' });

    expect(Object.keys(await untilAsked(peer, taskId))).toHaveLength(1);
  });
});

describe('tasks/update of 2026-07-28', () => {
  it.each([undefined, 'yes', null])('refuses %j in place of answers', async (inputResponses) => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'wait_for_finish');
    const reply = peer.exchange('tasks/update', { taskId, inputResponses }, {});

    expect(await refusalOf(reply)).toStrictEqual({ status: 200, code: -32602 });
  });

  it('takes [] for no answers, as PHP writes an empty map', async () => {
    const { peer } = given();
    const { taskId } = await createTask(peer, 'wait_for_finish');
    const { message } = await peer.exchange('tasks/update', { taskId, inputResponses: [] }, {});

    expect(message).toMatchObject({ result: { resultType: 'complete' } });
  });
});

describe('all that was said over HTTP', () => {
  expectEveryMessageToFit(given);
});
