/** Keys of a tool that pages show inside a sentence, with their values: `task: required`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';

import { parseManifest } from '../../src/manifest/load/load-manifest.js';
import { pages } from '../support/documents.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const ARGUMENTS = [
  'name',
  'filename',
  'recursive',
  'destination',
  'version',
  'order_id',
  'request_id',
];
const inputOf = (names: readonly string[]): object => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const input = inputOf(ARGUMENTS);
const workflow = { type: 'any', taskQueue: 'any' };
const question = {
  message: 'Go on?',
  properties: { yes: { type: 'boolean' } },
  answer: { signal: 'go' },
};

/** Completes a snippet to a tool, by its first key. */
const TOOLS: Readonly<Record<string, (snippet: object) => object>> = {
  ...Object.fromEntries(
    ['access', 'cancel', 'confirm', 'ifClientCannotAsk', 'progress', 'status', 'task', 'ttl'].map(
      (key) => [key, (snippet: object) => ({ workflow, input, ...snippet })],
    ),
  ),
  ...Object.fromEntries(
    ['idConflictPolicy', 'idReusePolicy'].map((key) => [
      key,
      (snippet: object) => ({ workflow: { ...workflow, id: 'a-{name}', ...snippet }, input }),
    ]),
  ),
  // Each argument of a call has to be used.
  arguments: (snippet) => ({
    workflow: { ...workflow, ...snippet },
    input: inputOf(Object.values(snippet).flat() as string[]),
  }),
  adopt: (snippet) => ({ workflow: { type: 'any', ...snippet } }),
  when: (snippet) => ({ workflow, input, questions: { any: { ...question, ...snippet } } }),
};

/** `task.joinRepeats: false` is a member of `task`. */
function nest(path: string, value: unknown): object {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
}

const snippets = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([A-Za-z.]+): ([^`\n]+)`/g)].flatMap(
    ([code = '', path = '', value = '']) => {
      const complete = TOOLS[path.split('.')[0] ?? ''];
      return complete ? [{ place: `${page} ${code}`, path, value, complete }] : [];
    },
  ),
);

describe('the keys that pages show inside a sentence', () => {
  it('are found', () => {
    expect(snippets.length).toBeGreaterThan(15);
  });

  it.each(snippets)('are read as they stand: $place', ({ path, value, complete }) => {
    const tool = complete(nest(path, parse(value)));

    expect(() => parseManifest(stringify({ tools: { any: tool } }))).not.toThrow();
  });
});
