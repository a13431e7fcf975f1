import { describe, expect, it } from '@jest/globals';

import { createEncryptingCodec } from '../../../../src/security/codec/encrypting-codec.js';
import { createJsonCodec } from '../../../../src/security/codec/json-codec.js';

const codec = createJsonCodec(createEncryptingCodec([{ id: 'k1', key: Buffer.alloc(32, 1) }]));
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const payload = { metadata: { encoding: base64('json/plain') }, data: base64('"hello"') };

describe('createJsonCodec', () => {
  it('decodes what it has encoded', async () => {
    const encoded = await codec.encode({ payloads: [payload, payload] });

    expect(JSON.stringify(encoded)).not.toContain(payload.data);
    await expect(codec.decode(encoded)).resolves.toStrictEqual({ payloads: [payload, payload] });
  });

  it('gives back what nobody has encoded, without data too', async () => {
    const bare = { metadata: { encoding: base64('binary/null') } };

    await expect(codec.decode({ payloads: [bare] })).resolves.toStrictEqual({ payloads: [bare] });
  });

  it.each([
    ['nothing', undefined, 'The body has to be {"payloads": […]}.'],
    ['a list', [payload], 'The body has to be {"payloads": […]}.'],
    ['a payload that is a text', { payloads: ['x'] }, 'payloads[0] has to be an object'],
    ['metadata that is a list', { payloads: [{ metadata: [] }] }, 'payloads[0].metadata has to be'],
    [
      'metadata that is no base64',
      { payloads: [{ metadata: { encoding: '!' } }] },
      'A member of payloads[0].metadata has to be base64.',
    ],
    ['data that is a number', { payloads: [payload, { data: 1 }] }, 'payloads[1].data has to be'],
    [
      'more than anybody has',
      { payloads: Array.from({ length: 10_001 }, () => payload) },
      'There are 10001 payloads; at most 10000 are taken.',
    ],
    [
      'what another key has encrypted',
      {
        payloads: [
          {
            metadata: { encoding: base64('binary/encrypted'), 'encryption-key-id': base64('k0') },
            data: base64('x'.repeat(40)),
          },
        ],
      },
      'A payload is encrypted with the codec key "k0"',
    ],
  ])('says what is wrong with %s', async (_what, body, message) => {
    await expect(codec.decode(body)).rejects.toMatchObject({
      code: 'invalidParams',
      message: expect.stringContaining(message),
    });
  });
});
