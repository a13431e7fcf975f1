import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../src/manifest/file/load-manifest.js';

const document = readFileSync(new URL('../../docs/existing-workflows.md', import.meta.url), 'utf8');
const examples = [...document.matchAll(/^```yaml\n([\s\S]*?)^```/gm)]
  .map(([, code = '']) => code)
  .filter((code) => code.startsWith('tools:'));

describe('docs/existing-workflows.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples)('has an example that is a manifest: %s', (example) => {
    expect(parseManifest(example).tools.size).toBeGreaterThan(0);
  });
});
