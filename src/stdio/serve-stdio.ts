import type { Readable, Writable } from 'node:stream';

import type { Identify } from '../core/caller.js';
import { LOCAL_OWNER } from '../core/owner.js';
import type { Generation, StdioHandle } from '../mcp/generation.js';

import { type Generations, GenerationSwitch } from './generation-switch.js';
import { parseLines } from './parse-lines.js';

/** What is served, and over which streams. */
export interface StdioOptions {
  /** What is served, newest first. */
  readonly generations: Generations;
  /** Whose connection it is. Default: the one local user's, who has started this process. */
  readonly identify?: Identify;
  /** Default: this process's standard input. */
  readonly input?: Readable;
  /** Default: this process's standard output. Nothing else may write to it. */
  readonly output?: Writable;
}

/**
 * Serves MCP over standard input and output, to the one client that started this process.
 */
export async function serveStdio({
  generations,
  identify,
  input = process.stdin,
  output = process.stdout,
}: StdioOptions): Promise<StdioHandle> {
  const identity = (await identify?.({})) ?? { owner: LOCAL_OWNER };
  const opened: Promise<StdioHandle>[] = [];
  let finish: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const connect = (generation: Generation, lines: Readable): void => {
    const opening = generation.stdio.connect({ input: lines, output, identity });
    opened.push(opening);
    opening
      .then(async (connection) => {
        await connection.closed;
        // One that was only asked what there is ends while the other goes on.
        if (opened.at(-1) === opening) finish();
      })
      .catch(fail);
  };
  const connections = new GenerationSwitch(generations, connect);
  parseLines(input, output, {
    onMessage: (message) => {
      connections.pass(message);
    },
    onEnd: () => {
      connections.end();
    },
  });
  const close = async (): Promise<void> => {
    for (const opening of opened) await (await opening).close();
    input.destroy();
    finish();
  };
  // Nobody reads the output any more.
  output.once('error', () => {
    close().catch(() => undefined);
  });
  return { closed, close };
}
