import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { findFreePort } from '../../../../src/cli/local-temporal/free-port.js';
import { startLocalTemporal } from '../../../../src/cli/local-temporal/local-temporal.js';
import { answersVersion, writeScript } from '../../../support/fake-programs.js';

let directory: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'start-local-temporal-'));
  environment = { PATH: directory };
  writeScript(join(directory, 'temporal'), answersVersion);
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe('startLocalTemporal', () => {
  it('takes the configured address, and starts and stops nothing', async () => {
    const temporal = await startLocalTemporal({
      configuredAddress: 'temporal.example:7233',
      namespace: 'mine',
      environment,
    });

    expect(temporal).toMatchObject({
      address: 'temporal.example:7233',
      namespace: 'mine',
      origin: 'configured',
    });
    expect(temporal).not.toHaveProperty('exited');
    await temporal.stop();
  });

  it('takes TEMPORAL_ADDRESS when the caller names no address', async () => {
    environment['TEMPORAL_ADDRESS'] = 'temporal.example:7233';

    expect(await startLocalTemporal({ environment })).toMatchObject({
      address: 'temporal.example:7233',
      namespace: 'default',
      origin: 'configured',
    });
  });

  it('prefers the address that the caller names', async () => {
    environment['TEMPORAL_ADDRESS'] = 'temporal.example:7233';

    expect(
      await startLocalTemporal({ environment, configuredAddress: 'other.example:7233' }),
    ).toMatchObject({ address: 'other.example:7233' });
  });

  it('starts the CLI when no address is configured and nothing listens on the port', async () => {
    const port = await findFreePort();
    const lines: string[] = [];
    const start = startLocalTemporal({
      environment: { ...environment, TEMPORAL_ADDRESS: '' },
      port,
      report: (line) => lines.push(line),
    });

    await expect(start).rejects.toMatchObject({ code: 'startFailed' });
    expect(lines).toEqual([`Starting a Temporal dev server with ${join(directory, 'temporal')} …`]);
  });
});
