import { resolve } from 'node:path';

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';

import { packageInfo } from '../../app/config/package-info.js';
import { createCommand } from '../create-command.js';
import { HOST_ENTRIES, HOST_NAMES, type HostName, type Reached } from '../host-entries.js';
import { urlOption } from '../mcp-client.js';
import { addExamples, listOption } from '../options.js';

interface ConnectFlags {
  readonly name: string;
  readonly url: string;
  readonly manifest?: readonly string[] | undefined;
}

/** Each of these hosts takes such a name, and a shell needs no quotes for it. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

function parseName(text: string): string {
  if (NAME.test(text)) return text;
  throw new InvalidArgumentError('Write letters, digits, "-" and "_", at most 64 of them.');
}

function toReached({ url, manifest }: ConnectFlags): Reached {
  if (!manifest) return { url };
  const paths = manifest.flatMap((path) => ['--manifest', resolve(path)]);
  return { command: 'npx', args: ['-y', packageInfo.name, 'serve', '--stdio', ...paths] };
}

/** A word of a command line, with quotes where a shell would change it. */
function quoteWord(word: string): string {
  return /^[\w./:@=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function connect(host: HostName, flags: ConnectFlags): void {
  const entry = HOST_ENTRIES[host](flags.name, toReached(flags));
  if (!entry) {
    throw new Error(`${host} starts servers itself: name the tools with --manifest, not a URL.`);
  }
  const text =
    'run' in entry
      ? `Run:\n\n${entry.run.map(quoteWord).join(' ')}`
      : `Add to ${entry.file}:\n\n${JSON.stringify(entry.json, null, 2)}`;
  process.stdout.write(`${text}\n`);
}

/** `connect HOST`: prints how to add the server to a host. It writes no file. */
export function createConnectCommand(): Command {
  const command = createCommand('connect')
    .addArgument(new Argument('<host>', 'the host').choices(HOST_NAMES))
    .addOption(
      new Option('--name <name>', 'name of the server in the host')
        .default('temporal')
        .argParser(parseName),
    )
    .addOption(urlOption('MCP server that runs already'))
    .addOption(
      listOption('--manifest <path>', 'the host starts the server itself, over stdio').conflicts(
        'url',
      ),
    );
  return addExamples(
    command,
    'connect claude-code',
    'connect claude-desktop --name orders --manifest mcp-tasks.yaml',
  ).action(connect);
}
