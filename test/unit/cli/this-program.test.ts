import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { quoteWord } from '../../../src/cli/quote-word.js';
import { type ProgramPlace, toStarted, toTyped } from '../../../src/cli/this-program.js';

const clone: ProgramPlace = {
  root: '/src/clone',
  isClone: true,
  directory: '/src/clone',
  platform: 'linux',
};
const installed: ProgramPlace = {
  root: '/app/node_modules/temporal-mcp-tasks',
  isClone: false,
  directory: '/app',
  platform: 'linux',
};
const cached: ProgramPlace = {
  ...installed,
  root: '/home/ann/.npm/_npx/1f/node_modules/temporal-mcp-tasks',
};

describe('a command for a person', () => {
  it.each<[string, ProgramPlace, readonly [string, ...string[]], string]>([
    ['a clone', clone, ['demo', '--once'], 'npm run demo -- --once'],
    ['a clone', clone, ['connect', 'codex'], 'node dist/src/cli/main.js connect codex'],
    [
      'another folder than the clone',
      { ...clone, directory: '/work' },
      ['dev'],
      'node /src/clone/dist/src/cli/main.js dev',
    ],
    ['a package', installed, ['dev'], 'npx temporal-mcp-tasks dev'],
    ['a package', installed, ['call', 'a b'], "npx temporal-mcp-tasks call 'a b'"],
  ])('works in %s', (_where, place, words, typed) => {
    expect(toTyped(words, place)).toBe(typed);
  });
});

describe('a command for a host', () => {
  it.each([
    ['a clone', clone],
    ['an installed package', installed],
  ])('names the program of %s by its path', (_where, place) => {
    const args = [join(place.root, 'dist/src/cli/main.js'), 'serve'];

    expect(toStarted(['serve'], place)).toStrictEqual({ command: 'node', args });
  });

  it("lets npx find what is in npx's cache alone", () => {
    const args = ['-y', 'temporal-mcp-tasks', 'serve'];

    expect(toStarted(['serve'], cached)).toStrictEqual({ command: 'npx', args });
    expect(toStarted(['serve'], { ...cached, platform: 'win32' })).toStrictEqual({
      command: 'cmd',
      args: ['/c', 'npx', ...args],
    });
  });
});

it.each<[NodeJS.Platform, string, string]>([
  ['linux', "it's", String.raw`'it'\''s'`],
  ['win32', String.raw`C:\tasks\mcp-tasks.yaml`, String.raw`C:\tasks\mcp-tasks.yaml`],
  ['win32', String.raw`C:\it's mine\mcp.yaml`, String.raw`"C:\it's mine\mcp.yaml"`],
])('a word is quoted for the shells of %s: %s', (platform, word, quoted) => {
  expect(quoteWord(word, platform)).toBe(quoted);
});
