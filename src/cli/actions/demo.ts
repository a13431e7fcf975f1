import type { Client } from '@modelcontextprotocol/sdk/client/index.js';

import { connect, explain, isConnectionLost } from '../demo/connect.js';
import { Narrator } from '../demo/narrator.js';
import { type DemoServer, startDemoServer } from '../demo/start-demo-server.js';
import { requiredTools, story } from '../demo/story.js';
import { Storyteller } from '../demo/storyteller.js';
import { ExitCode } from '../exit-code.js';
import { DEFAULT_URL } from '../options.js';
import { untilStopped } from '../until-stopped.js';

/** Flags of `demo`. */
export interface DemoFlags {
  /** Default: the URL of `dev`. */
  readonly url?: string;
  readonly ownServer?: true;
}

/** Returns the connected client; `undefined` if the demo is to start a server. */
async function connectToRunning({ url, ownServer }: DemoFlags): Promise<Client | undefined> {
  if (ownServer) return undefined;
  try {
    return await connect(url ?? DEFAULT_URL);
  } catch (error) {
    if (url === undefined && isConnectionLost(error)) return undefined;
    throw explain(error, url ?? DEFAULT_URL);
  }
}

async function checkTools(client: Client, url: string): Promise<void> {
  const { tools } = await client.listTools();
  const names = new Set(tools.map(({ name }) => name));
  const missing = requiredTools.filter((name) => !names.has(name));
  if (missing.length === 0) return;
  throw new Error(
    `The server at ${url} has no tool ${missing.join(', ')}. The demo needs the example tools: "temporal-mcp-tasks dev" serves them in a directory without a manifest, and "temporal-mcp-tasks demo --own-server" anywhere.`,
  );
}

async function tell(client: Client, url: string): Promise<void> {
  const startedAt = performance.now();
  const narrator = new Narrator();
  const server = client.getServerVersion();
  narrator.say(`Talking to ${url} (${server?.name ?? '?'} ${server?.version ?? ''})`);
  try {
    await checkTools(client, url);
    const teller = new Storyteller(client, narrator);
    for (const step of story) await step(teller);
  } catch (error) {
    throw isConnectionLost(error)
      ? new Error(
          `The server at ${url} does not answer any more. Start it with "temporal-mcp-tasks dev", and the demo again: its tasks are still there.`,
          { cause: error },
        )
      : error;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`\nThat was all, in ${seconds} s.\n`);
}

/** Shows the example tools at a running server, or at a server that it starts and stops itself. */
export async function demo(flags: DemoFlags): Promise<void> {
  const interruption = new AbortController();
  let starting: Promise<DemoServer> | undefined;
  const progress = { isTold: false };
  const run = async (): Promise<void> => {
    let client = await connectToRunning(flags);
    let url = flags.url ?? DEFAULT_URL;
    if (client === undefined) {
      process.stderr.write(
        flags.ownServer
          ? 'Starting a server for this demo:\n'
          : `No server answers at ${url}. Starting one for this demo, as "temporal-mcp-tasks dev" does:\n`,
      );
      starting = startDemoServer(interruption.signal);
      ({ url } = await starting);
      client = await connect(url);
    }
    await tell(client, url);
    await client.close();
    progress.isTold = true;
  };
  const stop = async (): Promise<void> => {
    interruption.abort();
    const server = await starting?.catch(() => undefined);
    await server?.stop();
  };
  await untilStopped(
    [stop],
    run().catch((error: unknown) => {
      // Errors after an interruption are no failure.
      if (!interruption.signal.aborted) throw error;
    }),
  );
  if (!progress.isTold) process.exitCode = ExitCode.interrupted;
}
