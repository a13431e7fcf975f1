import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import {
  downloadTemporalCli,
  type DownloadTemporalCliOptions,
} from '../../../../../src/cli/local-temporal/install/download-temporal-cli.js';

let directory: string;
let host: Server;
let lines: string[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'download-temporal-cli-'));
  lines = [];
  host = createServer((_request, response) => response.writeHead(404).end());
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
  rmSync(directory, { recursive: true, force: true });
});

function options(script: string): DownloadTemporalCliOptions {
  const path = join(directory, 'script.mjs');
  writeFileSync(path, script);
  return {
    destination: join(directory, 'place', 'temporal'),
    environment: {},
    report: (line) => lines.push(line),
    probeUrl: `http://127.0.0.1:${(host.address() as AddressInfo).port}/`,
    script: path,
  };
}

const entries = (): string[] => readdirSync(join(directory, 'place'));

/** Does as the SDK does: writes `temporal-<version>` into the directory. */
const downloads = `
  import { writeFileSync } from 'node:fs';
  const [directory, version] = process.argv.slice(2);
  const script = '#!/bin/sh\\necho "temporal version 9.9.9"\\n';
  writeFileSync(directory + '/temporal-' + version, script, { mode: 0o755 });
`;

describe('downloadTemporalCli', () => {
  it('puts what was downloaded in place', async () => {
    await downloadTemporalCli(options(downloads));

    expect(entries()).toEqual(['temporal']);
    expect(lines).toEqual([
      expect.stringMatching(/^Downloading the Temporal CLI v1\.5\.1/),
      expect.stringMatching(/^Downloaded the Temporal CLI: .*temporal$/),
    ]);
  });

  it('leaves nothing when the download fails', async () => {
    const fails = `${downloads} console.error('no such release'); process.exit(1);`;

    await expect(downloadTemporalCli(options(fails))).rejects.toThrow(
      'exited with code 1: no such release',
    );
    expect(entries()).toEqual([]);
  });

  it('does not start a download when the host does not answer', async () => {
    host.removeAllListeners('request');

    await expect(
      downloadTemporalCli({ ...options(downloads), probeTimeoutMs: 50 }),
    ).rejects.toThrow('cannot be reached (no answer within 0.05 s)');
    expect(lines).toEqual([]);
  });

  it('leaves it to the download to find out when there is a proxy', async () => {
    await downloadTemporalCli({
      ...options(downloads),
      probeUrl: 'http://127.0.0.1:1/',
      environment: { HTTPS_PROXY: 'http://proxy.invalid' },
    });

    expect(entries()).toEqual(['temporal']);
  });

  it('ends the download and leaves nothing when it is aborted', async () => {
    const controller = new AbortController();
    const hangs = options(`${downloads} setInterval(() => undefined, 1000);`);
    const report = (): void => {
      controller.abort(new Error('enough'));
    };

    await expect(
      downloadTemporalCli({ ...hangs, report, signal: controller.signal }),
    ).rejects.toThrow('enough');
    expect(entries()).toEqual([]);
  });
});
