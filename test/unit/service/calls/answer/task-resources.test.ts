import { describe, expect, it } from '@jest/globals';

import { TaskError } from '../../../../../src/core/errors.js';
import { toCheckedOutcome } from '../../../../../src/core/task/checked-outcome.js';
import { toResourceUri } from '../../../../../src/core/tool/task-resource.js';
import { parseManifest } from '../../../../../src/manifest/load/load-manifest.js';
import { protocol } from '../../../../../src/mcp/rev2026-07-28/wire/protocol.js';
import { createTaskResources } from '../../../../../src/service/calls/answer/task-resources.js';
import { createOwned } from '../../../../support/create-owned.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';
import { toExchange } from '../../../../support/open-calls.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  part: { workflow: w, result: { resource: { content: $result.rows, largerThan: 3 } } }
  whole: { workflow: w, result: { resource: { largerThan: 3, mimeType: application/vnd.report+json } } }
  bytes: { workflow: w, result: { resource: { content: $result.data, encoding: base64, largerThan: 1 } } }
  plain: { workflow: w }
`);

const URI = toResourceUri('task-1');
const NOT_FOUND = {
  code: 'resourceNotFound',
  message: 'Resource not found: its URI is unknown, or it is no longer kept.',
};

/** The resources of a server with one task of a tool, which has returned something. */
async function setUp(name: string, value: unknown) {
  const tasks = new FakeTasks();
  const tool = tools.get(name);
  if (!tool) throw new Error('There is no such tool.');
  await createOwned(tasks, { tool, workflowArguments: [], owner: 'me', protocolVersion: 'test' });
  tasks.returned = value;
  tasks.settle(
    'task-1',
    await toCheckedOutcome(value, tool, { taskId: 'task-1', toolName: name, scope: {} }),
  );
  const resources = createTaskResources({ tasks, catalog: tools });
  return {
    tasks,
    resources,
    read: async (uri = URI, owner = 'me') =>
      resources.read(uri, toExchange({ caller: { owner }, protocol })),
  };
}

describe('the resources of a server', () => {
  it.each<[string, unknown, object]>([
    ['part', { rows: 'a,b,c' }, { mimeType: 'text/plain', text: 'a,b,c' }],
    ['part', { rows: [1, 2] }, { mimeType: 'application/json', text: '[1,2]' }],
    ['whole', { a: 1 }, { mimeType: 'application/vnd.report+json', text: '{"a":1}' }],
    ['bytes', { data: 'AAAA' }, { mimeType: 'application/octet-stream', blob: 'AAAA' }],
    ['plain', new Uint8Array(3), { mimeType: 'application/octet-stream', blob: 'AAAA' }],
  ])('give what the result itself has: %s of %j', async (name, value, contents) => {
    const { read } = await setUp(name, value);

    expect(await read()).toStrictEqual({ uri: URI, ...contents });
  });

  it('are not there for anybody else', async () => {
    const { read } = await setUp('part', { rows: 'a,b,c' });

    await expect(read(URI, 'somebody')).rejects.toMatchObject(NOT_FOUND);
  });

  it('are not there where the result has no link: it is small, of another tool, or there is none', async () => {
    for (const [name, value] of [
      ['part', { rows: 'a' }],
      ['plain', { rows: 'a,b,c' }],
      ['part', { nothing: 1 }],
    ] as const) {
      const { read } = await setUp(name, value);
      await expect(read()).rejects.toMatchObject(NOT_FOUND);
    }
    const { read, tasks } = await setUp('part', { rows: 'a,b,c' });
    tasks.settle('task-1', { kind: 'cancelled' });
    await expect(read()).rejects.toMatchObject(NOT_FOUND);
  });

  it('tell of trouble as it is', async () => {
    const { read, tasks } = await setUp('whole', { a: 1 });
    tasks.failNext(new TaskError('unavailable', 'Not now.'));

    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
