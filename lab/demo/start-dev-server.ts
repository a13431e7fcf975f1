import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { spawnProgram } from '../fixtures/spawn-program.js';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
/** The line of `describeDevSetup` that says where the MCP server is: by then, all is up. */
const READY = /^ *MCP server +(http\S+)/;

/** A server as `npm run dev` starts it, for one demo. */
export interface DemoServer {
  readonly url: string;
  /** Stops all of it. Any number of calls. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `dev` in a process of its own, on free ports and with a Temporal of its own (or the one that
 * `TEMPORAL_ADDRESS` names), whose state is thrown away at the end.
 *
 * @throws {Error} When it cannot be started, or `signal` ends it before it is ready.
 */
export async function startDevServer(signal: AbortSignal): Promise<DemoServer> {
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-demo-'));
  const clear = (): void => {
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const dev = await spawnProgram({
      program: CLI,
      // Port 0 of Temporal also means: don't use one that happens to run, whose worker may be another version.
      args: [
        ...['dev', '--port', '0', '--temporal-port', '0'],
        ...['--data', join(directory, 'temporal.db')],
      ],
      readyWhen: READY,
      report: (line) => {
        if (line !== '') process.stderr.write(`   ${line}\n`);
      },
      signal,
    });
    return {
      url: dev.match,
      stop: async () => {
        await dev.stop();
        clear();
      },
    };
  } catch (error) {
    clear();
    throw error;
  }
}
