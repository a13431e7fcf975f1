import { describe, expect, it } from '@jest/globals';

import { loadCodecKeys } from '../../../../src/app/config/load-codec-keys.js';

const VARIABLE = 'TEMPORAL_MCP_TASKS_CODEC_KEYS';
const text = 'test-key-test-key-test-key-test!';
const base64 = Buffer.alloc(32, 255).toString('base64');
const load = (value: string): object[] =>
  loadCodecKeys(undefined, { [VARIABLE]: value }).map(({ id, key }) => ({
    id,
    key: Buffer.from(key).toString('base64'),
  }));

describe('loadCodecKeys', () => {
  it('takes keys in their order, as texts and as base64', () => {
    expect(load(`test-key-id=${text}, arn:aws:kms/2=base64:${base64}\n`)).toStrictEqual([
      { id: 'test-key-id', key: Buffer.from(text).toString('base64') },
      { id: 'arn:aws:kms/2', key: base64 },
    ]);
  });

  it('takes those of the manifest where the environment has none', () => {
    const configured = [{ id: 'k', key: Buffer.alloc(32) }];

    expect(loadCodecKeys(configured, {})).toBe(configured);
    expect(loadCodecKeys(undefined, {})).toStrictEqual([]);
  });

  it('refuses to choose between manifest and environment', () => {
    expect(() => loadCodecKeys([], { [VARIABLE]: `k=${text}` })).toThrow(
      `${VARIABLE} is set, and the manifest has "server.codec": say it in one place.`,
    );
  });

  it.each([
    ['has no ID', text, /Key 1 of .* has no ID: write ID=base64/],
    ['is too short', 'k=hunter2-short', /Codec key 1 has 13 bytes; AES-256 takes 32\./],
    ['is too long', `a=${text},k=${text}!`, /Codec key 2 has 33 bytes/],
    ['is no base64', 'k=base64:hunter2!', /Codec key 1 starts with "base64:", but/],
    ['has an odd ID', `k ey=${text}`, /Key 1 of .* has no ID/],
    ['has the ID of another', `k=${text},k=${text}`, /Codec key 2 has the ID of another one/],
    ['is one too many', Array.from({ length: 9 }, (_, i) => `${i}=${text}`).join(), /at most 8/],
  ])('says which one %s, without quoting any', (_what, value, message) => {
    let said = '';
    try {
      load(value);
    } catch (error) {
      said = (error as Error).message;
    }

    expect(said).toMatch(message);
    expect(said).toContain(VARIABLE);
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain(text);
  });
});
