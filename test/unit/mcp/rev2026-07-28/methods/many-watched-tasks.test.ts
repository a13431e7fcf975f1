import { getEventListeners } from 'node:events';

import { expect, it } from '@jest/globals';

import type { Tasks } from '../../../../../src/core/task/tasks.js';
import { watchTasks } from '../../../../../src/mcp/rev2026-07-28/methods/watch-tasks.js';
import { createToolbox } from '../../../../../src/service/calls/toolbox.js';
import { toExchange } from '../../../../support/open-calls.js';

/** From the next one on, Node.js warns of a leak. */
const MAX_LISTENERS = 10;

it('a watch of many tasks puts few listeners on one signal, and ends all when its own fires', async () => {
  const ending = new AbortController();
  const watched: AbortSignal[] = [];
  const waitFor: Tasks['waitFor'] = async (_taskId, _owner, { signal }) =>
    new Promise((_resolve, reject) => {
      watched.push(signal);
      signal.addEventListener('abort', () => {
        reject(new Error('It is over.'));
      });
    });
  const taskIds = Array.from({ length: 30 }, (_, index) => `t-${index}`);
  const exchange = toExchange({ signal: ending.signal });
  const tasks = { waitFor } as Tasks;
  const parts = { tasks, tools: createToolbox(tasks, new Map()) };
  const watching = watchTasks(exchange, taskIds, parts, async () => Promise.resolve());

  expect(watched).toHaveLength(30);
  for (const signal of [ending.signal, ...watched]) {
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(MAX_LISTENERS);
  }
  ending.abort();
  await watching;
});
