import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { isResponse, type Message } from './message.js';

type LineListener = (message: Message, line: string) => void;

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A server process, with messages over its standard input and output. */
export interface StdioConnection {
  readonly child: ChildProcess;
  readonly send: (message: Message) => void;
  /** Writes a line unchanged, for input that is no JSON-RPC message. */
  readonly sendLine: (line: string) => void;
  /** Sends a request. Resolves with the response, or with `undefined` after `giveUp` or the end of the process. */
  readonly request: (
    message: Message & { readonly id: string | number },
  ) => Promise<Message | undefined>;
  readonly giveUp: (id: string | number) => void;
  /** Passes on every message of the server. Returns a function that stops it. */
  readonly listen: (listener: LineListener) => () => void;
  /** Ends the process's input, and waits until the process has ended. */
  readonly close: () => Promise<void>;
}

export function openStdio({ command, args, env }: StdioCommand): StdioConnection {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  const waiting = new Map<unknown, (response: Message | undefined) => void>();
  const listeners = new Set<LineListener>();
  const settle = (id: unknown, response?: Message): void => {
    waiting.get(id)?.(response);
    waiting.delete(id);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    for (const listener of [...listeners]) listener(message, line);
    if (isResponse(message)) settle(message.id, message);
  });
  // `close` and not `exit`, because output may still arrive after the exit.
  const closed = once(child, 'close').then(() => {
    process.off('exit', kill);
    for (const id of waiting.keys()) settle(id);
  });
  const sendLine = (line: string): void => void child.stdin.write(`${line}\n`);
  const send = (message: Message): void => {
    sendLine(JSON.stringify({ jsonrpc: '2.0', ...message }));
  };
  return {
    child,
    send,
    sendLine,
    request: async (message) =>
      new Promise((resolve) => {
        waiting.set(message.id, resolve);
        send(message);
      }),
    giveUp: settle,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
