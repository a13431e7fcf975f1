import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { spawnProgram } from './spawn-program.js';

const CLI = fileURLToPath(new URL('../main.js', import.meta.url));
/** The line of `describeDevSetup` with the URL of the MCP server. `dev` writes it when all is running. */
const READY = /^ *MCP server +(http\S+)/;

/** The processes of `dev`, started for one demo. */
export interface DemoServer {
  readonly url: string;
  /** Stops all of them. Further calls change nothing. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `dev` in a process of its own, on free ports. It uses the Temporal of `TEMPORAL_ADDRESS`, or starts a new one
 * and deletes its state at the end.
 *
 * @throws {Error} If `dev` cannot be started, or `signal` ends it before it is ready.
 */
export async function startDemoServer(signal: AbortSignal): Promise<DemoServer> {
  const directory = mkdtempSync(join(tmpdir(), 'temporal-mcp-tasks-demo-'));
  const clear = (): void => {
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const dev = await spawnProgram({
      program: CLI,
      // With port 0, `dev` also ignores a Temporal that already runs, whose Worker may have another version.
      args: [
        'dev',
        '--port',
        '0',
        '--temporal-port',
        '0',
        '--data',
        join(directory, 'temporal.db'),
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
