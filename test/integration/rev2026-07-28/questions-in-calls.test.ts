import { beforeAll, describe, expect, it } from '@jest/globals';

import { connectRev2026Http, FORMS_ONLY, type Rev2026Peer } from '../../support/raw-rev2026.js';
import { startMcpServer } from '../../support/start-mcp-server.js';
import { withTestServers } from '../../support/with-test-server.js';

import { accept, call, errorIn, keysOf, resultIn, REV2026_MANIFEST, untilTaskIs } from './setup.js';

const given = withTestServers({ manifest: REV2026_MANIFEST });
let peer: Rev2026Peer;

beforeAll(() => {
  peer = connectRev2026Http(given().url);
});

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
    const options = { capabilities: FORMS_ONLY };
    const asked = resultIn(await call(peer, 'delete_file', input, options));
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
      const done = await call(connectRev2026Http(other.url), 'delete_file', input, {
        ...options,
        ...again(asked, responses),
      });

      expect(resultIn(done)).toMatchObject({
        resultType: 'complete',
        content: [{ type: 'text', text: 'Deleted a.txt.' }],
      });
      expect(await runningWorkflows('confirmDelete')).toBe(0);
    } finally {
      await other.stop();
    }
  });

  it('tells the Workflow when its client cannot be asked', async () => {
    const reply = await call(peer, 'delete_file', { filename: 'b.txt' }, { capabilities: {} });

    expect(resultIn(reply)).toMatchObject({
      content: [{ text: 'Did not delete b.txt: cancel.' }],
    });
  });

  it('takes no state of another call, nor one that was altered', async () => {
    const options = { capabilities: FORMS_ONLY };
    const asked = resultIn(await call(peer, 'delete_file', { filename: 'c.txt' }, options));
    const responses = { [keysOf(asked)[0] ?? '']: accept({ confirm: true }) };
    const ofOther = await call(
      peer,
      'delete_file',
      { filename: 'd.txt' },
      { ...options, ...again(asked, responses) },
    );
    const altered = { ...asked, requestState: `${String(asked['requestState'])}x` };
    const ofNobody = await call(
      peer,
      'delete_file',
      { filename: 'c.txt' },
      { ...options, ...again(altered, responses) },
    );

    expect(errorIn(ofOther).code).toBe(-32602);
    expect(errorIn(ofNobody).code).toBe(-32602);
  });
});

describe('a confirmation under 2026-07-28', () => {
  it('comes before the task, and starts it once however often it is sent', async () => {
    const input = { name: 'Ada' };
    const asked = resultIn(await call(peer, 'confirmed_greeting', input));
    expect(asked).toMatchObject({
      resultType: 'input_required',
      inputRequests: { confirm: { params: { message: 'Greet Ada?' } } },
    });
    expect(asked).not.toHaveProperty('taskId');

    const retry = again(asked, { confirm: accept({ confirm: true }) });
    const first = resultIn(await call(peer, 'confirmed_greeting', input, retry));
    const second = resultIn(await call(peer, 'confirmed_greeting', input, retry));
    expect(first).toMatchObject({ resultType: 'task' });
    expect(second['taskId']).toBe(first['taskId']);
    expect(await untilTaskIs(peer, first['taskId'] as string, 'completed')).toMatchObject({
      result: { content: [{ text: 'Hello, Ada!' }] },
    });
  });

  it.each([
    ['unticked', accept({ confirm: false })],
    ['declined', { action: 'decline' }],
  ])('starts nothing when it is %s', async (_how, response) => {
    const input = { name: 'Ada' };
    const asked = resultIn(await call(peer, 'confirmed_greeting', input));
    const reply = await call(
      peer,
      'confirmed_greeting',
      input,
      again(asked, { confirm: response }),
    );

    expect(resultIn(reply)).toMatchObject({
      resultType: 'complete',
      isError: true,
      content: [{ text: 'Not started: "Greet Ada?" was not confirmed.' }],
    });
  });

  it('is not taken from a client that has not been asked', async () => {
    const params = { inputResponses: { confirm: accept({ confirm: true }) } };
    const reply = await call(peer, 'confirmed_greeting', { name: 'Ada' }, { params });

    expect(resultIn(reply)).toMatchObject({ resultType: 'input_required' });
  });

  it('refuses a client that cannot be asked', async () => {
    const reply = await call(
      peer,
      'confirmed_greeting',
      { name: 'Ada' },
      { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    );

    expect([reply.status, errorIn(reply).code]).toStrictEqual([400, -32021]);
  });
});

describe('a question for arguments under 2026-07-28', () => {
  it('is asked where they are missing, and again until the answer fits', async () => {
    const asked = resultIn(await call(peer, 'asked_greeting'));
    expect(keysOf(asked)).toStrictEqual(['user_name']);

    const retry = again(asked, { user_name: accept({ name: 'A' }) });
    const askedAgain = resultIn(await call(peer, 'asked_greeting', {}, retry));
    expect(askedAgain).toMatchObject({
      inputRequests: {
        user_name: {
          params: { message: 'What is your name? (/name must have at least 2 characters)' },
        },
      },
    });

    const fitting = again(askedAgain, { user_name: accept({ name: 'Ada' }) });
    const { taskId } = resultIn(await call(peer, 'asked_greeting', {}, fitting));
    expect(await untilTaskIs(peer, taskId as string, 'completed')).toMatchObject({
      result: { content: [{ text: 'Hello, Ada!' }] },
    });
  });

  it('is not asked where they are given, nor where others are wrong', async () => {
    const complete = resultIn(await call(peer, 'asked_greeting', { name: 'Ada' }));
    const wrong = resultIn(await call(peer, 'asked_greeting', { loud: 'very' }));

    expect(complete).toMatchObject({ resultType: 'task' });
    expect(wrong).toMatchObject({ resultType: 'complete', isError: true });
  });
});
