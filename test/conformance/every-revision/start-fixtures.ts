import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { temporalAddress } from '../../support/start-mcp-server.js';

const PROGRAM = fileURLToPath(new URL('../../../dist/lab/fixtures/main.js', import.meta.url));

/** A running process of the fixture server. */
export interface FixtureProcess {
  readonly url: string;
  /** Sends SIGTERM, and waits for the end. */
  readonly stop: () => Promise<void>;
}

/** Starts the fixture server as `npm run fixtures` does, on the Temporal of this jest run and any free port. */
export async function startFixtures(): Promise<FixtureProcess> {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0'], {
    env: { ...process.env, TEMPORAL_ADDRESS: temporalAddress() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const match = /^Fixture server is ready: (\S+)$/.exec(line);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    void exited.then(() => {
      reject(new Error(`The fixture server ended before it was ready:\n${log}`));
    });
  });
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
