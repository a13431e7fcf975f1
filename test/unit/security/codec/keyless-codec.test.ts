import { describe, expect, it } from '@jest/globals';
import type { Payload } from '@temporalio/common';

import { createKeylessCodec } from '../../../../src/security/codec/keyless-codec.js';

const payload = (metadata: Readonly<Record<string, string>>): Payload => ({
  metadata: Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value)]),
  ),
  data: Buffer.from('1'),
});

describe('a codec without keys', () => {
  it('hands on what is not encrypted, whatever else it is', async () => {
    const codec = createKeylessCodec();
    const payloads = [payload({ encoding: 'json/plain' }), payload({ encoding: 'binary/zipped' })];

    expect(await codec.decode(payloads)).toStrictEqual(payloads);
    expect(await codec.encode(payloads)).toStrictEqual(payloads);
  });

  it('names the key and the setting of what is, and quotes no more of it than that', async () => {
    const encrypted = payload({
      encoding: 'binary/encrypted',
      'encryption-key-id': 'k'.repeat(200),
    });

    await expect(createKeylessCodec().decode([encrypted])).rejects.toThrow(
      `A payload is encrypted with the codec key "${'k'.repeat(128)}", and this process has no keys: give it those of the Workers, as TEMPORAL_MCP_TASKS_CODEC_KEYS or as "server.codec" of the manifest.`,
    );
  });
});
