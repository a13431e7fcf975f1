import { createCipheriv, randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import { type Payload, ValueError } from '@temporalio/common';
import proto from '@temporalio/proto';

import { createEncryptingCodec } from '../../../../src/security/codec/encrypting-codec.js';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

/** The key of Temporal's samples. */
const sample = { id: 'test-key-id', key: Buffer.from('test-key-test-key-test-key-test!') };
const other = { id: 'other', key: Buffer.alloc(32, 7) };

const plain = (value: unknown): Payload => ({
  metadata: { encoding: Buffer.from('json/plain') },
  data: Buffer.from(JSON.stringify(value)),
});

/** Encrypts like Temporal's samples in Python and Go, with the same steps. */
const encryptAsSamples = (payload: Payload): Payload => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sample.key, nonce);
  const body = [cipher.update(PayloadMessage.encode(payload).finish()), cipher.final()];
  return {
    metadata: {
      encoding: Buffer.from('binary/encrypted'),
      'encryption-key-id': Buffer.from(sample.id),
    },
    data: Buffer.concat([nonce, ...body, cipher.getAuthTag()]),
  };
};

const textsOf = (payload: Payload | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(payload?.metadata ?? {}).map(([name, value]) => [
      name,
      Buffer.from(value).toString(),
    ]),
  );

const one = async (payloads: Promise<Payload[]>): Promise<Payload> => {
  const [payload] = await payloads;
  if (!payload) throw new Error('There is no payload.');
  return payload;
};

describe('an encrypting codec', () => {
  it('writes what says how it is encrypted, and with which key, and nothing else readable', async () => {
    const codec = createEncryptingCodec([sample, other]);

    const payload = await one(codec.encode([plain('top secret')]));

    expect(textsOf(payload)).toStrictEqual({
      encoding: 'binary/encrypted',
      'encryption-key-id': 'test-key-id',
    });
    expect(Buffer.from(payload.data ?? []).toString('latin1')).not.toContain('secret');
  });

  it('gives back the whole payload, with its metadata', async () => {
    const codec = createEncryptingCodec([sample]);
    const payload = {
      ...plain({ a: 1 }),
      metadata: { encoding: Buffer.from('x'), more: Buffer.from('y') },
    };

    const decoded = await one(codec.decode(await codec.encode([payload])));

    expect(textsOf(decoded)).toStrictEqual({ encoding: 'x', more: 'y' });
    expect(Buffer.from(decoded.data ?? []).toString()).toBe('{"a":1}');
  });

  it('reads what the samples of Temporal write', async () => {
    const decoded = await one(
      createEncryptingCodec([other, sample]).decode([encryptAsSamples(plain('hello'))]),
    );

    expect(Buffer.from(decoded.data ?? []).toString()).toBe('"hello"');
  });

  it('never encrypts the same twice in the same way', async () => {
    const codec = createEncryptingCodec([sample]);
    const [first, second] = await codec.encode([plain('x'), plain('x')]);

    expect(Buffer.from(first?.data ?? [])).not.toStrictEqual(Buffer.from(second?.data ?? []));
  });

  it('reads what an earlier key has encrypted, and encrypts with the new one', async () => {
    const before = await createEncryptingCodec([other]).encode([plain('old')]);
    const rotated = createEncryptingCodec([sample, other]);

    expect(Buffer.from((await one(rotated.decode(before))).data ?? []).toString()).toBe('"old"');
    expect(textsOf(await one(rotated.encode([plain('new')])))['encryption-key-id']).toBe(sample.id);
  });

  it('leaves what is not encrypted as it is', async () => {
    const payload = plain('readable');

    await expect(createEncryptingCodec([sample]).decode([payload])).resolves.toStrictEqual([
      payload,
    ]);
  });

  it('says which key is missing', async () => {
    const payloads = await createEncryptingCodec([other]).encode([plain('x')]);

    await expect(createEncryptingCodec([sample]).decode(payloads)).rejects.toThrow(
      new ValueError(
        'A payload is encrypted with the codec key "other", which is not among those that are configured.',
      ),
    );
  });

  it.each([
    ['altered', (data: Buffer) => Buffer.concat([data.subarray(0, -1), Buffer.from([1])])],
    ['cut off', (data: Buffer) => data.subarray(0, 27)],
    ['empty', () => Buffer.alloc(0)],
  ])('refuses what was %s, without any of it', async (_what, spoil) => {
    const codec = createEncryptingCodec([sample]);
    const payload = await one(codec.encode([plain('top secret')]));
    const data = Buffer.from(payload.data ?? []);
    const spoilt = { ...payload, data: spoil(data) };

    await expect(codec.decode([spoilt])).rejects.toThrow(ValueError);
  });

  it('refuses what another key of the same ID has encrypted', async () => {
    const payloads = await createEncryptingCodec([{ ...other, id: sample.id }]).encode([
      plain('x'),
    ]);

    await expect(createEncryptingCodec([sample]).decode(payloads)).rejects.toThrow(
      'A payload cannot be decrypted with the codec key "test-key-id"',
    );
  });

  it('needs a key', () => {
    expect(() => createEncryptingCodec([])).toThrow('A codec needs a key.');
  });
});
