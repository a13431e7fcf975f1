import { describe, expect, it } from '@jest/globals';

import {
  createGenerations,
  GENERATION_NAMES,
} from '../../../../src/app/server/create-generations.js';
import type { GenerationOptions } from '../../../../src/mcp/generation.js';
import { createToolbox } from '../../../../src/service/calls/toolbox.js';
import { FakeTasks } from '../../../support/fake-tasks.js';
import { testSealer } from '../../../support/test-sealer.js';

const tasks = new FakeTasks();
const options: GenerationOptions = {
  identity: { name: 'test', version: '0.0.0' },
  tasks,
  tools: createToolbox(tasks, new Map()),
  sealer: testSealer,
};

describe('createGenerations', () => {
  it('has the newest first', () => {
    expect(GENERATION_NAMES).toStrictEqual([...GENERATION_NAMES].sort().reverse());
  });

  it('names those that there are when it is asked for another one', () => {
    expect(() => createGenerations(options, ['2024-11-05'])).toThrow(
      'There is no generation "2024-11-05" to serve: use one or more of 2026-07-28, 2025-11-25.',
    );
  });

  it('does not serve none', () => {
    expect(() => createGenerations(options, [])).toThrow('name at least one');
  });
});

describe('a generation that is loaded when it is needed', () => {
  it('is not, to recognize what opens a connection, nor to be closed', async () => {
    const { lazy, drain, close } = createGenerations(options);
    const [newest, oldest] = lazy;

    expect(lazy.map(({ name }) => name)).toStrictEqual(GENERATION_NAMES);
    expect(oldest?.recognize({ jsonrpc: '2.0', id: 1, method: 'initialize' })).toBe('opens');
    expect(newest.recognize({ jsonrpc: '2.0', id: 1, method: 'initialize' })).toBe('none');
    await drain();
    await close();
  });

  it('is loaded once, however often it is asked for', async () => {
    const { lazy, loadAll } = createGenerations(options, ['2025-11-25']);
    const [first, second, all] = await Promise.all([lazy[0].load(), lazy[0].load(), loadAll()]);

    expect(second).toBe(first);
    expect(all).toStrictEqual([first]);
  });
});
