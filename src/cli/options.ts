import { type Command, InvalidArgumentError, Option } from 'commander';

import type { TemporalSettingsOptions } from '../config/load-temporal-settings.js';

/** The manifest of a command that is told none, in the current directory. */
export const DEFAULT_MANIFEST = 'mcp-tasks.yaml';
/** Port of the MCP server. Any would do; this one is not assigned to anything else. */
export const DEFAULT_PORT = 7400;
/** Address that the MCP server listens on: this machine only, since nobody is authenticated. */
export const DEFAULT_HOST = '127.0.0.1';
/** Addresses that only this machine reaches: who connects to them is the local user. */
export const LOOPBACK_HOSTS: readonly string[] = [DEFAULT_HOST, 'localhost', '::1'];
/** Task Queue of the packaged examples, taken from where `mcp-tasks.yaml` takes it. */
export const EXAMPLES_TASK_QUEUE = process.env['MCP_TASKS_TASK_QUEUE'] ?? 'mcp-tasks-examples';

const MAX_PORT = 65_535;

/** What every command that talks to Temporal takes. */
export interface TemporalFlags {
  readonly profile?: string;
  readonly address?: string;
  readonly namespace?: string;
  readonly dataConverter?: string;
}

/** What every command that reads a manifest takes. */
export interface ManifestFlags {
  readonly manifest: string;
}

/** What every command that serves takes, whatever the transport. */
export interface ServerFlags {
  readonly askOnPoll?: true;
}

/** What every command that serves over HTTP takes. */
export interface HttpFlags {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts?: string[];
  readonly allowedOrigins?: string[];
}

/**
 * Reads a port from the command line; 0 takes any free one.
 *
 * @throws {InvalidArgumentError} For anything but a whole number from 0 to 65535.
 */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(
    `A port is a number from 0 to ${MAX_PORT} (0 takes any free one).`,
  );
}

/** Adds the flags of {@link TemporalFlags}. */
export function addTemporalFlags(command: Command): Command {
  return command
    .option('--profile <name>', 'profile of temporal.toml (default: TEMPORAL_PROFILE)')
    .option('--address <host:port>', 'Temporal Service (default: TEMPORAL_ADDRESS)')
    .option('--namespace <name>', 'Temporal namespace (default: TEMPORAL_NAMESPACE)')
    .option('--data-converter <path>', 'module exporting the "dataConverter" that the Workers use');
}

/** Adds the flag of {@link ManifestFlags}. */
export function addManifestFlag(command: Command): Command {
  return command.addOption(
    new Option('--manifest <path>', 'the tools: YAML, or a module exporting "manifest"').default(
      DEFAULT_MANIFEST,
    ),
  );
}

/** Adds the flags of {@link ServerFlags}. */
export function addServerFlags(command: Command): Command {
  return command.option(
    '--ask-on-poll',
    'ask ahead of a reply to tasks/get what has stayed unanswered, for clients that only poll',
  );
}

/** Adds the flags of {@link HttpFlags}. */
export function addHttpFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--port <number>', 'port of the MCP server')
        .default(DEFAULT_PORT)
        .argParser(parsePort),
    )
    .option('--host <address>', 'address to listen on', DEFAULT_HOST)
    .option('--allowed-hosts <host...>', 'Host header values to answer (default: local ones)')
    .option(
      '--allowed-origins <origin...>',
      'Origin header values to answer (default: local ones)',
    );
}

/** What the flags say, as `loadTemporalSettings` takes it. */
export function toTemporalOptions({
  profile,
  address,
  namespace,
  dataConverter,
}: TemporalFlags): TemporalSettingsOptions {
  return {
    ...(profile !== undefined && { profile }),
    ...(address !== undefined && { address }),
    ...(namespace !== undefined && { namespace }),
    ...(dataConverter !== undefined && { dataConverterPath: dataConverter }),
  };
}
