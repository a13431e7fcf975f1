import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { eventually } from './eventually.js';
import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

/** A process that delivers events. */
export interface DeliveryProcess {
  /** The log so far. */
  readonly log: () => string;
  /** Reloads the manifest, and waits until the log has the outcome. */
  readonly reload: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, and waits for the end. */
  readonly kill: () => Promise<void>;
}

/** Starts the Worker that delivers events for servers with the same options, and resolves once it polls. */
export async function startDelivery(options: TestServerOptions): Promise<DeliveryProcess> {
  const { command, args, env } = serverCommand('--stdio', options);
  const [cli = '', , , ...rest] = args;
  const child = spawn(command, [cli, 'deliver', ...rest], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Events are being delivered')) resolve();
    });
    void exited.then(() => {
      reject(new Error(`Deliveries ended before they began:\n${log}`));
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const reload = async (): Promise<void> => {
    const from = log.length;
    child.kill('SIGHUP');
    await eventually('what came of the manifest', () =>
      /The manifest (has been|cannot be)/.test(log.slice(from)),
    );
  };
  return {
    log: () => log,
    reload,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  };
}
