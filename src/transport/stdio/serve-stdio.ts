import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextPhase } from 'node:timers/promises';

import type { Audit } from '../../core/audit.js';
import type { Identify } from '../../core/person/caller.js';
import { LOCAL_OWNER } from '../../core/person/owner.js';
import type { LazyGeneration, StdioHandle } from '../../mcp/generation.js';

import { type LazyGenerations, GenerationSwitch } from './generation-switch.js';
import { parseLines } from './parse-lines.js';

export interface StdioOptions {
  /** Generations, newest first. */
  readonly generations: LazyGenerations;
  /** Names the caller. Default: the local user, who has started this process. */
  readonly identify?: Identify | undefined;
  /** Default: this process's standard input. */
  readonly input?: Readable | undefined;
  /** Default: this process's standard output. Other code must not write to it. */
  readonly output?: Writable | undefined;
  /** Records calls and refusals. Default: no records. */
  readonly audit?: Audit | undefined;
}

/** Time to read from a client that keeps writing after the server began to close the connection, in milliseconds. */
const READ_ON_FOR_MS = 1_000;

/** Resolves after a whole turn of the event loop. */
async function nextTurn(): Promise<void> {
  await nextPhase();
  await nextPhase();
}

/** Resolves when a whole turn of the event loop has brought no input, so the pipe is empty. */
async function untilRead(input: Readable): Promise<void> {
  let chunks = 0;
  let chunksBefore: number;
  const count = (): void => {
    chunks += 1;
  };
  const until = Date.now() + READ_ON_FOR_MS;
  input.on('data', count);
  do {
    chunksBefore = chunks;
    await nextTurn();
  } while (chunks > chunksBefore && Date.now() < until);
  input.off('data', count);
}

/**
 * Serves MCP over standard input and output, to the client that started this process. Before the connection ends, the
 * server processes all messages that the client has written.
 */
export async function serveStdio({
  generations,
  identify,
  input = process.stdin,
  output = process.stdout,
  audit,
}: StdioOptions): Promise<StdioHandle> {
  const caller = (await identify?.({})) ?? { owner: LOCAL_OWNER };
  const opened: Promise<StdioHandle>[] = [];
  let finish: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const connect = (generation: LazyGeneration, messages: Readable): void => {
    const opening = generation
      .load()
      .then(async ({ stdio }) => stdio.connect({ messages, output, caller }));
    opened.push(opening);
    opening
      .then(async (connection) => {
        await connection.closed;
        // A generation that only answered `server/discover` may end before the chosen one.
        if (opened.at(-1) === opening) finish();
      })
      .catch(fail);
  };
  const connections = new GenerationSwitch(generations, connect);
  /** Resolves when the generations have taken all messages that were read. A generation may still be loading. */
  const untilHandedOn = async (): Promise<void> => {
    await Promise.allSettled(opened);
    await nextTurn();
  };
  const pass = (message: object): void => {
    connections.pass(message);
  };
  const { owner: principal } = caller;
  parseLines(input, output, {
    onMessage: (message) => {
      if (!audit) pass(message);
      else {
        const origin = { principal, transport: 'stdio', correlationId: randomUUID() } as const;
        audit.within(origin, () => {
          pass(message);
        });
      }
    },
    onEnd: () => {
      void untilHandedOn().then(() => {
        connections.end();
      });
    },
  });
  const close = async (): Promise<void> => {
    await untilRead(input);
    await untilHandedOn();
    for (const opening of opened) await (await opening).close();
    input.destroy();
    finish();
  };
  // An error means that the client has closed the output.
  output.once('error', () => {
    close().catch(() => undefined);
  });
  return { closed, close };
}
