/** An MCP client for commands: of a running server, or of a server that this process starts for a manifest. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ClientCapabilities, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { type Command, InvalidArgumentError, Option } from 'commander';

import { loadSecret } from '../app/config/load-secret.js';
import { loadTemporalSettings } from '../app/config/load-temporal-settings.js';
import { packageInfo } from '../app/config/package-info.js';
import { createTaskServer } from '../app/server/create-task-server.js';
import { withoutUndefined } from '../core/value/members.js';
import { readSecretVariable } from '../manifest/file/read-variable.js';

import { loadTools } from './load-tools.js';
import {
  addTemporalFlags,
  DEFAULT_URL,
  listOption,
  type TemporalFlags,
  toTemporalOptions,
} from './options.js';
import { toTyped } from './this-program.js';

const TOKEN_VARIABLE = 'TEMPORAL_MCP_TASKS_TOKEN';

const TOKEN_HELP = `
Environment:
  ${TOKEN_VARIABLE}  the bearer token for a server with "server.auth"; ${TOKEN_VARIABLE}_FILE names its file.`;

export interface ServerFlags extends TemporalFlags {
  readonly url: string;
  readonly manifest?: readonly string[] | undefined;
}

function parseUrl(text: string): string {
  if (/^https?:/i.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError(`Write the URL of an MCP server, like ${DEFAULT_URL}.`);
}

export function urlOption(description: string): Option {
  return new Option('--url <url>', description).default(DEFAULT_URL).argParser(parseUrl);
}

/** Adds the flags that name a server. */
export function addServerFlags(command: Command): Command {
  return addTemporalFlags(
    command
      .addOption(urlOption('MCP server to use'))
      .addOption(
        listOption(
          '--manifest <path>',
          'serve this manifest for the length of the command, instead of --url',
        ).conflicts('url'),
      ),
  ).addHelpText('after', TOKEN_HELP);
}

/** Says of a server that was named by its URL what is wrong there. */
function explainConnection(error: unknown, url: string): unknown {
  const isOwn = error instanceof Error && error.constructor === Error;
  if (isOwn || error instanceof McpError) return error;
  const start = `Start one with "${toTyped(['dev'])}", or name another with --url.`;
  // The error of `fetch` when no server listens.
  const isSilent = error instanceof TypeError && error.message === 'fetch failed';
  const reason = isSilent ? 'No MCP server answers' : 'The program does not speak MCP';
  return new Error(`${reason} at ${url}. ${start}`, { cause: error });
}

async function connectTo(client: Client, url: string): Promise<void> {
  const token = readSecretVariable(TOKEN_VARIABLE, process.env);
  const headers = withoutUndefined({
    authorization: token === undefined ? undefined : `Bearer ${token}`,
  });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
}

interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function serveManifest(paths: readonly string[], flags: TemporalFlags): Promise<Serving> {
  const server = await createTaskServer({
    manifest: await loadTools(paths),
    temporal: await loadTemporalSettings(toTemporalOptions(flags)),
    secret: await loadSecret({ mayGenerate: true }),
  });
  return server.listen({ port: 0 });
}

/**
 * Runs `use` with a connected client, then closes what it has opened.
 *
 * @throws {Error} When nothing at the URL speaks MCP, with what to do.
 */
export async function withClient<Outcome>(
  flags: ServerFlags,
  capabilities: ClientCapabilities,
  use: (client: Client) => Promise<Outcome>,
): Promise<Outcome> {
  const serving = flags.manifest && (await serveManifest(flags.manifest, flags));
  const url = serving?.url ?? flags.url;
  const client = new Client(
    { name: 'temporal-mcp-tasks-cli', version: packageInfo.version },
    { capabilities },
  );
  try {
    await connectTo(client, url).catch((error: unknown) => {
      throw explainConnection(error, url);
    });
    return await use(client);
  } finally {
    await client.close();
    await serving?.close();
  }
}

export async function listAllTools(client: Client): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
