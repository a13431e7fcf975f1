import { describe, expect, it } from '@jest/globals';

import { createSealer } from '../../../src/sealing/create-sealer.js';

const [first, second, third] = [1, 2, 3].map((filledWith) => Buffer.alloc(32, filledWith)) as [
  Buffer,
  Buffer,
  Buffer,
];

describe('createSealer', () => {
  it('opens what it has sealed, for the same purpose only', async () => {
    const sealer = createSealer([first]);
    const sealed = await sealer.seal('session', { owner: 'alice' });

    expect(await sealer.open('session', sealed)).toMatchObject({ owner: 'alice' });
    expect(await sealer.open('input-request', sealed)).toBeUndefined();
  });

  it('opens what a previous secret has sealed, and seals with the current one', async () => {
    const before = createSealer([first]);
    const rotated = createSealer([second, first]);
    const after = createSealer([second]);

    const old = await before.seal('session', { owner: 'alice' });
    const recent = await rotated.seal('session', { owner: 'alice' });

    expect(await rotated.open('session', old)).toMatchObject({ owner: 'alice' });
    expect(await after.open('session', recent)).toMatchObject({ owner: 'alice' });
    expect(await before.open('session', recent)).toBeUndefined();
  });

  it('opens what the next secret seals, while that is only announced', async () => {
    const announced = createSealer([first, second]);
    const rotated = createSealer([second, first]);

    const sealed = await rotated.seal('session', { owner: 'alice' });

    expect(await announced.open('session', sealed)).toMatchObject({ owner: 'alice' });
  });

  it('opens nothing of a secret that was dropped', async () => {
    const old = await createSealer([first]).seal('session', { owner: 'alice' });

    expect(await createSealer([third, second]).open('session', old)).toBeUndefined();
  });
});
