/** Answers that change nothing: the manifest names a Signal that the Workflow has no handler for. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  type AskedHttpClient,
  connectAskedHttp,
  questionsIn,
  untilAsked,
} from '../../support/asked-client.js';
import { createWireCheck } from '../../support/conformance/wire-check.js';
import { createWireLog } from '../../support/conformance/wire-log.js';
import { eventually } from '../../support/eventually.js';
import {
  connectStatelessHttp,
  NO_EXTENSION,
  type StatelessHttp,
} from '../../support/raw-mcp-2026.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import {
  createTask as createTask2025,
  getTask as getTask2025,
  resultOf,
} from '../../support/steps/rev2025-task-steps.js';
import { createTask, getTask, untilStatus } from '../../support/steps/rev2026-task-steps.js';
import { withExistingWorkflows } from '../../support/with-existing-workflows.js';

const given = withExistingWorkflows();

const TOOL = 'buy_with_misspelt_approval';
const ORDER = { item: 'a lamp', cents: 4_000 };
const YES = { action: 'accept', content: { approved: true } };
const ONCE =
  'The last answer to approval has changed nothing. It will be asked again when something changes.';
const FINALLY = /^3 answers to approval have changed nothing\. It will be asked again only/;

let replica: TestServer;

beforeAll(async () => {
  replica = await startMcpServer(given().options);
});

afterAll(async () => {
  await replica.kill();
});

async function connect2026(url = given().url): Promise<StatelessHttp> {
  return connectStatelessHttp(url, createWireLog(await createWireCheck(), ['server']));
}

function keyOf(asking: Record<string, unknown>): string {
  const [key = ''] = Object.keys(asking['inputRequests'] ?? {});
  return key;
}

async function untilMessage(
  message: string | RegExp,
  read: () => Promise<{ readonly statusMessage?: string | undefined }>,
): Promise<void> {
  await eventually(`the status says ${String(message)}`, async () => {
    const { statusMessage = '' } = await read();
    const isSaid =
      typeof message === 'string' ? statusMessage.includes(message) : message.test(statusMessage);
    return isSaid || undefined;
  });
}

describe('an answer that changes nothing', () => {
  it('is told of in every process, and asked again when something has changed', async () => {
    const client = await connect2026();
    const elsewhere = await connect2026(replica.url);
    const { taskId } = await createTask(client, TOOL, ORDER);
    const key = keyOf(await untilStatus(client, taskId, 'input_required'));
    await resultOf(client.request('tasks/update', { taskId, inputResponses: { [key]: YES } }));

    for (const peer of [client, elsewhere]) {
      await untilMessage(ONCE, async () => getTask(peer, taskId));
      expect(await getTask(peer, taskId)).not.toHaveProperty('inputRequests');
      expect(await getTask(peer, taskId)).toHaveProperty('status', 'working');
    }
    const warned = replica
      .log()
      .split('\n')
      .filter((line) => line.includes(taskId) && line.includes('An answer has changed nothing'));
    expect(warned).toStrictEqual([expect.stringContaining('"signal":"aprove"')]);

    await given()
      .temporal.workflow.getHandle(taskId)
      .executeUpdate('changeAmount', { args: [9] });
    const asked = await untilStatus(client, taskId, 'input_required');
    expect(JSON.stringify(asked.inputRequests)).toContain('Approve \\"a lamp\\" for 9 cents?');
    expect(asked.statusMessage ?? '').not.toContain('changed nothing');
  });

  it('is not asked of the client of a plain call once more, and of a person three times in all', async () => {
    const client = await connect2026();
    const request = { name: TOOL, arguments: ORDER };
    const options = { capabilities: NO_EXTENSION };
    const asked = await resultOf(client.request('tools/call', request, options));
    const { requestState } = asked;
    const inputResponses = { [keyOf(asked)]: YES };
    const reply = await resultOf(
      client.request('tools/call', { ...request, requestState, inputResponses }, options),
    );
    const handle = reply['structuredContent'] as { taskId: string; statusMessage: string };
    const { taskId } = handle;
    expect(handle.statusMessage).toContain(ONCE);
    const readFacts = async () => {
      const call = { name: 'task_status', arguments: { task_id: taskId } };
      const { structuredContent } = await resultOf(client.request('tools/call', call, options));
      return structuredContent as { statusMessage?: string; questions?: Record<string, string> };
    };

    let known = keyOf(asked);
    for (let insisted = 0; insisted < 2; insisted += 1) {
      const question = await eventually('it can be answered by a person', async () => {
        const [key] = Object.keys((await readFacts()).questions ?? {});
        return key === known ? undefined : key;
      });
      known = question;
      const answer = { task_id: taskId, question, content: { approved: true } };
      const call = { name: 'task_answer', arguments: answer };
      expect(await resultOf(client.request('tools/call', call, options))).not.toHaveProperty(
        'isError',
      );
    }
    await untilMessage(FINALLY, readFacts);
    expect(await readFacts()).not.toHaveProperty('questions');
  });

  it('is not asked on a stream of 2025-11-25 once more', async () => {
    const client: AskedHttpClient = await connectAskedHttp([given().url]);
    const taskId = await createTask2025(client, TOOL, { arguments: ORDER });
    client.open('tasks/result', { taskId });
    const [{ id }] = await untilAsked(client, { taskId });
    await client.send({ id, result: YES });
    await untilMessage(ONCE, async () => getTask2025(client, taskId));
    client.open('tasks/result', { taskId });
    await given()
      .temporal.workflow.getHandle(taskId)
      .executeUpdate('changeAmount', { args: [9] });
    const [, again] = await untilAsked(client, { taskId, count: 2 });

    expect(again?.params['message']).toBe('Approve "a lamp" for 9 cents?');
    expect(questionsIn(client.received, taskId)).toHaveLength(2);
    await client.close();
  });
});
