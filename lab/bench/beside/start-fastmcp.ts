import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findFreePort } from '../../../src/cli/dev-server.js';
import { findOnPath } from '../../../test/support/find-on-path.js';
import { preparePython } from '../../../test/support/languages/prepare-python.js';
import { spawnProgram } from '../../spawn-program.js';
import type { BenchContext } from '../scenario.js';

/** Path from `dist/lab/bench/beside`. These files are not compiled. */
const PROGRAM = fileURLToPath(
  new URL('../../../../lab/bench/beside/fastmcp_server.py', import.meta.url),
);
const REQUIREMENTS = fileURLToPath(
  new URL('../../../../test/support/hosts/python/requirements-mcp2.txt', import.meta.url),
);

/** The URL of the server, or the reason why it can't start. */
export type FastMcpServer = { readonly url: string } | { readonly missing: string };

/** Starts Redis with its log of all writes, as in production, and FastMCP on it. */
async function start(
  { atEnd }: BenchContext,
  programs: { readonly python: string; readonly redis: string },
): Promise<FastMcpServer> {
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-redis-'));
  atEnd(async () => {
    rmSync(directory, { recursive: true, force: true });
    return Promise.resolve();
  });
  const redisPort = await findFreePort();
  // Redis reports on standard output, which `spawnProgram` doesn't read. The shell redirects it to standard error.
  const redis = await spawnProgram({
    interpreter: '/bin/sh',
    program: '-c',
    args: [
      `exec "$0" --port ${redisPort} --bind 127.0.0.1 --dir "$1" --appendonly yes >&2`,
      ...[programs.redis, directory],
    ],
    readyWhen: /Ready to accept connections/,
  });
  atEnd(redis.stop);
  const port = await findFreePort();
  const server = await spawnProgram({
    interpreter: programs.python,
    program: PROGRAM,
    args: [String(port), `redis://127.0.0.1:${redisPort}/0`],
    readyWhen: /Uvicorn running/,
    environment: { FASTMCP_CHECK_FOR_UPDATES: 'off', PYTHONDONTWRITEBYTECODE: '1' },
  });
  atEnd(server.stop);
  return { url: `http://127.0.0.1:${port}/mcp` };
}

/** Starts FastMCP with tasks on Redis until the scenario ends, if Python and Redis are installed. */
export async function startFastMcp(context: BenchContext): Promise<FastMcpServer> {
  const python = await preparePython(join('hosts', 'python-mcp2'), REQUIREMENTS);
  const redis = findOnPath('redis-server');
  if (python === undefined || redis === undefined) {
    return {
      missing:
        'install redis-server and python3 (with venv, and packages by pip), or add them to PATH',
    };
  }
  try {
    return await start(context, { python, redis });
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}
