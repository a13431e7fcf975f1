import { type Command, InvalidArgumentError, Option } from 'commander';

import type { TemporalSettingsOptions } from '../config/load-temporal-settings.js';

export const DEFAULT_MANIFEST = 'mcp-tasks.yaml';
export const DEFAULT_PORT = 7400;
export const DEFAULT_HOST = '127.0.0.1';
/** Task Queue of the packaged examples, as in `mcp-tasks.yaml`. */
export const EXAMPLES_TASK_QUEUE = 'mcp-tasks-examples';

const MAX_PORT = 65_535;

/** What every command that talks to Temporal takes. */
export interface TemporalFlags {
  readonly profile?: string;
  readonly address?: string;
  readonly namespace?: string;
  readonly dataConverter?: string;
}

export interface ManifestFlags {
  readonly manifest: string;
}

export interface HttpFlags {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts?: string[];
  readonly allowedOrigins?: string[];
}

/** @throws {InvalidArgumentError} For anything but a whole number from 0 to 65535. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(
    `A port is a number from 0 to ${MAX_PORT} (0 takes any free one).`,
  );
}

export function addTemporalFlags(command: Command): Command {
  return command
    .option('--profile <name>', 'profile of temporal.toml (default: TEMPORAL_PROFILE)')
    .option('--address <host:port>', 'Temporal Service (default: TEMPORAL_ADDRESS)')
    .option('--namespace <name>', 'Temporal namespace (default: TEMPORAL_NAMESPACE)')
    .option('--data-converter <path>', 'module exporting the "dataConverter" that the Workers use');
}

export function addManifestFlag(command: Command): Command {
  return command.addOption(
    new Option('--manifest <path>', 'the tools: YAML, or a module exporting "manifest"').default(
      DEFAULT_MANIFEST,
    ),
  );
}

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
