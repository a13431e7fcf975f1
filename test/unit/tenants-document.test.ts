import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../src/manifest/file/load-manifest.js';

const document = readFileSync(new URL('../../docs/tenants.md', import.meta.url), 'utf8');

describe('docs/tenants.md', () => {
  it('has a manifest that can be used, without a warning', () => {
    const [, text = ''] = /^```yaml\n([\s\S]*?)^```/m.exec(document) ?? [];
    const { tenants, warnings } = parseManifest(text);

    expect([...(tenants?.values.keys() ?? [])]).toStrictEqual(['acme', 'globex', 'initech']);
    expect(warnings).toBeUndefined();
  });
});
