import { describe, expect, it, jest } from '@jest/globals';

import {
  InputStep,
  isInputRequestId,
  openInputRequestId,
  sealInputRequestId,
} from '../../../../src/mcp/rev2025-11-25/input-request-id.js';
import { openSession, sealSession } from '../../../../src/mcp/rev2025-11-25/session.js';
import { createSealer } from '../../../../src/sealing/create-sealer.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

const ADDRESS = {
  taskId: 'mcp-a-b',
  key: 'i1',
  owner: 'ada',
  step: InputStep.ask,
  session: 'one',
};
const DAY_MS = 24 * 60 * 60_000;

describe('the ID of a question', () => {
  it('holds where the answer belongs', async () => {
    const id = await sealInputRequestId(sealer, ADDRESS);

    expect(isInputRequestId(id)).toBe(true);
    expect(await openInputRequestId(sealer, id)).toStrictEqual(ADDRESS);
  });

  it('is another one each time', async () => {
    const ids = [
      await sealInputRequestId(sealer, ADDRESS),
      await sealInputRequestId(sealer, ADDRESS),
    ];

    expect(new Set(ids).size).toBe(2);
  });

  it.each([undefined, null, 1, {}, '', 'srv-1', 'MCP-INPUT.x', ' mcp-input.x'])(
    'is told from %j',
    (id) => {
      expect(isInputRequestId(id)).toBe(false);
    },
  );

  it.each(['mcp-input.', 'mcp-input.nonsense', 'mcp-input.a.b.c.d.e'])(
    'cannot be made up: %s',
    async (id) => {
      expect(await openInputRequestId(sealer, id)).toBeUndefined();
    },
  );

  it.each([
    ['another secret', createSealer([Buffer.alloc(32, 8)]), 'input-request', ADDRESS],
    ['another purpose', sealer, 'session', ADDRESS],
    ['no task', sealer, 'input-request', { ...ADDRESS, taskId: undefined }],
    ['a key that is no text', sealer, 'input-request', { ...ADDRESS, key: 1 }],
    ['no owner', sealer, 'input-request', { ...ADDRESS, owner: null }],
    ['an unknown step', sealer, 'input-request', { ...ADDRESS, step: 'delete' }],
  ])('cannot be made with %s', async (...[, other, purpose, value]) => {
    const id = `mcp-input.${await other.seal(purpose, value)}`;

    expect(await openInputRequestId(sealer, id)).toBeUndefined();
  });
});

describe('a session ID', () => {
  it('holds whose it is, and what the client can be asked', async () => {
    const id = await sealSession(sealer, 'ada', { elicitation: {}, sampling: { tools: {} } });

    expect(await openSession(sealer, 'ada', id)).toMatchObject({
      owner: 'ada',
      clientCapabilities: { form: true, url: false, sampling: true, samplingTools: true },
    });
  });

  it('is nobody else’s', async () => {
    const id = await sealSession(sealer, 'ada', {});

    expect(await openSession(sealer, 'eve', id)).toBeUndefined();
    expect(await openSession(sealer, '', id)).toBeUndefined();
  });

  it('does not grow with what a client declares besides', async () => {
    const plain = await sealSession(sealer, 'ada', { sampling: {} });
    const long = await sealSession(sealer, 'ada', {
      sampling: { 'x-long': 'x'.repeat(5_000) },
      experimental: { 'x-long': 'x'.repeat(5_000) },
    });

    expect(long).toHaveLength(plain.length);
    expect(plain.length).toBeLessThan(600);
  });

  it('lasts for days, and ends', async () => {
    const id = await sealSession(sealer, 'ada', {});
    const doNotFake = ['nextTick', 'setImmediate'] as const;
    try {
      jest.useFakeTimers({ now: Date.now() + 6 * DAY_MS, doNotFake: [...doNotFake] });
      expect(await openSession(sealer, 'ada', id)).toBeDefined();
      jest.useFakeTimers({ now: Date.now() + 2 * DAY_MS, doNotFake: [...doNotFake] });
      expect(await openSession(sealer, 'ada', id)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('is no ID of a question', async () => {
    const id = `mcp-input.${await sealSession(sealer, 'ada', {})}`;

    expect(await openInputRequestId(sealer, id)).toBeUndefined();
  });
});
