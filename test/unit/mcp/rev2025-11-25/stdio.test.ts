import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { createGeneration } from '../../../../src/mcp/rev2025-11-25/generation.js';
import { recognize } from '../../../../src/mcp/rev2025-11-25/wire/recognize.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { ownQuestion } from '../../../support/asking.js';
import { eventually } from '../../../support/eventually.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const { tools } = parseManifest(
  'tools: { place_order: { workflow: { type: placeOrder, taskQueue: q } } }',
);

function createStdio(tasks: FakeTasks) {
  return createGeneration({
    identity: { name: 'test', version: '1.0.0' },
    tasks,
    tools: createToolbox(tasks, tools, { taskTools: false }),
    sealer: testSealer,
  }).stdio;
}

describe('a connection over stdio', () => {
  it('says nothing of a task ahead of the reply that creates it', async () => {
    const tasks = new FakeTasks();
    const [messages, output] = [new PassThrough({ objectMode: true }), new PassThrough()];
    const received: unknown[] = [];
    createInterface({ input: output }).on('line', (line) => received.push(JSON.parse(line)));
    const until = async (count: number): Promise<unknown> =>
      eventually(`${count} messages`, () => received.length >= count);
    const send = (message: object): boolean => messages.write({ jsonrpc: '2.0', ...message });
    const handle = await createStdio(tasks).connect({ messages, output, caller: { owner: 'me' } });

    send({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'test', version: '1.0.0' },
      },
    });
    await until(1);
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'place_order', task: {} } });
    await tasks.untilCreated(1);
    tasks.update('task-1', { phase: 'inputRequired', questions: [ownQuestion()] });
    await until(3);
    await handle.close();

    expect(received.slice(1)).toMatchObject([
      { id: 2, result: { task: { taskId: 'task-1' } } },
      { method: 'elicitation/create' },
    ]);
  });
});

describe('the opening of a connection', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

  it.each([
    ['a request', { id: 1, method: 'initialize', params: {} }, 'opens'],
    ['a request without params', { id: 1, method: 'ping' }, 'opens'],
    ['one with other metadata', { id: 1, method: 'ping', params: { _meta: {} } }, 'opens'],
    ['one that names its revision', { id: 1, method: 'ping', params: { _meta: meta } }, 'none'],
    ['a notification', { method: 'notifications/initialized' }, 'none'],
    ['a response', { id: 1, result: {} }, 'none'],
    ['no message', null, 'none'],
  ])('by %s', (_what, message, opening) => {
    expect(recognize(message)).toBe(opening);
  });
});
