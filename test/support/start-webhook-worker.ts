import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import { serverCommand, type TestServerOptions } from './start-mcp-server.js';

/** A process that calls webhooks. */
export interface WebhookWorker {
  /** The log so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, and waits for the end. */
  readonly kill: () => Promise<void>;
}

/** Starts the `worker` command for servers with the same options, and resolves once it polls. */
export async function startWebhookWorker(options: TestServerOptions): Promise<WebhookWorker> {
  const { command, args, env } = serverCommand('--stdio', options);
  const [cli = '', , , ...rest] = args;
  // The Task Queue of the examples belongs to other tests.
  const taskQueue = `unused-${randomBytes(6).toString('hex')}`;
  const child = spawn(command, [cli, 'worker', '--task-queue', taskQueue, ...rest], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('Worker is polling')) resolve();
    });
    void exited.then(() => {
      reject(new Error(`The Worker ended before it polled:\n${log}`));
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    log: () => log,
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  };
}
