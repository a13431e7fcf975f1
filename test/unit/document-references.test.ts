/** The pages of reference have what the code has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { DurationName } from '../../src/app/telemetry/attributes.js';
import { ExitCode } from '../../src/cli/exit-code.js';
import { TaskError, TaskErrorCode } from '../../src/core/errors.js';
import { CLIENT_LIMITS } from '../../src/core/value/client-limits.js';
import { toJsonRpcError as to2025 } from '../../src/mcp/rev2025-11-25/wire/json-rpc-error.js';
import { toJsonRpcError as to2026 } from '../../src/mcp/rev2026-07-28/wire/json-rpc-error.js';
import { pages } from '../support/documents.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const matchesOf = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, match = '']) => match));

const commands = read('docs/commands.md');
const errors = read('docs/errors.md');
const limits = read('docs/limits.md');

describe('docs/errors.md', () => {
  it.each(Object.values(TaskErrorCode))('has %s with the codes of both generations', (code) => {
    const before = errors.slice(0, errors.indexOf(`\n- \`${code}\``));
    const section = [...before.matchAll(/^(-\d+) in both generations/gm)].at(-1)?.[1];
    const [, other] =
      new RegExp(`^- \`${code}\`(?: \\(2025-11-25: (-\\d+)\\))?:`, 'm').exec(errors) ?? [];
    const error = new TaskError(code, 'Any');

    expect(Number(section)).toBe(to2026(error).code);
    expect(Number(other ?? section)).toBe(to2025(error).code);
  });
});

describe('docs/limits.md', () => {
  it('has the table of what a client sends', () => {
    const section = limits.split('## What a client sends')[1]?.split('\n## ')[0] ?? '';
    const [, , ...rows] = section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()));

    expect(rows).toStrictEqual(
      Object.values(CLIENT_LIMITS).map(({ what, most, unit, above }) => {
        return ['', what, `${most.toLocaleString('en')} ${unit}`, above, ''];
      }),
    );
  });
});

describe('docs/testing.md', () => {
  it('names tests that exist at each door of foreign values', () => {
    const section = read('docs/testing.md').split('## Foreign values')[1]?.split('\n## ')[0] ?? '';
    const named = [...matchesOf(section, /`(\w[\w-]*(?:\/[\w-]+)+)`/g)];
    const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });

    expect(named.length).toBeGreaterThan(9);
    expect(
      named.filter((name) => !tests.some((path) => path.endsWith(`/${name}.test.ts`))),
    ).toStrictEqual([]);
  });
});

describe('docs/commands.md', () => {
  const files = readdirSync(join(root, 'src/cli/commands'));

  it.each(files.map((file) => file.replace('.ts', '')))('has the command %s', (name) => {
    expect(commands).toMatch(new RegExp(`^- \`${name}[\` ]`, 'm'));
  });

  it('has each exit code', () => {
    const told = matchesOf(commands.split('## Exit codes')[1] ?? '', /(\d+): /g);

    expect(told).toStrictEqual(new Set(Object.values(ExitCode).map(String)));
  });

  it('has each variable', () => {
    const used = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...matchesOf(read(join('src', name)), /(TEMPORAL_MCP_TASKS_[A-Z_]+)/g)])
      .map((name) => name.replace(/_FILE$/, ''));

    expect(used).not.toStrictEqual([]);
    expect([...new Set(used)].filter((name) => !commands.includes(`\`${name}\``))).toStrictEqual(
      [],
    );
  });
});

describe('docs/observability.md', () => {
  it('has each metric', () => {
    const source = read('src/app/telemetry/metrics.ts');
    const made = matchesOf(source, /create\w+\('([\w.]+)'/g);
    const page = read('docs/observability.md');

    expect(made.size).toBeGreaterThan(3);
    const names = [...made, ...Object.values(DurationName)];
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toStrictEqual([]);
  });
});

describe('the pages of docs', () => {
  it('are all in the index', () => {
    const index = read('docs/README.md');
    const names = pages
      .filter((page) => page.startsWith('docs/'))
      .map((page) => page.replace('docs/', ''))
      .filter((name) => name !== 'README.md');

    expect(names.filter((name) => !index.includes(`](${name}`))).toStrictEqual([]);
  });
});
