import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../src/manifest/file/load-manifest.js';

const document = readFileSync(new URL('../../docs/existing-workflows.md', import.meta.url), 'utf8');
const manifests = [...document.matchAll(/^```yaml\n(tools:[\s\S]*?)^```/gm)].map(
  ([, text = '']) => text,
);

describe('docs/existing-workflows.md', () => {
  it('has manifests', () => {
    expect(manifests.length).toBeGreaterThanOrEqual(3);
  });

  it.each(manifests)('has a manifest that can be used: %s', (text) => {
    expect(() => parseManifest(text)).not.toThrow();
  });
});
