import { describe, expect, it } from '@jest/globals';

import { expectEveryMessageToFit } from '../../support/conformance/with-wire-log.js';
import { connectStatelessHttp, NO_EXTENSION, TASKS_EXTENSION } from '../../support/raw-mcp-2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { errorOf, resultOf } from '../../support/steps/rev2025-task-steps.js';
import { accept, call, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { keysOf, refusalOf, send, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

const again = (
  reply: Record<string, unknown>,
  responses: object,
): { params: Record<string, unknown> } => ({
  params: { requestState: reply['requestState'], inputResponses: responses },
});

const runningWorkflows = async (workflowType: string): Promise<number> => {
  const { taskQueue } = given().options;
  const { count } = await given().temporal.workflow.count(
    `TaskQueue = '${taskQueue}' AND WorkflowType = '${workflowType}' AND ExecutionStatus = 'Running'`,
  );
  return count;
};

describe('a plain call of 2026-07-28', () => {
  it('hands out its Workflow’s question, and goes on with the same Workflow in another process', async () => {
    const input = { filename: 'a.txt' };
    const options = { capabilities: NO_EXTENSION };
    const asked = await resultOf(send(given().peer, 'confirm_delete', input, options));
    expect(asked).toMatchObject({ resultType: 'input_required' });
    expect(asked['inputRequests']).toMatchObject({
      [keysOf(asked)[0] ?? '']: {
        method: 'elicitation/create',
        params: { message: 'Delete a.txt?' },
      },
    });

    const other = await startMcpServer(given().options);
    try {
      const responses = { [keysOf(asked)[0] ?? '']: accept({ confirm: true }) };
      const elsewhere = connectStatelessHttp(other.url, given().log);
      const repeated = { ...options, ...again(asked, responses) };

      expect(await resultOf(send(elsewhere, 'confirm_delete', input, repeated))).toMatchObject({
        resultType: 'complete',
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      expect(await runningWorkflows('confirmDelete')).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('tells the Workflow when its client cannot be asked', async () => {
    const reply = send(given().peer, 'confirm_delete', { filename: 'b.txt' }, { capabilities: {} });

    expect(await resultOf(reply)).toMatchObject({
      content: [{ text: 'Did not delete b.txt: cancel.' }],
    });
  });

  it('takes no state of another call, nor one that was altered', async () => {
    const options = { capabilities: NO_EXTENSION };
    const { peer } = given();
    const asked = await resultOf(send(peer, 'confirm_delete', { filename: 'c.txt' }, options));
    const responses = { [keysOf(asked)[0] ?? '']: accept({ confirm: true }) };
    const ofOther = await errorOf(
      send(
        peer,
        'confirm_delete',
        { filename: 'd.txt' },
        { ...options, ...again(asked, responses) },
      ),
    );
    const altered = { ...asked, requestState: `${String(asked['requestState'])}x` };
    const ofNobody = await errorOf(
      send(
        peer,
        'confirm_delete',
        { filename: 'c.txt' },
        { ...options, ...again(altered, responses) },
      ),
    );

    expect(ofOther.code).toBe(-32602);
    expect(ofNobody.code).toBe(-32602);
  });
});

describe('a confirmation under 2026-07-28', () => {
  it('comes before the task, and starts it once however often it is sent', async () => {
    const { peer } = given();
    const input = { name: 'Ada' };
    const asked = await call(peer, 'greet_if_confirmed', input);
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: { params: { message: 'Greet Ada?' } } },
    });
    expect(asked).not.toHaveProperty('taskId');

    const retry = again(asked, { confirm: accept({ confirm: true }) });
    const first = await resultOf(send(peer, 'greet_if_confirmed', input, retry));
    const second = await resultOf(send(peer, 'greet_if_confirmed', input, retry));
    expect(first).toMatchObject({ resultType: 'task' });
    expect(second['taskId']).toBe(first['taskId']);
    expect(await untilStatus(peer, first['taskId'] as string, 'completed')).toMatchObject({
      result: { content: [{ text: 'Hello, Ada!' }] },
    });
  });

  it.each([
    ['unticked', accept({ confirm: false })],
    ['declined', { action: 'decline' }],
  ])('starts nothing when it is %s', async (_how, response) => {
    const { peer } = given();
    const input = { name: 'Ada' };
    const asked = await call(peer, 'greet_if_confirmed', input);
    const reply = send(peer, 'greet_if_confirmed', input, again(asked, { confirm: response }));

    expect(await resultOf(reply)).toMatchObject({
      resultType: 'complete',
      isError: true,
      content: [{ text: 'Not started: "Greet Ada?" was not confirmed.' }],
    });
  });

  it('is not taken from a client that has not been asked', async () => {
    const params = { inputResponses: { confirm: accept({ confirm: true }) } };
    const reply = send(given().peer, 'greet_if_confirmed', { name: 'Ada' }, { params });

    expect(await resultOf(reply)).toMatchObject({ resultType: 'input_required' });
  });

  it('refuses a client that cannot be asked', async () => {
    const params = { name: 'greet_if_confirmed', arguments: { name: 'Ada' } };
    const capabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    const reply = given().peer.exchange('tools/call', params, { capabilities });

    expect(await refusalOf(reply)).toStrictEqual({ status: 400, code: -32021 });
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
