import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { OpenedTexts } from '../../../../../src/mcp/rev2025-11-25/session/opened-texts.js';
import { createSealer } from '../../../../../src/security/sealing/create-sealer.js';

const sealer = createSealer(Buffer.alloc(32, 1));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('sealed texts that come again', () => {
  it('are opened once in a minute, for the purpose that they were sealed for', async () => {
    const open = jest.spyOn(sealer, 'open');
    const texts = new OpenedTexts(sealer);
    const text = await sealer.seal('session', { id: 's' });

    expect(await texts.open('session', text)).toMatchObject({ id: 's' });
    expect(await texts.open('session', text)).toMatchObject({ id: 's' });
    expect(open).toHaveBeenCalledTimes(1);

    expect(await texts.open('question', text)).toBeUndefined();
    expect(open).toHaveBeenCalledTimes(2);

    jest.advanceTimersByTime(61_000);
    expect(await texts.open('session', text)).toMatchObject({ id: 's' });
    expect(open).toHaveBeenCalledTimes(3);
  });

  it('do not open a minute after they have run out, and are forgotten when there are many', async () => {
    const texts = new OpenedTexts(sealer);
    const short = await sealer.seal('session', { id: 'short' }, { lifetimeMs: 2_000 });
    expect(await texts.open('session', short)).toMatchObject({ id: 'short' });
    jest.advanceTimersByTime(64_000);
    expect(await texts.open('session', short)).toBeUndefined();

    const open = jest.fn(async (_purpose: string, text: string) => Promise.resolve({ text }));
    const many = new OpenedTexts({ open });
    const long = (index: number): string => `${index} ${'x'.repeat(500_000)}`;
    for (let index = 0; index < 10; index += 1) await many.open('session', long(index));
    await many.open('session', long(9));
    expect(open).toHaveBeenCalledTimes(10);
    await many.open('session', long(0));
    expect(open).toHaveBeenCalledTimes(11);
  });

  it('are asked for each time when they do not open', async () => {
    const open = jest.fn(async () => Promise.resolve(undefined));
    const texts = new OpenedTexts({ open });
    await texts.open('session', 'forged');
    await texts.open('session', 'forged');
    expect(open).toHaveBeenCalledTimes(2);
  });
});
