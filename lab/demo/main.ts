/**
 * `npm run demo`: an MCP client that does with the example tools what a host would do, and tells what happens.
 * Talks to the server of `npm run dev`, or starts one where none answers.
 */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Command, InvalidArgumentError, Option } from 'commander';

import { DEFAULT_HOST, DEFAULT_PORT } from '../../src/cli/options.js';
import { untilStopped } from '../../src/cli/until-stopped.js';
import { MCP_PATH } from '../../src/transport/http/mcp-path.js';

import { connect, explain, isConnectionLost } from './connect.js';
import { Narrator } from './narrator.js';
import { type DemoServer, startDevServer } from './start-dev-server.js';
import { requiredTools, story } from './story.js';
import { Storyteller } from './storyteller.js';

const DEFAULT_URL = `http://${DEFAULT_HOST}:${DEFAULT_PORT}${MCP_PATH}`;
/** What a shell gives for a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

interface DemoFlags {
  readonly url?: string;
  readonly ownServer?: true;
}

function parseUrl(text: string): string {
  if (URL.canParse(text)) return text;
  throw new InvalidArgumentError(`A URL looks like ${DEFAULT_URL}.`);
}

/** The client, connected, or nothing where nobody listens and a server may be started. */
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
    `The server at ${url} has no tool ${missing.join(', ')}: the demo needs the example tools, as "npm run dev" serves them.`,
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
          `The server at ${url} does not answer any more. Start it with "npm run dev", and the demo again: its tasks are still there.`,
          { cause: error },
        )
      : error;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`\nThat was all, in ${seconds} s.\n`);
}

async function demo(flags: DemoFlags): Promise<void> {
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
          : `No server answers at ${url}. Starting one for this demo, as "npm run dev" does:\n`,
      );
      starting = startDevServer(interruption.signal);
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
      // What fails because it is being stopped has not failed.
      if (!interruption.signal.aborted) throw error;
    }),
  );
  if (!progress.isTold) process.exitCode = INTERRUPTED;
}

const program = new Command('demo')
  .description('show what the example tools do, through the official MCP client')
  .addOption(
    new Option(
      '--url <url>',
      `MCP server to talk to (default: ${DEFAULT_URL}, else one of its own)`,
    ).argParser(parseUrl),
  )
  .addOption(
    new Option('--own-server', 'start a server for the demo, even if one is running').conflicts(
      'url',
    ),
  )
  .action(demo);

try {
  await program.parseAsync();
  // A keep-alive connection is all that is left open now.
  process.exit();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
