/** Agents with the limits of real frameworks, and a model that follows the results. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';

import type { HostCall, HostResult } from './official-clients.js';

/** A framework's client, and its behaviour when a call takes too long. */
export interface AgentClient {
  readonly name: string;
  /** Time limit of a call, in milliseconds. Default: none. */
  readonly timeoutMs?: number;
  /** Its way to give up. `silently`: sends nothing and keeps the stream, as the SDK for Python. Default: `cancels`. */
  readonly givesUp?: 'cancels' | 'closes' | 'silently';
  /** True if it sends a progress token, and each progress restarts its time limit. Default: false. */
  readonly followsProgress?: boolean;
  /** True if it sends a progress token, but keeps its time limit, as the SDK for TypeScript. Default: false. */
  readonly onlyShowsProgress?: boolean;
  /** True for a program without an agent: the error of a call ends it. Default: false. */
  readonly raises?: boolean;
  /** True if each call has its own session. Default: false. */
  readonly reconnects?: boolean;
}

/** A framework's limits of an agent. */
export interface AgentLimits {
  /** Maximum turns of the model: each calls one tool, or is the final answer. */
  readonly turns: number;
  /** Number of equal calls in a row at which the framework stops. Default: no limit. */
  readonly sameCalls?: number;
}

/** The outcome of a run. */
export interface AgentRun {
  /** The last text for the model, which it passes on to its person. */
  readonly lastWord: string;
  readonly calls: readonly HostCall[];
  /** Number of calls that the client ended with an error. */
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

/** Stops waiting after a time, without cancelling the call. */
async function inTime(result: Promise<HostResult>, timeoutMs: number): Promise<HostResult> {
  // The connection may close before the call is answered.
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

/** The model's next call: the one in a handle, or the same again after an error. */
function nextCall(told: string, last: HostCall): HostCall | undefined {
  if (told.startsWith('Error: ')) return last;
  const found = /\bcall (\w+) with (\{.*?\})/i.exec(told);
  if (!found) return undefined;
  const [, name = '', input = ''] = found;
  return { name, arguments: JSON.parse(input) as HostCall['arguments'] };
}

/**
 * Runs an agent until its model makes no further call.
 *
 * @param urls URLs of replicas. If each call has its own session, they take turns.
 * @throws {Error} If the turns are used up, or if equal calls look like a loop. If the client raises: the error of a
 *   call.
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
        // Frameworks pass errors to their model, and go on.
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
