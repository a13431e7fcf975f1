import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { REFUSED_TOOLS } from '../../support/refused-tools.js';
import { type CliExit, runCli } from '../../support/start-cli.js';
import { toManifestText } from '../../support/tool-texts.js';

const texts = Object.entries(REFUSED_TOOLS).map(([name, { text }]) => [name, text] as const);
const manifest = toManifestText('any', Object.fromEntries(texts));
const lines = manifest.split('\n');
let directory: string;
let checked: CliExit;
let served: CliExit;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'refused-tools-'));
  const path = join(directory, 'mcp-tasks.yaml');
  writeFileSync(path, manifest);
  checked = await runCli(['check', '--manifest', path]);
  served = await runCli(['serve', '--stdio', '--manifest', path]);
});

afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('a manifest that does not load', () => {
  it('is refused by check and serve in the same words', () => {
    expect(checked).toMatchObject({ code: 1, stdout: '' });
    expect(served).toStrictEqual(checked);
  });

  it.each(Object.entries(REFUSED_TOOLS))(
    'is told what is wrong with %s, and where',
    (name, { says, at }) => {
      const refusals = checked.stderr.split('\n');
      const own = refusals.find((line) => line.includes(` tools.${name}`) && says.test(line));
      const [, line] = /\.yaml:(\d+):\d+ /.exec(own ?? '') ?? [];

      expect({ refusals, own }).toStrictEqual({ refusals, own: expect.any(String) as unknown });
      expect(lines[Number(line) - 1]).toContain(at);
    },
  );
});
