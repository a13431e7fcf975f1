import { resolve } from 'node:path';

import { Argument, type Command, InvalidArgumentError, Option } from 'commander';

import { looksSecret } from '../../manifest/file/exposed-secrets.js';
import { createCommand } from '../create-command.js';
import { HOST_ENTRIES, HOST_NAMES, type HostName } from '../host-entries.js';
import { loadTools } from '../load-tools.js';
import { urlOption } from '../mcp-client.js';
import { addExamples, addTemporalFlags, listOption, type TemporalFlags } from '../options.js';
import { quoteWord } from '../quote-word.js';
import { toStarted } from '../this-program.js';

interface ServerEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables whose values are secrets. */
  readonly secrets: readonly string[];
}

/** Settings of Temporal and of this package. */
const SETTINGS = 'TEMPORAL_';
/** A token for `call` and `tools`, which no server reads. */
const OF_CLIENTS = /^TEMPORAL_MCP_TASKS_TOKEN(?:_FILE)?$/;
/** Headers of requests to Temporal, which may carry a credential. */
const HEADERS = 'TEMPORAL_GRPC_META_';
const PATH = /_(?:FILE|PATH)$/;

/**
 * @param environment The environment of the shell.
 * @param named Variables that the manifest names.
 */
function toServerEnvironment(
  environment: NodeJS.ProcessEnv,
  named: ReadonlySet<string>,
): ServerEnvironment {
  const env: Record<string, string> = {};
  const secrets: string[] = [];
  for (const [name, value = ''] of Object.entries(environment)) {
    const isNeeded = (name.startsWith(SETTINGS) && !OF_CLIENTS.test(name)) || named.has(name);
    if (!isNeeded || value === '') continue;
    if (looksSecret(name) || name.startsWith(HEADERS)) secrets.push(name);
    else env[name] = PATH.test(name) ? resolve(value) : value;
  }
  return { env, secrets };
}

interface ConnectFlags extends TemporalFlags {
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

/** Loads the manifest, so that the host gets one that works. @returns The variables that it names. */
async function findNamedVariables(manifest: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const environment = new Proxy(process.env, {
    get: (variables, name: string) => {
      named.add(name);
      return variables[name];
    },
  });
  await loadTools(manifest, { environment });
  return named;
}

/** The flags of `serve` that the host has to give. */
function toServeArgs(
  manifest: readonly string[],
  { profile, address, namespace, dataConverter }: TemporalFlags,
): readonly string[] {
  const settings = {
    profile,
    address,
    namespace,
    'data-converter': dataConverter === undefined ? undefined : resolve(dataConverter),
  };
  return [
    ...['serve', '--stdio'],
    ...manifest.flatMap((path) => ['--manifest', resolve(path)]),
    ...Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    ),
  ];
}

function describeSecrets(secrets: readonly string[]): string {
  if (secrets.length === 0) return '';
  const [first] = secrets;
  return `\nThe values of secrets are not printed: ${secrets.join(', ')}. Set them in the environment of the host's servers, or name a file with the value there, such as ${first}_FILE.\n`;
}

function toText(
  host: HostName,
  reached: Parameters<(typeof HOST_ENTRIES)[HostName]>[1],
  name: string,
): string {
  const entry = HOST_ENTRIES[host](name, reached);
  if (!entry) {
    throw new Error(`${host} starts servers itself: name the tools with --manifest, not a URL.`);
  }
  return 'run' in entry
    ? `Run:\n\n${entry.run.map((word) => quoteWord(word, process.platform)).join(' ')}\n`
    : `Add to ${entry.file}:\n\n${entry.text}\n`;
}

async function connect(host: HostName, flags: ConnectFlags): Promise<void> {
  const { name, url, manifest, ...temporal } = flags;
  if (!manifest) {
    if (Object.keys(temporal).length > 0) {
      throw new Error(
        'A server at a URL has its Temporal already: add --manifest, or drop that flag.',
      );
    }
    process.stdout.write(toText(host, { url }, name));
    return;
  }
  const named = await findNamedVariables(manifest);
  const { env, secrets } = toServerEnvironment(process.env, named);
  const reached = {
    ...toStarted(toServeArgs(manifest, temporal)),
    env: Object.keys(env).length === 0 ? undefined : env,
  };
  process.stdout.write(`${toText(host, reached, name)}${describeSecrets(secrets)}`);
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
      listOption(
        '--manifest <path>',
        'the host starts the server itself, over stdio, with the environment of this shell',
      ).conflicts('url'),
    );
  return addExamples(
    addTemporalFlags(command),
    'connect claude-code',
    'connect claude-desktop --name orders --manifest mcp-tasks.yaml',
  ).action(connect);
}
