/** Each snippet of README and docs is run by a test, or says why it is not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';

import { createCallCommand } from '../../src/cli/commands/call.js';
import { createCheckCommand } from '../../src/cli/commands/check.js';
import { createConnectCommand } from '../../src/cli/commands/connect.js';
import { createDemoCommand } from '../../src/cli/commands/demo.js';
import { createDevCommand } from '../../src/cli/commands/dev.js';
import { createInitCommand } from '../../src/cli/commands/init.js';
import { createServeCommand } from '../../src/cli/commands/serve.js';
import { createWorkerCommand } from '../../src/cli/commands/worker.js';
import { parseManifest } from '../../src/manifest/load/load-manifest.js';
import { type Block, pages, readBlocks } from '../support/documents.js';

import { compile } from './compile.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Pages whose snippets a test of their own runs. */
const RUN_BY: Readonly<Record<string, string>> = {
  'docs/activities.md': 'test/integration/activities/activities-document.test.ts',
  'docs/hosts.md': 'test/integration/hosts/transcript.test.ts',
  'docs/samples.md': 'test/unit/samples-document.test.ts',
  'docs/tutorial.md': 'test/integration/existing-workflows/tutorial.test.ts',
  'docs/workflow-contract.md': 'test/unit/contract-document.test.ts',
  'docs/your-ci.md': 'test/integration/jobs/your-ci.test.ts',
};
/** Variables that manifests of the docs take from the environment. */
const ENVIRONMENT = {
  HOOK_SECRET: `whsec_${Buffer.alloc(32, 3).toString('base64')}`,
  FINANCE_SECRET: `whsec_${Buffer.alloc(32, 4).toString('base64')}`,
  HOOK_TOKEN: 'hook-token',
  SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/x',
  TEAMS_WEBHOOK_URL: 'https://prod-1.westus.logic.azure.com/workflows/1?sig=x',
  INBOX_CLIENT_SECRET: 'inbox-client-secret',
};

/** Completes a snippet without tools. */
const ANY_TOOL = 'tools: { any: { workflow: { type: any, taskQueue: any } } }';

const blocks = pages.flatMap(readBlocks);
const own = blocks.filter(({ page, notRun }) => notRun === undefined && !(page in RUN_BY));
const isServerFile = ({ code }: Block): boolean => code.startsWith('# server.yaml\n');

const ofLanguage = (language: string): (readonly [place: string, code: string])[] =>
  own.filter((block) => block.language === language).map(({ place, code }) => [place, code]);

/** Makes a command and its subcommands do nothing but parse. */
function muted(command: Command): Command {
  command.commands.forEach(muted);
  return command
    .action(() => undefined)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
}

