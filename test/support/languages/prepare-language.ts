/** Builds Workers in other languages with the tools of these languages, where the machine has them. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { it } from '@jest/globals';

import { findOnPath } from '../find-on-path.js';
import { makeOnce, type Making } from '../make-once.js';

/** The languages of Workers, besides the server's own. */
export const LANGUAGES = ['python', 'go', 'java'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The commands that build and run a Worker. `.ci/run` installs those that are missing. */
const TOOLS: Readonly<Record<Language, readonly string[]>> = {
  python: ['python3'],
  go: ['go'],
  java: ['java', 'javac', 'mvn'],
};

/** Returns `it` where the PATH has the tools of a language, else `it.skip`: a run names what it has skipped. */
export function itIn(language: string): typeof it | typeof it.skip {
  const tools = language in TOOLS ? TOOLS[language as Language] : [];
  return tools.every((tool) => findOnPath(tool) !== undefined) ? it : it.skip;
}

/** Time limit of {@link prepareLanguage} on a machine that has no package yet. */
export const PREPARATION_TIMEOUT_MS = 15 * 60_000;

/** Sources of Workers, with a folder for each language. All use the packages of `examples/`. */
export interface LanguageSources {
  readonly name: 'examples' | 'samples' | 'payloads';
  readonly folder: string;
}

/** Workers that ask questions and report progress by the contract. */
export const EXAMPLES: LanguageSources = {
  name: 'examples',
  folder: fileURLToPath(new URL('../../../examples', import.meta.url)),
};

/** Workers that do not know of MCP. */
export const SAMPLES: LanguageSources = {
  name: 'samples',
  folder: fileURLToPath(new URL('../samples', import.meta.url)),
};

/** Workers that put payloads into External Storage, or that write what other SDKs cannot read. */
export const PAYLOADS: LanguageSources = {
  name: 'payloads',
  folder: fileURLToPath(new URL('../payloads', import.meta.url)),
};

/** The command that runs a worker. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

interface Build extends Making {
  /** The sources whose cache folder has the build. */
  readonly owner: LanguageSources['name'];
  readonly toCommand: (folder: string) => Command;
}

/** The main class of a Worker in Java, by sources. */
const JAVA_WORKERS: Record<LanguageSources['name'], string> = {
  examples: 'examples.ExamplesWorker',
  samples: 'samples.SamplesWorker',
  payloads: 'payloads.PayloadsWorker',
};
/** Number of last characters of a failed program's output that an error quotes. */
export const KEPT_OUTPUT = 4_000;

const builds: Record<Language, (sources: LanguageSources) => Promise<Build>> = {
  python: preparePython,
  go: prepareGo,
  java: prepareJava,
};

const prepared = new Map<string, Promise<Command>>();

/**
 * Installs the packages of a worker and builds it, with the tools of its language, into the user's cache folder.
 * An existing build of the same sources is reused.
 *
 * @throws {Error} With the name of a missing tool, or the output of a failed one.
 */
export async function prepareLanguage(language: Language, sources = EXAMPLES): Promise<Command> {
  const key = join(sources.name, language);
  const preparing = prepared.get(key) ?? prepare(language, sources);
  prepared.set(key, preparing);
  return preparing;
}

async function prepare(language: Language, sources: LanguageSources): Promise<Command> {
  // The examples have the common packages, so the samples need not download or compile them again.
  if (sources !== EXAMPLES) await prepareLanguage(language);
  const { owner, inputs, make, toCommand } = await builds[language](sources);
  const folder = await makeOnce(join(owner, language), { inputs, make });
  return toCommand(folder);
}

/** Prepares Python. All sources share the packages, and need no build. */
async function preparePython(): Promise<Build> {
  const python = findTool('python3', 'Python 3.10 or newer, with venv');
  const version = await run('python3', [python, '--version']);
  const requirements = join(EXAMPLES.folder, 'python/requirements.txt');
  return {
    owner: 'examples',
    inputs: [version, await readFile(requirements)],
    make: async (folder) => {
      await run('python -m venv', [python, '-m', 'venv', folder]);
      const pip = [join(folder, 'bin/python'), '-m', 'pip'] as const;
      await run('pip install', [...pip, 'install', '--quiet', '--requirement', requirements]);
    },
    // -B: Python writes no compiled files into the worker's folder.
    toCommand: (folder) => ({ command: join(folder, 'bin/python'), args: ['-B', 'worker.py'] }),
  };
}

async function prepareGo(sources: LanguageSources): Promise<Build> {
  const go = findTool('go', 'Go (go.mod says which version)');
  const packages = ['go.mod', 'go.sum'].map((name) => join(EXAMPLES.folder, 'go', name));
  const files = await listSources(sources, 'go', '.go');
  return {
    owner: sources.name,
    inputs: [await run('go', [go, 'version']), ...(await readFiles([...packages, ...files]))],
    make: async (folder) => {
      const module = join(folder, 'module');
      await copyInto(module, [...packages, ...files]);
      await run('go build', [go, 'build', '-C', module, '-o', join(folder, 'worker'), '.']);
    },
    toCommand: (folder) => ({ command: join(folder, 'worker'), args: [] }),
  };
}

async function prepareJava(sources: LanguageSources): Promise<Build> {
  const java = findTool('java', 'a JDK, 17 or newer');
  const maven = findTool('mvn', 'Maven');
  const pom = join(EXAMPLES.folder, 'java/pom.xml');
  const files = await listSources(sources, 'java', '.java');
  return {
    owner: sources.name,
    inputs: await readFiles([pom, ...files]),
    make: async (folder) => {
      await copyInto(folder, [pom]);
      await copyInto(join(folder, 'src/main/java', sources.name), files);
      await run('mvn package', [maven, '-q', '-B', '-f', join(folder, 'pom.xml'), 'package']);
    },
    toCommand: (folder) => ({
      command: java,
      args: [
        '-classpath',
        [join(folder, 'target/examples-worker.jar'), join(folder, 'target/lib/*')].join(delimiter),
        JAVA_WORKERS[sources.name],
      ],
    }),
  };
}

function findTool(name: string, what: string): string {
  const path = findOnPath(name);
  if (path !== undefined) return path;
  throw new Error(
    `"${name}" is not on the PATH: tests of workers in other languages need ${what}.`,
  );
}

/** Lists the source files of a language, without build output and README. */
async function listSources(
  { folder }: LanguageSources,
  language: Language,
  ending: string,
): Promise<string[]> {
  const root = join(folder, language);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(root, 'target')))
    .sort();
}

/** The names and contents of files. */
async function readFiles(paths: readonly string[]): Promise<(string | Buffer)[]> {
  const contents = await Promise.all(
    paths.map(async (path) => [basename(path), await readFile(path)]),
  );
  return contents.flat();
}

async function copyInto(folder: string, paths: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(paths.map(async (path) => copyFile(path, join(folder, basename(path)))));
}

/** Runs a program to its end, and returns its standard output. */
async function run(
  what: string,
  [command, ...args]: readonly [string, ...string[]],
): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { timeout: PREPARATION_TIMEOUT_MS })).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const output = `${stdout}${stderr}`.trim().slice(-KEPT_OUTPUT);
    throw new Error(`${what} failed, as preparation for tests of workers:\n${output}`, {
      cause: error,
    });
  }
}
