import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('jest without its script', () => {
  it.each(['unit', 'integration'])('refuses, and names the script: %s', (project) => {
    const jest = [
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      project,
      'layers',
      'plain-calls',
    ];
    const { status, stderr } = spawnSync(process.execPath, jest, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });

    expect(stderr).toContain('npm run test:unit -- PATH');
    expect(status).toBe(1);
  });
});
