import { randomBytes } from 'node:crypto';

import { describe, expect, it, jest } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';

import { createSealer } from '../../../../src/security/sealing/create-sealer.js';

const older = randomBytes(32);
const newer = randomBytes(32);
const VALUE = { owner: 'ada', list: [1, 2], nested: { yes: true } };

/** Another character of the same alphabet in the middle of one part of a text. */
function alter(text: string, part: number): string {
  const parts = text.split('.');
  const chosen = parts[part] ?? '';
  const middle = Math.floor(chosen.length / 2);
  const other = chosen[middle] === 'A' ? 'B' : 'A';
  parts[part] = `${chosen.slice(0, middle)}${other}${chosen.slice(middle + 1)}`;
  return parts.join('.');
}

describe('a sealer', () => {
  it('seals the same value into another text each time', async () => {
    const sealer = createSealer(older);
    const texts = await Promise.all(Array.from({ length: 50 }, () => sealer.seal('test', VALUE)));

    expect(new Set(texts).size).toBe(50);
  });

  it('makes texts that fit into headers and IDs, and show nothing', async () => {
    const text = await createSealer(older).seal('test', VALUE);

    expect(text).toMatch(/^[\w.-]+$/);
    expect(() => decodeJwt(text)).toThrow();
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('ada');
    expect(Object.keys(decodeProtectedHeader(text)).sort()).toStrictEqual(['alg', 'enc', 'kid']);
  });

  it.each([0, 2, 3, 4])('does not open a text altered in its part %i', async (part) => {
    const sealer = createSealer(older);

    expect(await sealer.open('test', alter(await sealer.seal('test', VALUE), part))).toBe(
      undefined,
    );
  });

  it.each(['', 'nonsense', '....', 'a.b.c', 'e30.e30.e30', 'x'.repeat(10_000), '\u0000', 'é.é.é'])(
    'does not open %j',
    async (text) => {
      expect(await createSealer(older).open('test', text)).toBeUndefined();
    },
  );

  it.each(['other', 'tes', 'testing', ''])(
    'does not open a text for the purpose %j',
    async (purpose) => {
      const sealer = createSealer(older);

      expect(await sealer.open(purpose, await sealer.seal('test', VALUE))).toBeUndefined();
    },
  );

  it('does not open a token that is only signed or plain', async () => {
    const encode = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const plain = `${encode({ alg: 'none' })}.${encode({ ...VALUE, aud: 'test' })}.`;

    expect(await createSealer(older).open('test', plain)).toBeUndefined();
  });
});

describe('a lifetime', () => {
  it('ends', async () => {
    const sealer = createSealer(older);
    const text = await sealer.seal('test', VALUE, { lifetimeMs: 60_000 });
    const sealedAtMs = Date.now();
    expect(await sealer.open('test', text)).toMatchObject(VALUE);

    jest.useFakeTimers({ now: sealedAtMs + 62_000, doNotFake: ['nextTick', 'setImmediate'] });
    try {
      expect(await sealer.open('test', text)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('that is not given does not end', async () => {
    const sealer = createSealer(older);
    const text = await sealer.seal('test', VALUE);
    jest.useFakeTimers({ now: Date.now() + 1e12, doNotFake: ['nextTick', 'setImmediate'] });
    try {
      expect(await sealer.open('test', text)).toMatchObject(VALUE);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a rotation of secrets', () => {
  it('seals with the first secret', async () => {
    const during = await createSealer(newer, older).seal('test', VALUE);

    expect(await createSealer(newer).open('test', during)).toMatchObject(VALUE);
    expect(await createSealer(older).open('test', during)).toBeUndefined();
  });

  it('ends with the removal of the older secret', async () => {
    const before = await createSealer(older).seal('test', VALUE);

    expect(await createSealer(newer).open('test', before)).toBeUndefined();
  });

  it('goes on while replicas do not all know the new secret first', async () => {
    // First every replica learns to open with the new one, then to seal with it.
    const learning = createSealer(older, newer);
    const sealing = createSealer(newer, older);

    expect(await learning.open('test', await sealing.seal('test', VALUE))).toMatchObject(VALUE);
    expect(await sealing.open('test', await learning.seal('test', VALUE))).toMatchObject(VALUE);
  });
});
