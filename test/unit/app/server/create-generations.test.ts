import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import {
  createGenerations,
  GENERATION_NAMES,
} from '../../../../src/app/server/create-generations.js';
import { createLazyGeneration } from '../../../../src/app/server/lazy-generation.js';
import type { Generation, GenerationOptions } from '../../../../src/mcp/generation.js';
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
      'There is no generation "2024-11-05" to serve: name some of 2026-07-28, 2025-11-25.',
    );
  });

  it('does not serve none', () => {
    expect(() => createGenerations(options, [])).toThrow('name at least one');
  });
});

describe('a generation that is loaded when it is needed', () => {
  const setUp = () => {
    const events: string[] = [];
    const handle = { closed: Promise.resolve(), close: async () => Promise.resolve() };
    const inner: Generation = {
      name: 'inner',
      http: {
        receive: () => ({
          isServed: true,
          tools: [],
          answer: async () => Promise.resolve(new Response('answered')),
        }),
      },
      stdio: {
        recognize: () => 'none',
        connect: async () => {
          events.push('connected');
          return Promise.resolve(handle);
        },
      },
      drain: async () => {
        events.push('drained');
        return Promise.resolve();
      },
      close: async () => {
        events.push('closed');
        return Promise.resolve();
      },
    };
    const generation = createLazyGeneration(
      {
        name: 'lazy',
        recognize: (message) => (message === 1 ? 'opens' : 'none'),
        load: async () => {
          events.push('loaded');
          return Promise.resolve(() => inner);
        },
      },
      options,
    );
    return { generation, events };
  };
  const connection = () => ({
    input: new PassThrough(),
    output: new PassThrough(),
    caller: { owner: 'me' },
  });

  it('is not, to recognize what opens a connection, nor to be closed', async () => {
    const { generation, events } = setUp();

    expect([1, 2].map(generation.stdio.recognize)).toStrictEqual(['opens', 'none']);
    await generation.drain();
    await generation.close();
    expect(events).toStrictEqual([]);
  });

  it('is loaded once, however much is asked of it', async () => {
    const { generation, events } = setUp();
    const request = new Request('http://localhost/mcp');
    await Promise.all([
      generation.stdio.connect(connection()),
      generation.stdio.connect(connection()),
      generation.load(),
    ]);

    const received = await generation.http.receive(request, {});
    expect(await (await received.answer({ owner: 'me' }, request.signal)).text()).toBe('answered');
    await generation.drain();
    await generation.close();
    expect(events).toStrictEqual(['loaded', 'connected', 'connected', 'drained', 'closed']);
  });
});
