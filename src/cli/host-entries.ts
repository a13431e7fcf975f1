/** How each host learns of a server: by its own command, or by an entry in a file of its own. */

import type { Started } from './this-program.js';

/** A server as a host reaches it. */
export type Reached =
  | { readonly url: string }
  | (Started & {
      /** Hosts pass on little of their own environment, or none. Absent: the server needs none. */
      readonly env?: Readonly<Record<string, string>> | undefined;
    });

export type HostEntry =
  /** Words of a command line. */
  { readonly run: readonly string[] } | { readonly file: string; readonly text: string };

const toJson = (value: unknown): string => JSON.stringify(value, null, 2);

type ToEntry = (name: string, server: Reached) => HostEntry | undefined;

const withServers =
  (file: string, toServer: (server: Reached) => unknown = (server) => server): ToEntry =>
  (name, server) => ({ file, text: toJson({ mcpServers: { [name]: toServer(server) } }) });

const typed = (server: Reached): unknown =>
  'url' in server ? { type: 'http', url: server.url } : { type: 'stdio', ...server };

/** TOML for Codex. Without `required`, its first turn may begin before the server has told its tools. */
function toCodexToml(name: string, server: Reached): string {
  const { env = {}, ...reached } = 'url' in server ? { ...server, env: {} } : server;
  const lines = Object.entries(reached).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const variables = Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [
    `[mcp_servers.${name}]`,
    ...lines,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(', ')} }`]),
    'required = true # Codex waits for the server before its first turn',
  ].join('\n');
}

/** The hosts by the names that `connect` takes. Docs of hosts.md and connect-a-host.md say when each was tried. */
export const HOST_ENTRIES = {
  'claude-code': (name, server) => ({
    run:
      'url' in server
        ? ['claude', 'mcp', 'add', '--transport', 'http', name, server.url]
        : [
            ...['claude', 'mcp', 'add', name],
            ...Object.entries(server.env ?? {}).flatMap((entry) => ['--env', entry.join('=')]),
            ...['--', server.command, ...server.args],
          ],
  }),
  // It starts servers itself, and knows no URL in its file.
  'claude-desktop': (name, server) =>
    'url' in server ? undefined : withServers('claude_desktop_config.json')(name, server),
  cursor: withServers('.cursor/mcp.json'),
  vscode: (name, server) => ({
    file: '.vscode/mcp.json',
    text: toJson({ servers: { [name]: typed(server) } }),
  }),
  'copilot-cli': withServers('~/.copilot/mcp-config.json', (server) => ({
    type: 'url' in server ? 'http' : 'local',
    ...server,
    tools: ['*'],
  })),
  codex: (name, server) => ({ file: '~/.codex/config.toml', text: toCodexToml(name, server) }),
  'gemini-cli': withServers('~/.gemini/settings.json', (server) =>
    'url' in server ? { httpUrl: server.url } : server,
  ),
  opencode: (name, server) => ({
    file: 'opencode.json',
    text: toJson({
      mcp: {
        [name]:
          'url' in server
            ? { type: 'remote', url: server.url, enabled: true }
            : {
                type: 'local',
                command: [server.command, ...server.args],
                environment: server.env,
                enabled: true,
              },
      },
    }),
  }),
} satisfies Record<string, ToEntry>;

export type HostName = keyof typeof HOST_ENTRIES;

export const HOST_NAMES = Object.keys(HOST_ENTRIES) as readonly HostName[];
