import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

const script = new URL('../../scripts/test-index.mjs', import.meta.url).href;

describe('test/README.md', () => {
  it('has the titles of all suites: npm run test:index', async () => {
    const { toTestIndex } = (await import(script)) as { toTestIndex: () => Promise<string> };
    const written = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

    expect(written).toBe(await toTestIndex());
  });
});
