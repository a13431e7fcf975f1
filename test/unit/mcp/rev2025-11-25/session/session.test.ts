import { describe, expect, it, jest } from '@jest/globals';

import { openSession, sealSession } from '../../../../../src/mcp/rev2025-11-25/session/session.js';
import { testSealer as sealer } from '../../../../support/test-sealer.js';

const DAY_MS = 24 * 60 * 60_000;

describe('a session ID', () => {
  it('holds whose it is, and what the client can be asked', async () => {
    const id = await sealSession(sealer, 'ada', {
      capabilities: { elicitation: {}, sampling: { tools: {} } },
      clientInfo: { name: 'a-client', version: '1' },
    });

    expect(await openSession(sealer, id)).toMatchObject({
      owner: 'ada',
      clientCapabilities: { form: true, url: false, sampling: true, samplingTools: true },
      clientName: 'a-client',
    });
  });

  it('does not grow with what a client declares besides', async () => {
    const plain = await sealSession(sealer, 'ada', { capabilities: { sampling: {} } });
    const long = await sealSession(sealer, 'ada', {
      capabilities: {
        sampling: { 'x-long': 'x'.repeat(5_000) },
        experimental: { 'x-long': 'x'.repeat(5_000) },
      },
      'x-long': 'x'.repeat(5_000),
    });

    expect(long).toHaveLength(plain.length);
    expect(plain.length).toBeLessThan(600);
  });

  it('lasts for days, and ends', async () => {
    const id = await sealSession(sealer, 'ada', {});
    const doNotFake = ['nextTick', 'setImmediate'] as const;
    try {
      jest.useFakeTimers({ now: Date.now() + 6 * DAY_MS, doNotFake: [...doNotFake] });
      expect(await openSession(sealer, id)).toBeDefined();
      jest.useFakeTimers({ now: Date.now() + 2 * DAY_MS, doNotFake: [...doNotFake] });
      expect(await openSession(sealer, id)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});
