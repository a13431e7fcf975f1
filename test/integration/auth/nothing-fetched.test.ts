/** `serve` starts and downloads no programs. Only `dev` does. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterEach, describe, expect } from '@jest/globals';

import { verifies } from '../../support/conformance/verify-authorization.js';
import { connectRawHttp } from '../../support/raw-mcp.js';
import { startMcpServer, type TestServer } from '../../support/start-mcp-server.js';
import { errorOf } from '../../support/steps/rev2025-task-steps.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

let server: TestServer | undefined;
let folder: TestFolder | undefined;
afterEach(async () => {
  await server?.stop();
  await folder?.remove();
});

async function countChildren(pid: number | undefined): Promise<number> {
  // `ps` fails if the process has no children.
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(
    () => ({ stdout: '' }),
  );
  return stdout.split('\n').filter((line) => line.trim() !== '').length;
}

describe('a server whose Temporal is not there', () => {
  verifies(['A-099'], 'starts no program, and downloads none', async () => {
    folder = await createTestFolder();
    const home = folder.path;
    server = await startMcpServer({
      taskQueue: 'none',
      temporalAddress: '127.0.0.1:9',
      environment: { HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    });
    const call = { name: 'quick_job', arguments: {}, task: {} };
    const error = await errorOf(connectRawHttp(server.url).request('tools/call', call));

    expect(error.message).toContain('Temporal does not answer');
    expect(await countChildren(server.child.pid)).toBe(0);
    expect(await readdir(home)).toStrictEqual([]);
    // Tests the count itself: this process has the server as a child.
    expect(await countChildren(process.pid)).toBeGreaterThan(0);
  });
});
