import { type Command, InvalidArgumentError, Option } from 'commander';

import type { TemporalSettingsOptions } from '../app/config/load-temporal-settings.js';
import type { TaskServerOptions } from '../app/server/task-server.js';
import { duration } from '../definition/keys.js';
import { DEFAULT_DRAIN_MS } from '../transport/http/drain-time.js';
import { MCP_PATH } from '../transport/http/mcp-path.js';

/** The default manifest, in the current directory. */
export const DEFAULT_MANIFEST = 'mcp-tasks.yaml';
/** Default port of the MCP server, which is not assigned to another protocol. */
const DEFAULT_PORT = 7400;
/** Default address of the MCP server: this machine only, since there is no authentication. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_URL = toLocalUrl(DEFAULT_PORT);
/** Task Queue of the packaged examples, from the same variable as in `mcp-tasks.yaml`. */
export const EXAMPLES_TASK_QUEUE =
  process.env['TEMPORAL_MCP_TASKS_TASK_QUEUE'] ?? 'mcp-tasks-examples';

const SECRETS_HELP = `
Environment:
  TEMPORAL_MCP_TASKS_SECRET           tells the tasks of owners apart: 32 bytes or more, the same on every replica.
                                      On this machine alone (--stdio, or a loopback --host) one is generated
                                      at first use, and kept in a file.
  TEMPORAL_MCP_TASKS_PREVIOUS_SECRET  the secret before, which is still accepted. To rotate: put the
                                      new one here everywhere; then swap the two; then, when the
                                      longest ttl and a session's 7 days are over, drop the old one.
  Either may be written as base64:<base64 of its bytes>.
  Each of them, and TEMPORAL_API_KEY, can be in a file that NAME_FILE names.`;

const MAX_PORT = 65_535;

export interface TemporalFlags {
  readonly profile?: string | undefined;
  readonly address?: string | undefined;
  readonly namespace?: string | undefined;
  readonly dataConverter?: string | undefined;
}

export interface ManifestFlags {
  readonly manifest: readonly string[];
}

export interface WatchFlags {
  readonly watch?: true | undefined;
}

export interface HttpFlags {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts?: string[] | undefined;
  readonly allowedOrigins?: string[] | undefined;
  /** In milliseconds. */
  readonly drainTime: number;
  readonly allowUnauthenticated?: true | undefined;
}

/**
 * 0 takes any free port.
 *
 * @throws {InvalidArgumentError} If the text isn't a whole number from 0 to 65535.
 */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(
    `A port is a number from 0 to ${MAX_PORT} (0 takes any free one).`,
  );
}

/** @throws {InvalidArgumentError} If the text would be no duration in a manifest. */
function parseDuration(text: string): number {
  const parsed = duration.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'Not a duration.');
}

/** Creates a flag for a list. Each use adds one value, so that an argument may follow the flag. */
export function listOption(flags: string, description: string): Option {
  const add = (value: string, before: unknown): readonly string[] =>
    Array.isArray(before) && !isDefault(before) ? [...(before as string[]), value] : [value];
  return new Option(flags, `${description}; repeat it for several`).argParser(add);
}

const DEFAULT_MANIFESTS: readonly string[] = [DEFAULT_MANIFEST];

function isDefault(list: readonly unknown[]): boolean {
  return list === DEFAULT_MANIFESTS;
}

export function addExamples(command: Command, ...lines: readonly string[]): Command {
  const examples = lines.map((line) => `  temporal-mcp-tasks ${line}`);
  return command.addHelpText('after', ['', 'Examples:', ...examples].join('\n'));
}

export function addTemporalFlags(command: Command): Command {
  return command
    .option(
      '--profile <name>',
      'profile of temporal.toml (default: TEMPORAL_PROFILE, else "default")',
    )
    .option(
      '--address <host:port>',
      'Temporal Service (default: TEMPORAL_ADDRESS, else 127.0.0.1:7233)',
    )
    .option(
      '--namespace <name>',
      'Temporal namespace (default: TEMPORAL_NAMESPACE, else "default")',
    )
    .option('--data-converter <path>', 'module exporting the "dataConverter" that the Workers use');
}

export function addManifestFlag(command: Command): Command {
  return command.addOption(
    listOption(
      '--manifest <path>',
      'the tools: a YAML file, or a module exporting "manifest"',
    ).default(DEFAULT_MANIFESTS, DEFAULT_MANIFEST),
  );
}

export function addWatchFlag(command: Command): Command {
  return command.option(
    '--watch',
    'restart the server when files of the manifest change; an invalid manifest changes nothing',
  );
}

/** Returns the URL of an MCP server of this machine. */
export function toLocalUrl(port: number): string {
  return `http://${DEFAULT_HOST}:${port}${MCP_PATH}`;
}

/** Adds settings of the environment to the help. They have no flags, so that no list of processes shows them. */
export function addSecretsHelp(command: Command): Command {
  return command.addHelpText('after', SECRETS_HELP);
}

export function portOption(description: string): Option {
  return new Option('--port <number>', description).default(DEFAULT_PORT).argParser(parsePort);
}

export function addHttpFlags(command: Command): Command {
  return command
    .addOption(portOption('port of the MCP server'))
    .option('--host <address>', 'address to listen on', DEFAULT_HOST)
    .addOption(
      listOption(
        '--allowed-hosts <host>',
        'Host header value to answer (default: local ones, and the public one)',
      ),
    )
    .addOption(
      listOption(
        '--allowed-origins <origin>',
        'Origin header value to answer (default: local ones)',
      ),
    )
    .option(
      '--allow-unauthenticated',
      'listen for other machines, too, although "server.auth" requires no tokens',
    )
    .addOption(
      new Option('--drain-time <duration>', 'for what is under way when the server is stopped')
        .default(DEFAULT_DRAIN_MS, '10s')
        .argParser(parseDuration),
    );
}

export function toTemporalOptions({
  profile,
  address,
  namespace,
  dataConverter,
}: TemporalFlags): TemporalSettingsOptions {
  return {
    profile,
    address,
    namespace,
    dataConverterPath: dataConverter,
  };
}

export function toWebOptions({
  allowedHosts,
  allowedOrigins,
}: HttpFlags): Pick<TaskServerOptions, 'allowedHosts' | 'allowedOrigins'> {
  return {
    allowedHosts,
    allowedOrigins,
  };
}
