/** Agents with the limits of real frameworks, and a model that does as the results say. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import type { HostCall, HostResult } from './official-clients.js';

/** A client of a framework, and what it does when a call takes too long. */
export interface AgentClient {
  readonly name: string;
  /** Of one call, in milliseconds. Absent: it has no limit. */
  readonly timeoutMs?: number;
  /**
   * How it gives up: with `notifications/cancelled`, by closing the stream, or without a word, as the SDK for Python does.
   */
  readonly givesUp?: 'cancels' | 'closes' | 'silently';
  /** Whether it sends a progress token, and waits on as long as there is progress. Default: false. */
  readonly followsProgress?: boolean;
  /** Whether it sends a progress token, and gives up all the same, as the SDK for TypeScript does by default. Default: false. */
  readonly onlyShowsProgress?: boolean;
  /** Whether it is called by a program without an agent, which an error of a call ends. Default: false. */
  readonly raises?: boolean;
  /** Whether each call has a session of its own. Default: false. */
  readonly reconnects?: boolean;
}

/** How a framework limits an agent. */
export interface AgentLimits {
  /** Turns of the model: each calls one tool, or is the last word. */
  readonly turns: number;
  /** Calls with the same name and arguments in a row at which the framework stops. Default: it does not look. */
  readonly sameCalls?: number;
}

/** What became of a run. */
export interface AgentRun {
  /** What the model was told last, which it passes on to its person. */
  readonly lastWord: string;
  readonly calls: readonly HostCall[];
  /** Of those calls, how many the client has ended with an error. */
  readonly errors: number;
}

interface Connected {
  readonly call: (call: HostCall) => Promise<HostResult>;
  readonly close: () => Promise<void>;
}

async function connect(url: string, client: AgentClient): Promise<Connected> {
  const { name, timeoutMs = 600_000, givesUp = 'cancels' } = client;
  const { followsProgress = false, onlyShowsProgress = false } = client;
  const info = { name, version: '1.0.0' };
  if (givesUp === 'closes') {
    const v2 = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
    await v2.connect(new HttpV2(new URL(url)));
    return {
      call: async (call) => (await v2.callTool({ ...call }, { timeout: timeoutMs })) as HostResult,
      close: async () => v2.close(),
    };
  }
  const v1 = new ClientV1(info);
  await v1.connect(new HttpV1(new URL(url)));
  const options = {
    timeout: givesUp === 'silently' ? 600_000 : timeoutMs,
    ...((followsProgress || onlyShowsProgress) && { onprogress: () => undefined }),
    ...(followsProgress && { resetTimeoutOnProgress: true }),
  };
  const send: Connected['call'] = async (call) =>
    (await v1.callTool({ ...call }, CallToolResultSchema, options)) as HostResult;
  return {
    call: givesUp === 'silently' ? async (call) => inTime(send(call), timeoutMs) : send,
    close: async () => v1.close(),
  };
}

/** Looks away after a while, and lets the call be. */
async function inTime(result: Promise<HostResult>, timeoutMs: number): Promise<HostResult> {
  // The connection may be closed before it is answered.
  result.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`Timed out while waiting for ${timeoutMs} ms.`));
    }, timeoutMs);
  });
  return Promise.race([result, late]).finally(() => {
    clearTimeout(timer);
  });
}

const textOf = ({ content = [] }: HostResult): string =>
  content.map(({ text = '' }) => text).join('');

/** What the model does next: as it is told, or the same again where the call has failed. */
function nextCall(told: string, last: HostCall): HostCall | undefined {
  if (told.startsWith('Error: ')) return last;
  const found = /call (\w+) with (\{.*?\})/.exec(told);
  if (!found) return undefined;
  const [, name = '', input = ''] = found;
  return { name, arguments: JSON.parse(input) as HostCall['arguments'] };
}

/**
 * Runs an agent until its model has nothing more to call.
 *
 * @param urls Of replicas, which take turns where each call has a session of its own.
 * @throws {Error} As the framework does: when the turns are used up, or the calls look like a loop. As the client does, where
 *   it raises.
 */
export async function runAgent(
  urls: readonly [string, ...string[]],
  first: HostCall,
  { client, limits }: { readonly client: AgentClient; readonly limits: AgentLimits },
): Promise<AgentRun> {
  const calls: HostCall[] = [];
  let open: Connected | undefined;
  let next: HostCall | undefined = first;
  let same = 0;
  let errors = 0;
  let told = '';
  try {
    for (let turn = 1; next; turn += 1) {
      if (turn >= limits.turns) {
        const made = JSON.stringify({ calls, told });
        throw new Error(`The agent has used its ${limits.turns} turns up: ${made}`);
      }
      const isSame = JSON.stringify(next) === JSON.stringify(calls.at(-1));
      same = isSame ? same + 1 : 1;
      if (same === limits.sameCalls) throw new Error('Loop detected.');
      open ??= await connect(urls[calls.length % urls.length] ?? urls[0], client);
      calls.push(next);
      told = await open.call(next).then(textOf, (error: unknown) => {
        if (client.raises === true) throw error;
        errors += 1;
        // Frameworks tell their model of errors, and go on.
        return `Error: ${String(error)}`;
      });
      next = nextCall(told, next);
      if (client.reconnects !== true) continue;
      await open.close();
      open = undefined;
    }
  } finally {
    await open?.close();
  }
  return { lastWord: told, calls, errors };
}
