import { EventEmitter, once } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { TaskError } from '../../../../../src/core/errors.js';
import { toCheckedOutcome } from '../../../../../src/core/task/checked-outcome.js';
import { toResourceUri } from '../../../../../src/core/task/task-resource.js';
import type {
  ReadStored,
  StoredContentQuery,
} from '../../../../../src/core/tool/stored-content.js';
import { parseManifest } from '../../../../../src/manifest/file/load-manifest.js';
import { protocol } from '../../../../../src/mcp/rev2026-07-28/wire/protocol.js';
import { createTaskResources } from '../../../../../src/service/calls/answer/task-resources.js';
import { FakeTasks } from '../../../../support/fake-tasks.js';

const { tools } = parseManifest(`defaults: { workflow: { taskQueue: q } }
tools:
  part: { workflow: w, result: { resource: { content: rows, largerThan: 3 } } }
  whole: { workflow: w, result: { resource: { largerThan: 3, mimeType: application/vnd.report+json } } }
  bytes: { workflow: w, result: { resource: { content: data, encoding: base64, largerThan: 1 } } }
  away: { workflow: w, result: { resource: { location: at, within: /srv, mimeType: text/csv } } }
  plain: { workflow: w }
`);

const signal = new AbortController().signal;
const URI = toResourceUri('task-1');
const NOT_FOUND = {
  code: 'resourceNotFound',
  message: 'Resource not found: its URI is unknown, or it is kept no longer.',
};

/** The resources of a server with one task of a tool, which has returned something. */
async function setUp(name: string, value: unknown, stored?: ReadStored) {
  const tasks = new FakeTasks();
  const tool = tools.get(name);
  if (!tool) throw new Error('There is no such tool.');
  await tasks.create({ tool, workflowArguments: [], owner: 'me', protocolVersion: 'test' });
  tasks.returned = value;
  tasks.settle(
    'task-1',
    await toCheckedOutcome(value, tool, { taskId: 'task-1', toolName: name, owner: 'me' }),
  );
  const asked: StoredContentQuery[] = [];
  const resources = createTaskResources({
    tasks,
    catalog: () => tools,
    readStored: async (query) => {
      asked.push(query);
      return stored ? stored(query) : { text: 'stored', mimeType: 'text/csv' };
    },
  });
  if (!resources) throw new Error('There are no resources.');
  return {
    tasks,
    resources,
    asked,
    read: async (uri = URI, owner = 'me') =>
      resources.read(uri, { caller: { owner }, protocol, signal }),
  };
}

describe('the resources of a server', () => {
  it('are none where no tool has any', () => {
    const plain = new Map([...tools].filter(([name]) => name === 'plain'));
    const catalog = () => plain;
    const readStored: ReadStored = async () => Promise.reject(new Error('Not read'));

    expect(createTaskResources({ tasks: new FakeTasks(), catalog, readStored })).toBeUndefined();
  });

  it.each<[string, unknown, object]>([
    ['part', { rows: 'a,b,c' }, { mimeType: 'text/plain', text: 'a,b,c' }],
    ['part', { rows: [1, 2] }, { mimeType: 'application/json', text: '[1,2]' }],
    ['whole', { a: 1 }, { mimeType: 'application/vnd.report+json', text: '{"a":1}' }],
    ['bytes', { data: 'AAAA' }, { mimeType: 'application/octet-stream', blob: 'AAAA' }],
  ])('give what the result itself has: %s of %j', async (name, value, contents) => {
    const { read } = await setUp(name, value);

    expect(await read()).toStrictEqual({ uri: URI, ...contents });
  });

  it('are not there for anybody else, and nothing is read for them', async () => {
    const { read, asked } = await setUp('away', { at: 'a.csv' });

    await expect(read(URI, 'somebody')).rejects.toMatchObject(NOT_FOUND);
    expect(asked).toStrictEqual([]);
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

  it('are read so many at once, and no more', async () => {
    const opening = new EventEmitter();
    const open = once(opening, 'open');
    const { read } = await setUp('away', { at: 'a' }, async () => {
      await open;
      return { text: 'x', mimeType: 'text/plain' };
    });
    const reads = Array.from({ length: 16 }, async () => read());

    await expect(read()).rejects.toMatchObject({ code: 'busy', retryAfterMs: 1_000 });
    opening.emit('open');
    await Promise.all(reads);
    expect(await read()).toHaveProperty('text', 'x');
  });
});
