import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { loadManifest } from '../../../../src/manifest/load/load-manifest.js';

const path = fileURLToPath(new URL('../../../support/jobs/job-families.yaml', import.meta.url));
const { tools } = await loadManifest(path, {});
/** The most lines of a job's own, over its preset, and of a further stage. */
const MAX_LINES = 14;
const MAX_LINES_OF_QUEUE = 7;

/** The lines of a tool's job below its preset, address and credentials. */
function ownLinesOf(name: string): number {
  const [, tool = ''] = readFileSync(path, 'utf8').split(`\n  ${name}:\n`);
  const [own = ''] = tool.split(/\n {2}\w+:\n/);
  const [, job = ''] = own.split('\n    job:\n');
  return (
    job
      .split(/\n {6}start:/)[1]
      ?.trim()
      .split('\n').length ?? 0
  );
}

describe('a job of each family of services', () => {
  it.each([...tools.keys()])('is declared in a few lines: %s', (name) => {
    const tool = tools.get(name);

    expect(tool).toMatchObject({
      start: { type: 'runJob', taskQueue: 'temporal-mcp-tasks' },
    });
    expect(ownLinesOf(name)).toBeGreaterThan(0);
    expect(ownLinesOf(name)).toBeLessThanOrEqual(
      MAX_LINES + (name === 'jenkins' ? MAX_LINES_OF_QUEUE : 0),
    );
  });
});
