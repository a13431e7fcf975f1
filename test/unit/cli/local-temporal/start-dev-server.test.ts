import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { findFreePort } from '../../../../src/cli/local-temporal/free-port.js';
import { startDevServer } from '../../../../src/cli/local-temporal/start-dev-server.js';
import { writeScript } from '../../../support/fake-programs.js';
import { isProcessAlive } from '../../../support/is-process-alive.js';

let directory: string;
let cliPath: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'start-dev-server-'));
  cliPath = join(directory, 'temporal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** A script that writes down its process id and arguments, and then goes on for ever. */
function writeHangingCli(): void {
  writeScript(cliPath, `echo $$ $* > ${directory}/called`, 'exec sleep 600');
}

function readCall(): { readonly pid: number; readonly args: readonly string[] } {
  const [pid, ...args] = readFileSync(join(directory, 'called'), 'utf8').trim().split(' ');
  return { pid: Number(pid), args };
}

describe('startDevServer', () => {
  it('gives the last lines of output when the server ends early', async () => {
    writeScript(cliPath, 'echo starting; echo "level=ERROR cannot open database" >&2; exit 1');

    await expect(startDevServer({ cliPath, port: 0 })).rejects.toMatchObject({
      code: 'startFailed',
      message:
        'The Temporal dev server ended (code 1) before it was ready. It wrote:\n' +
        'starting\nlevel=ERROR cannot open database',
    });
  });

  it('says what is wrong when the CLI cannot be run', async () => {
    await expect(startDevServer({ cliPath, port: 0 })).rejects.toMatchObject({
      code: 'startFailed',
      message: expect.stringContaining('ENOENT'),
    });
  });

  it('ends the server when it is not ready in time', async () => {
    writeHangingCli();

    await expect(startDevServer({ cliPath, port: 0, readyTimeoutMs: 500 })).rejects.toMatchObject({
      code: 'startFailed',
      message: 'The Temporal dev server was not ready within 0.5 s.',
    });
    expect(isProcessAlive(readCall().pid)).toBe(false);
  });

  it('ends the server when it is aborted', async () => {
    writeHangingCli();
    const signal = AbortSignal.timeout(500);

    await expect(startDevServer({ cliPath, port: 0, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(isProcessAlive(readCall().pid)).toBe(false);
  });

  it('ends what a script in place of the CLI has started', async () => {
    writeScript(cliPath, `sleep 600 & echo $! > ${directory}/called`, 'wait');

    await expect(startDevServer({ cliPath, port: 0, readyTimeoutMs: 500 })).rejects.toThrow(
      'not ready',
    );
    expect(isProcessAlive(readCall().pid)).toBe(false);
  });

  it('listens on the loopback address only, with the pragmas for a file', async () => {
    writeHangingCli();
    const port = await findFreePort();
    const databasePath = join(directory, 'made', 'temporal.db');

    await expect(
      startDevServer({ cliPath, port, uiPort: false, databasePath, readyTimeoutMs: 500 }),
    ).rejects.toThrow('not ready');

    expect(readCall().args.join(' ')).toBe(
      `server start-dev --ip 127.0.0.1 --port ${port} --namespace default --log-level error --headless ` +
        `--db-filename ${databasePath} --sqlite-pragma journal_mode=WAL --sqlite-pragma synchronous=NORMAL`,
    );
    expect(existsSync(join(directory, 'made'))).toBe(true);
  });

  it('names the port, and how to choose another, when it is taken', async () => {
    const holder = createServer();
    const port = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => {
        const address = holder.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });

    try {
      await expect(startDevServer({ cliPath, port })).rejects.toMatchObject({
        code: 'portTaken',
        message: `Port ${port} is taken by another program. Stop that program, or choose another port with --temporal-port.`,
      });
      await expect(startDevServer({ cliPath, port: 0, uiPort: port })).rejects.toMatchObject({
        code: 'portTaken',
        message: expect.stringContaining(`Port ${port}, wanted for Temporal's Web UI`),
      });
    } finally {
      await new Promise((resolve) => holder.close(resolve));
    }
  });

  it('understands the CLI when a port is taken after all', async () => {
    const port = await findFreePort();
    const complaint = `can't set frontend port ${port}: listen tcp 127.0.0.1:${port}: bind: address already in use`;
    writeScript(cliPath, `echo "${complaint}" >&2; exit 1`);

    await expect(startDevServer({ cliPath, port })).rejects.toMatchObject({
      code: 'portTaken',
      message: expect.stringContaining(`Port ${port} is taken`),
    });
  });

  it('tries other ports of its own choice, three times', async () => {
    writeScript(cliPath, `echo x >> ${directory}/called; echo "address already in use"; exit 1`);

    await expect(startDevServer({ cliPath, port: 0 })).rejects.toMatchObject({ code: 'portTaken' });
    expect(readFileSync(join(directory, 'called'), 'utf8')).toBe('x\nx\nx\n');
  });
});
