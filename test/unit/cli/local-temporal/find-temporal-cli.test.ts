import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import {
  findTemporalCli,
  type FindTemporalCliOptions,
} from '../../../../src/cli/local-temporal/find-temporal-cli.js';
import {
  toCacheDirectory,
  toCachedCliPath,
} from '../../../../src/cli/local-temporal/install/cached-cli-path.js';
import { answersVersion, installsCli, writeScript } from '../../../support/fake-programs.js';

let directory: string;
let bin: string;
let cacheDirectory: string;
let cached: string;
let lines: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'find-temporal-cli-'));
  bin = join(directory, 'bin');
  cacheDirectory = join(directory, 'cache');
  cached = toCachedCliPath(cacheDirectory);
  lines = [];
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** Options under which only the fake programs exist and no download host answers. */
async function isolated(): Promise<FindTemporalCliOptions> {
  return {
    environment: { PATH: bin },
    cacheDirectory,
    downloadProbeUrl: `http://127.0.0.1:${await closedPort()}/`,
    report: (line) => lines.push(line),
  };
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('findTemporalCli', () => {
  it('prefers the one on PATH to the cached one', async () => {
    writeScript(join(bin, 'temporal'), answersVersion);
    writeScript(cached, answersVersion);

    expect(await findTemporalCli(await isolated())).toEqual({
      path: join(bin, 'temporal'),
      source: 'path',
    });
    expect(lines).toEqual([]);
  });

  it.each([
    ['fails', 'exit 1'],
    ['is some other program', 'echo "temporal anomaly 1.0"'],
  ])('passes over one on PATH that %s', async (_what, line) => {
    writeScript(join(bin, 'temporal'), line);
    writeScript(cached, answersVersion);

    expect(await findTemporalCli(await isolated())).toEqual({ path: cached, source: 'cache' });
  });

  it('passes over a file on PATH that is not executable', async () => {
    writeScript(join(bin, 'other'), '');
    writeFileSync(join(bin, 'temporal'), 'text');
    writeScript(cached, answersVersion);

    expect(await findTemporalCli(await isolated())).toMatchObject({ source: 'cache' });
  });

  it('replaces a broken cached one', async () => {
    writeScript(cached, 'exit 1');
    writeScript(join(bin, 'go'), ...installsCli);

    expect(await findTemporalCli(await isolated())).toEqual({ path: cached, source: 'go install' });
    expect(await findTemporalCli(await isolated())).toEqual({ path: cached, source: 'cache' });
  });

  it('builds one with Go, and says so, when the download host cannot be reached', async () => {
    writeScript(join(bin, 'go'), ...installsCli);

    expect(await findTemporalCli(await isolated())).toEqual({ path: cached, source: 'go install' });
    expect(lines).toEqual([
      expect.stringMatching(
        /^download by the Temporal SDK: http.* cannot be reached \(.*ECONNREFUSED/,
      ),
      expect.stringContaining('2 to 5 minutes'),
      `Built the Temporal CLI: ${cached}`,
    ]);
    expect(readdirSync(dirname(cached))).toEqual(['temporal']);
  });

  it('lists what it tried, with reasons, and what to do', async () => {
    writeScript(join(bin, 'temporal'), 'echo "cannot execute" >&2; exit 126');
    writeScript(join(bin, 'go'), 'echo "go: no network" >&2', 'exit 1');

    const error = await findTemporalCli(await isolated()).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'LocalTemporalError', code: 'cliNotFound' });
    expect(String(error).split('\n')).toEqual([
      expect.stringContaining('no Temporal CLI'),
      expect.stringMatching(
        /`temporal` on PATH: .*does not work: exited with code 126: cannot execute$/,
      ),
      `  - cached ${cached}: not there`,
      expect.stringMatching(/download by the Temporal SDK: .* cannot be reached/),
      expect.stringMatching(/go install .*temporal@v.*: exited with code 1: go: no network$/),
      expect.stringContaining('Do one of these'),
      expect.stringContaining('brew install temporal'),
      expect.stringContaining('TEMPORAL_ADDRESS'),
      expect.stringContaining('docker compose -f docker-compose.temporal.yml up'),
      expect.stringContaining('install Go'),
    ]);
  });

  it('installs nothing when it must not', async () => {
    writeScript(join(bin, 'go'), ...installsCli);

    await expect(findTemporalCli({ ...(await isolated()), install: false })).rejects.toMatchObject({
      code: 'cliNotFound',
    });
    expect(existsSync(cached)).toBe(false);
  });

  it('gives up at once when it is aborted before', async () => {
    writeScript(join(bin, 'temporal'), answersVersion);
    const signal = AbortSignal.abort(new Error('enough'));

    await expect(findTemporalCli({ ...(await isolated()), signal })).rejects.toThrow('enough');
  });

  it('tries nothing else when it is aborted during a build', async () => {
    writeScript(join(bin, 'go'), 'exec /bin/sleep 600');
    const controller = new AbortController();
    const report = (line: string): void => {
      if (line.startsWith('Building')) controller.abort(new Error('enough'));
    };

    await expect(
      findTemporalCli({ ...(await isolated()), report, signal: controller.signal }),
    ).rejects.toThrow('enough');
    expect(readdirSync(dirname(cached))).toEqual([]);
  });
});

describe('the cache directory', () => {
  it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string]>([
    ['linux', {}, join(homedir(), '.cache/temporal-mcp-tasks')],
    ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/temporal-mcp-tasks'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, join(homedir(), '.cache/temporal-mcp-tasks')],
    ['darwin', {}, join(homedir(), 'Library/Caches/temporal-mcp-tasks')],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/temporal-mcp-tasks/Cache'],
  ])('is that of users on %s, with %j', (platform, environment, expected) => {
    expect(toCacheDirectory(platform, environment)).toBe(expected);
  });
});
