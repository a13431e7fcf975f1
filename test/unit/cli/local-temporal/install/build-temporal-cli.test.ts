import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import {
  buildTemporalCli,
  type BuildTemporalCliOptions,
} from '../../../../../src/cli/local-temporal/install/build-temporal-cli.js';
import { installsCli, writeScript } from '../../../../support/fake-programs.js';

let directory: string;
let lines: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'build-temporal-cli-'));
  lines = [];
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function options(): BuildTemporalCliOptions {
  return {
    destination: join(directory, 'place', 'temporal'),
    environment: { PATH: directory },
    report: (line) => lines.push(line),
  };
}

const entries = (): string[] => readdirSync(join(directory, 'place'));

describe('buildTemporalCli', () => {
  it('installs the pinned version without cgo', async () => {
    writeScript(
      join(directory, 'go'),
      `echo "$CGO_ENABLED $*" > ${join(directory, 'called')}`,
      ...installsCli,
    );

    await buildTemporalCli(options());

    expect(readFileSync(join(directory, 'called'), 'utf8')).toMatch(
      /^0 install -ldflags .* github\.com\/temporalio\/cli\/cmd\/temporal@v1\.5\.1\n$/,
    );
    expect(entries()).toEqual(['temporal']);
  });

  it('reports the time and the number of downloads while Go runs', async () => {
    const go = join(directory, 'go');
    const proceed = join(directory, 'proceed');
    writeScript(go, ...installsCli, `until [ -e ${proceed} ]; do /bin/sleep 0.02; done`);
    const report = (line: string): void => {
      lines.push(line);
      if (line.includes('2 modules')) writeScript(proceed);
    };

    await buildTemporalCli({ ...options(), report, progressEveryMs: 20 });

    expect(lines.filter((line) => /^ {2}… \d+ s, 2 modules downloaded$/.test(line))).not.toEqual(
      [],
    );
    expect(lines.filter((line) => line.includes('go: downloading'))).toEqual([]);
  });

  it('leaves nothing when Go fails', async () => {
    writeScript(join(directory, 'go'), ...installsCli, 'echo "disk full" >&2', 'exit 1');

    await expect(buildTemporalCli(options())).rejects.toThrow('exited with code 1: disk full');
    expect(entries()).toEqual([]);
  });

  it('leaves nothing when what Go built does not run', async () => {
    writeScript(join(directory, 'go'), 'printf broken > "$GOBIN/temporal"');

    await expect(buildTemporalCli(options())).rejects.toThrow('EACCES');
    expect(entries()).toEqual([]);
  });

  it('leaves nothing when it takes too long', async () => {
    writeScript(join(directory, 'go'), ...installsCli, 'exec /bin/sleep 600');

    await expect(buildTemporalCli({ ...options(), timeoutMs: 200 })).rejects.toThrow(
      'took longer than 0.2 s',
    );
    expect(entries()).toEqual([]);
  });

  it('installs a whole executable when several build at once', async () => {
    writeScript(join(directory, 'go'), ...installsCli);

    await Promise.all([1, 2, 3].map(() => buildTemporalCli(options())));

    expect(entries()).toEqual(['temporal']);
  });
});
