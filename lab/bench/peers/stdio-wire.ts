import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { isResponse, type Message, type MessageListener } from './message.js';
import type { Dress, Wire } from './wire.js';

/** A server process of its own, which is spoken to by its standard input and output. */
export function openStdioWire(
  { program, args, environment }: StdioServer,
  dress: Dress,
): Wire & { readonly pid: number } {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const waiting = new Map<unknown, (message: Message | undefined) => void>();
  const listeners = new Set<MessageListener>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (isResponse(message)) {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    } else for (const listener of [...listeners]) listener(message);
  });
  const exited = once(child, 'exit').then(() => {
    process.off('exit', kill);
    for (const settle of waiting.values()) settle(undefined);
  });
  const send = (message: Message): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  let lastId = 0;
  return {
    transport: 'stdio',
    pid: child.pid ?? 0,
    open: async (method, params) => {
      const id = ++lastId;
      const response = new Promise<Message | undefined>((resolve) => {
        waiting.set(id, resolve);
      });
      send({ id, method, params: dress.params(params) });
      const leave = (): void => {
        waiting.get(id)?.(undefined);
        waiting.delete(id);
        send({ method: 'notifications/cancelled', params: { requestId: id } });
      };
      return Promise.resolve({ id, response, leave });
    },
    send: async (message) => {
      send(message);
      return Promise.resolve();
    },
    stand: async () => Promise.resolve(),
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

/** How the process is started. */
export interface StdioServer {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}
