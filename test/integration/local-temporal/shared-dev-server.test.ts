import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { toCachedCliPath } from '../../../src/cli/local-temporal/install/cached-cli-path.js';
import {
  type LocalTemporal,
  startLocalTemporal,
  type StartLocalTemporalOptions,
} from '../../../src/cli/local-temporal/local-temporal.js';
import { findQuietPort } from '../../support/find-quiet-port.js';

const cliPath = process.env['MCP_TASKS_TEST_TEMPORAL_CLI'] ?? 'temporal';

let cacheDirectory: string;
let started: LocalTemporal[];

beforeEach(() => {
  cacheDirectory = mkdtempSync(join(tmpdir(), 'local-temporal-'));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((temporal) => temporal.stop()));
  rmSync(cacheDirectory, { recursive: true, force: true });
});

async function start(options: StartLocalTemporalOptions): Promise<LocalTemporal> {
  const temporal = await startLocalTemporal({
    environment: { PATH: '' },
    cacheDirectory,
    install: false,
    uiPort: false,
    ...options,
  });
  started.push(temporal);
  return temporal;
}

function fillCache(): void {
  const cached = toCachedCliPath(cacheDirectory);
  mkdirSync(dirname(cached), { recursive: true });
  copyFileSync(cliPath, cached);
}

describe('startLocalTemporal', () => {
  it('starts a dev server, which the next one finds and leaves running', async () => {
    fillCache();
    const port = await findQuietPort();

    const first = await start({ port });
    const second = await start({ port });
    await second.stop();
    const third = await start({ port });

    expect(first).toMatchObject({ origin: 'started', source: 'cache' });
    expect(second).toMatchObject({ origin: 'running', address: `localhost:${port}` });
    expect(third).toMatchObject({ origin: 'running' });
  });

  it('shares one dev server when two start at the same time', async () => {
    fillCache();
    const port = await findQuietPort();

    const both = await Promise.all([start({ port }), start({ port })]);

    expect(both.map(({ origin }) => origin).sort()).toEqual(['running', 'started']);
  });

  it('names a namespace that the running service lacks', async () => {
    fillCache();
    const port = await findQuietPort();
    await start({ port });

    await expect(start({ port, namespace: 'absent' })).rejects.toMatchObject({
      code: 'namespaceMissing',
      message: expect.stringContaining('temporal operator namespace create -n absent'),
    });
  });
});