/** Has the command line's own parser read arguments. @throws {CommanderError} for unknown flags and the like. */
function parseCommand([name, ...args]: readonly string[]): void {
  const command = [
    createCallCommand(),
    createCheckCommand(),
    createConnectCommand(),
    createDemoCommand(),
    createDevCommand(),
    createInitCommand(),
    createServeCommand(),
    createWorkerCommand(),
  ].find((known) => known.name() === name);
  if (!command) throw new Error(`There is no command "${name}"`);
  muted(command).parse([...args], { from: 'user' });
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Checks a line of a shell: a command of this package, or a script of package.json. */
function checkLine(line: string): void {
  const command = line.replace(/\s#.*$/, '').replace(/^([A-Z_]+=\S+ )*(npx )?/, '');
  const words = (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^(['"])(.*)\1$/, '$2'),
  );
  const [program, first, script = ''] = words;
  if (program === 'temporal-mcp-tasks') {
    parseCommand(words.slice(1));
    return;
  }
  if (program === 'npm' && first === 'run' && script in scripts) return;
  if (program === 'npm' && first === 'test') return;
  throw new Error(`No test knows the line: ${line}`);
}

/** The arguments of servers that an entry of a host's configuration starts. */
function argumentsOf(entry: unknown): readonly string[][] {
  const { mcpServers = {} } = entry as {
    mcpServers?: Readonly<Record<string, { args?: readonly string[] }>>;
  };
  return Object.values(mcpServers).flatMap(({ args }) => {
    // `npx` asks before it installs a package, unless it is told `-y`.
    return args ? [args.filter((word) => word !== '-y').slice(1)] : [];
  });
}

describe('the snippets of README and docs', () => {
  it('are all found', () => {
    const fences = pages.reduce(
      (sum, page) => sum + (read(page).match(/^ *```/gm) ?? []).length,
      0,
    );

    expect(blocks).toHaveLength(fences / 2);
  });

  it('are run by a test, or preceded by "<!-- not run: reason -->"', () => {
    const unknown = own.filter(({ language }) => !['ts', 'yaml', 'json', 'sh'].includes(language));

    expect(unknown.map(({ place, language }) => `${place} (${language})`)).toStrictEqual([]);
  });

  it.each(Object.entries(RUN_BY))('of %s are read by %s', (page, test) => {
    expect(read(test)).toContain(page);
  });
});

describe('a snippet of TypeScript', () => {
  const examples = ofLanguage('ts');
  const mistake = `export { nothing } from 'temporal-mcp-tasks';`;
  const problems = compile([...examples.map(([, code]) => code), mistake]);

  it.each(examples.map(([place], index) => [place, index] as const))(
    'compiles: %s',
    (_place, index) => {
      expect(problems[index]).toStrictEqual([]);
    },
  );

  it('would not compile with a mistake', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(problems.at(-1)).toHaveLength(1);
  });
});

describe('a snippet of a manifest', () => {
  const snippets = own.filter(({ language }) => language === 'yaml');
  const serverFiles = snippets.filter(isServerFile);
  const manifests = snippets.filter((block) => !isServerFile(block));

  it.each(serverFiles)('has settings of the server that can be used: $place', ({ code }) => {
    const parse = () => parseManifest(ANY_TOOL, { server: code, environment: ENVIRONMENT });

    expect(parse).not.toThrow();
  });

  it.each(manifests)('can be used: $place', ({ page, place, code }) => {
    const whole = /^(tools|actions):/m.test(code) ? code : `${code}\n${ANY_TOOL}`;
    // The server's file that a manifest names stands before it on its page.
    const before = snippets.slice(
      0,
      snippets.findIndex((block) => block.place === place),
    );
    const server = before.findLast((block) => block.page === page && isServerFile(block))?.code;
    const options = {
      source: place,
      environment: ENVIRONMENT,
      ...(/^server:/m.test(code) && { server }),
    };

    expect(() => parseManifest(whole, options)).not.toThrow();
  });

  it('comes first in the README, and has a question that a person answers', () => {
    const code = ofLanguage('yaml')[0]?.[1] ?? '';
    const [tool] = parseManifest(code).tools.values();

    expect(tool?.questions.declared).toHaveLength(1);
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(20);
  });
});

/** What asks the registry for a package of this repository: in a shell, in a text, in a host's configuration. */
const FROM_REGISTRY =
  /npm (?:i|install|exec) (?:[^\n`]* )?temporal-mcp-tasks|npx (?:-y|--yes) temporal-mcp-tasks|"-y", "temporal-mcp-tasks/;

/** The sections that take a package of this repository from the registry, and don't say since when it is there. */
const sectionsTooEarly = (text: string): string[] =>
  text
    .split(/^(?=#+ )/m)
    .filter((section) => FROM_REGISTRY.test(section) && !section.includes('first release'))
    .map((section) => section.split('\n')[0] ?? '');

describe('before the first release', () => {
  const isReleased = /^## \[?\d/m.test(read('CHANGELOG.md'));

  it.each(pages)('%s needs no registry to be true', (page) => {
    expect(isReleased ? [] : sectionsTooEarly(read(page))).toStrictEqual([]);
  });

  it.each([
    '```sh\nnpm install temporal-mcp-tasks@1\n```',
    'Use `npm i --save temporal-mcp-tasks-workflow`.',
    'In a host: `npx -y temporal-mcp-tasks serve`.',
    '{ "args": ["-y", "temporal-mcp-tasks", "serve"] }',
  ])('a page with %j would be found', (text) => {
    expect(sectionsTooEarly(`# Any\n\n${text}\n`)).toStrictEqual(['# Any']);
  });
});

describe('README.md', () => {
  it('is read in two minutes: at most 110 lines', () => {
    expect(read('README.md').trim().split('\n').length).toBeLessThanOrEqual(110);
  });
});

describe('a snippet of JSON', () => {
  it.each(ofLanguage('json'))('is JSON: %s', (_place, code) => {
    const entry: unknown = JSON.parse(code);

    expect(() => {
      argumentsOf(entry).forEach(parseCommand);
    }).not.toThrow();
  });
});

describe('a snippet of a shell', () => {
  it.each(ofLanguage('sh'))('has commands and flags that are there: %s', (_place, code) => {
    expect(() => {
      code.trim().split('\n').forEach(checkLine);
    }).not.toThrow();
  });

  it('would fail with an unknown flag', () => {
    expect(() => {
      checkLine('npx temporal-mcp-tasks serve --fast');
    }).toThrow('--fast');
  });
});
