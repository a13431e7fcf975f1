import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { installOptionalPackages } from '../../../../src/cli/worker-library/install-optional-packages.js';
import {
  findOptionalPackage,
  temporalVersion,
  toPackagesDirectory,
} from '../../../../src/cli/worker-library/optional-packages.js';

let cacheDirectory: string;
let lines: string[];

beforeEach(() => {
  cacheDirectory = mkdtempSync(join(tmpdir(), 'packages-'));
  lines = [];
});

afterEach(() => {
  rmSync(cacheDirectory, { recursive: true, force: true });
});

/** Installs with a script in npm's place, which has `directory` and `packages` of its arguments. */
async function install(script: string): Promise<void> {
  const path = join(cacheDirectory, 'npm-cli.js');
  const start = `const args = process.argv.slice(2);
    const directory = args[args.indexOf('--prefix') + 1];
    const packages = args.filter((argument) => argument.startsWith('@'));
    const { mkdirSync, writeFileSync } = process.getBuiltinModule('node:fs');\n`;
  writeFileSync(path, start + script);
  await installOptionalPackages({
    cacheDirectory,
    report: (line) => lines.push(line),
    environment: { ...process.env, npm_execpath: path },
  });
}

const WORKING = `for (const name of packages.map((each) => each.slice(0, each.lastIndexOf('@')))) {
  const folder = directory + '/node_modules/' + name;
  mkdirSync(folder, { recursive: true });
  const version = packages[0].slice(packages[0].lastIndexOf('@') + 1);
  writeFileSync(folder + '/package.json', JSON.stringify({ name, version, main: 'index.js' }));
  writeFileSync(folder + '/index.js', '');
}`;

const leftOver = (): string[] => readdirSync(dirname(toPackagesDirectory(cacheDirectory)));

describe('installOptionalPackages', () => {
  it('installs both packages in the version of the others', async () => {
    await install(WORKING);

    const folder = toPackagesDirectory(cacheDirectory);
    expect(readdirSync(join(folder, 'node_modules/@temporalio')).sort()).toStrictEqual([
      'testing',
      'worker',
    ]);
    expect(folder).toContain(temporalVersion);
    expect(leftOver()).toHaveLength(1);
    expect(lines.join('\n')).toContain('once');
  });

  it('keeps what another process has installed', async () => {
    await install(WORKING);
    await install(WORKING);

    expect(leftOver()).toHaveLength(1);
  });

  it('leaves nothing where npm fails, and names the command', async () => {
    const failing = install(
      "mkdirSync(directory + '/node_modules'); console.error('npm error network no answer'); process.exit(1);",
    );

    await expect(failing).rejects.toThrow(
      /network no answer\. .*npm install @temporalio\/worker@.*dev --no-worker/,
    );
    expect(existsSync(toPackagesDirectory(cacheDirectory))).toBe(false);
    expect(leftOver()).toStrictEqual([]);
  });
});

describe('findOptionalPackage', () => {
  it('takes the package beside this one first', async () => {
    await install(WORKING);
    const found = findOptionalPackage('@temporalio/worker', { cacheDirectory });

    expect(found).toMatch(/node_modules\/@temporalio\/worker\//);
    expect(found).not.toContain(cacheDirectory);
  });
});
