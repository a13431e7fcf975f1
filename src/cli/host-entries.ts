/** How each host learns of a server: by its own command, or by an entry in a file of its own. */

/** A server as a host reaches it. */
export type Reached =
  { readonly url: string } | { readonly command: string; readonly args: readonly string[] };

export type HostEntry =
  /** Words of a command line. */
  { readonly run: readonly string[] } | { readonly file: string; readonly json: unknown };

type ToEntry = (name: string, server: Reached) => HostEntry | undefined;

const withServers =
  (file: string, toServer: (server: Reached) => unknown = (server) => server): ToEntry =>
  (name, server) => ({ file, json: { mcpServers: { [name]: toServer(server) } } });

const typed = (server: Reached): unknown =>
  'url' in server ? { type: 'http', url: server.url } : { type: 'stdio', ...server };

/** The hosts by the names that `connect` takes. Docs of hosts.md and connect-a-host.md say when each was tried. */
export const HOST_ENTRIES = {
  'claude-code': (name, server) => ({
    run:
      'url' in server
        ? ['claude', 'mcp', 'add', '--transport', 'http', name, server.url]
        : ['claude', 'mcp', 'add', name, '--', server.command, ...server.args],
  }),
  // It starts servers itself, and knows no URL in its file.
  'claude-desktop': (name, server) =>
    'url' in server ? undefined : withServers('claude_desktop_config.json')(name, server),
  cursor: withServers('.cursor/mcp.json'),
  vscode: (name, server) => ({
    file: '.vscode/mcp.json',
    json: { servers: { [name]: typed(server) } },
  }),
  'copilot-cli': withServers('~/.copilot/mcp-config.json', (server) => ({
    type: 'url' in server ? 'http' : 'local',
    ...server,
    tools: ['*'],
  })),
  codex: (name, server) => ({
    run:
      'url' in server
        ? ['codex', 'mcp', 'add', name, '--url', server.url]
        : ['codex', 'mcp', 'add', name, '--', server.command, ...server.args],
  }),
  'gemini-cli': withServers('~/.gemini/settings.json', (server) =>
    'url' in server ? { httpUrl: server.url } : server,
  ),
  opencode: (name, server) => ({
    file: 'opencode.json',
    json: {
      mcp: {
        [name]: {
          type: 'url' in server ? 'remote' : 'local',
          url: 'url' in server ? server.url : undefined,
          command: 'url' in server ? undefined : [server.command, ...server.args],
          enabled: true,
        },
      },
    },
  }),
} satisfies Record<string, ToEntry>;

export type HostName = keyof typeof HOST_ENTRIES;

export const HOST_NAMES = Object.keys(HOST_ENTRIES) as readonly HostName[];
