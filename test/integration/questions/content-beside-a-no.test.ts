/** A person who declines or cancels has said nothing else, whatever their client sends beside it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  type AskedClient,
  connectAskedHttp,
  untilAsked as untilAskedOnStream,
} from '../../support/asked-client.js';
import { NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import type { RawMessage } from '../../support/raw-mcp.js';
import { readAnswers } from '../../support/read-answers.js';
import { askByContract, NAME_FORM } from '../../support/steps/question-steps.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import {
  accept,
  answer,
  createTask,
  untilAsked,
  untilStatus,
} from '../../support/steps/rev2026-task-steps.js';
import { keysOf, withRev2026Servers } from '../../support/with-rev2026-servers.js';

const given = withRev2026Servers();

const CONTENTS = [
  ['what the form asks for', { name: 'Ada' }],
  ['a misfit', { name: 7 }],
  ['a text', 'no'],
  ['a list', [1]],
  ['nothing', null],
  ['a text above the limit', 'x'.repeat(300_000)],
] as const;

const REQUESTS = { name: NAME_FORM };

/** Expects that the Signal, and so the Workflow, has the action alone, and who gave it. */
async function expectActionAlone(taskId: string, action: string): Promise<void> {
  const answers = (await readAnswers(given().temporal, taskId)) as Record<string, object>;
  const [said = {}] = Object.values(answers);
  expect(said).toHaveProperty('action', action);
  expect(Object.keys(said).sort()).toStrictEqual([
    'action',
    'answeredAt',
    'answeredBy',
    'answeredIn',
  ]);
}

describe.each(['decline', 'cancel'])('%s', (action) => {
  it.each(CONTENTS)(
    'by tasks/update carries no content to the Workflow: %s',
    async (_, content) => {
      const { peer } = given();
      const { taskId } = await createTask(peer, 'ask_by_contract', { requests: REQUESTS });
      await untilAsked(peer, taskId);
      await answer(peer, taskId, { name: { action, content } });

      await untilStatus(peer, taskId, 'completed');
      await expectActionAlone(taskId, action);
    },
  );

  it('by a repeated call carries no content to the Workflow', async () => {
    const { peer } = given();
    const params = { name: 'ask_by_contract', arguments: { requests: REQUESTS } };
    const options = { capabilities: NO_EXTENSION };
    const asked = await resultOf(peer.request('tools/call', params, options));
    expect(keysOf(asked)).toStrictEqual(['name']);
    const inputResponses = { name: { action, content: { name: 'Ada' } } };
    const repeated = { ...params, requestState: asked['requestState'], inputResponses };
    const { structuredContent } = await resultOf(peer.request('tools/call', repeated, options));

    expect(structuredContent).toStrictEqual({
      name: {
        action,
        answeredAt: expect.any(String),
        answeredBy: expect.anything(),
        answeredIn: { kind: 'client', name: expect.any(String) },
      },
    });
  });
});

describe('a stream of 2025-11-25', () => {
  let client: AskedClient;
  beforeAll(async () => {
    client = await connectAskedHttp([given().url]);
  });
  afterAll(async () => client.close());

  async function ask(): Promise<{ taskId: string; id: unknown; reply: Promise<RawMessage> }> {
    const taskId = await askByContract(client, REQUESTS);
    const { reply } = client.open('tasks/result', { taskId });
    const [{ id }] = await untilAskedOnStream(client, { taskId });
    return { taskId, id, reply };
  }

  describe.each(['decline', 'cancel'])('with %s', (action) => {
    it.each(CONTENTS)('carries no content to the Workflow: %s', async (_, content) => {
      const { taskId, id, reply } = await ask();
      await client.send({ id, result: { action, content } });

      await resultOf(reply);
      await expectActionAlone(taskId, action);
    });
  });

  it('checks an accepted form, also beside an error', async () => {
    const { taskId, id } = await ask();
    const result = { ...accept({ name: 7 }), error: { code: 1, message: 'x' } };
    await client.send({ id, result });
    const [, again] = await untilAskedOnStream(client, { taskId, count: 2 });

    expect(again?.params['message']).toMatch(/name must be a string/);
  });
});
