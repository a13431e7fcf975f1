import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { type DevServer, startDevServer } from '../../../src/cli/dev-server.js';
import { eventually } from '../../support/eventually.js';
import { isProcessAlive } from '../../support/is-process-alive.js';

let directory: string;
let command: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dev-server-'));
  command = join(directory, 'temporal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

async function start(script: string): Promise<DevServer> {
  writeFileSync(command, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const databasePath = join(directory, 'data/temporal.db');
  return startDevServer({ command, port: 0, databasePath, readyTimeoutMs: 500 });
}

describe('startDevServer', () => {
  it('tells that there is no such program', async () => {
    const databasePath = join(directory, 'temporal.db');

    await expect(startDevServer({ command, port: 0, databasePath })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('quotes a server that ends early, without the stack trace of a panic', async () => {
    const script =
      'echo "bind: address already in use" >&2; echo "goroutine 1 [running]:\nmain()"; exit 1';

    await expect(start(script)).rejects.toThrow(
      /^The Temporal dev server ended before it was ready:\nbind: address already in use$/,
    );
  });

  it('ends a server that is not ready in time, with the programs that it has started', async () => {
    const pidFile = join(directory, 'pid');

    await expect(start(`sleep 600 & echo $! > ${pidFile}; wait`)).rejects.toThrow(
      'was not ready within 0.5 s',
    );
    expect(existsSync(pidFile)).toBe(true);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await eventually('it has ended', async () =>
      Promise.resolve(isProcessAlive(pid) ? undefined : true),
    );
  });
});
