import { Command, Option } from 'commander';

import type { CodecServerFlags } from '../actions/codec-server.js';
import { DEFAULT_HOST, listOption, parsePort } from '../options.js';

/** The port of the codec servers in Temporal's samples. */
const DEFAULT_CODEC_PORT = 8081;

const HELP = `
Environment:
  TEMPORAL_MCP_TASKS_CODEC_KEYS  the keys, as ID=base64:<base64 of 32 bytes>, separated by whitespace or commas;
                                 or TEMPORAL_MCP_TASKS_CODEC_KEYS_FILE, a file with them
  TEMPORAL_MCP_TASKS_ISSUER, TEMPORAL_MCP_TASKS_RESOURCE, …
                                 whose tokens are taken; needed to listen for other machines

Examples:
  temporal-mcp-tasks codec-server --allowed-origins http://localhost:8233`;

/** `codec-server`: decodes payloads for the Web UI and the CLI of Temporal. */
export function createCodecServerCommand(): Command {
  return new Command('codec-server')
    .description("decode encrypted payloads for Temporal's Web UI and CLI")
    .addOption(
      listOption(
        '--manifest <path>',
        'takes server.codec and server.auth of it; else the environment',
      ),
    )
    .addOption(
      new Option('--port <number>', 'port to listen on')
        .default(DEFAULT_CODEC_PORT)
        .argParser(parsePort),
    )
    .option('--host <address>', 'address to listen on', DEFAULT_HOST)
    .addOption(
      listOption('--allowed-hosts <host>', 'Host header value to answer (default: local ones)'),
    )
    .addOption(listOption('--allowed-origins <origin>', 'origin of the Web UI (default: none)'))
    .addOption(listOption('--namespaces <name>', 'namespace that is answered for (default: all)'))
    .option('--scope <name>', 'scope that a token has to grant', 'codec:decode')
    .addHelpText('after', HELP)
    .action(async (flags: CodecServerFlags) =>
      (await import('../actions/codec-server.js')).serveCodec(flags),
    );
}
