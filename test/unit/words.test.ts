/** Documents, comments and messages keep out phrases that a native reader stumbles over. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What not to write, and what to write instead. */
const MARKS: readonly (readonly [mark: RegExp, instead: string])[] = [
  [/(?<!\b(?:there|this) )\b(?:is|are|was|were) no (?!longer|more|less)/i, "isn't a, aren't"],
  [/(?<!\bcannot )\b(?:go|goes|going|went) on\b/i, 'continues, keeps running'],
  [/\bstands? for\b/i, 'means'],
  [/\bfor ever\b/i, 'forever'],
  [/\ball the same\b/i, 'nevertheless'],
  [/\bsurely\b/i, 'certainly'],
  [/\b(?:tells?|told) of\b/i, 'reports, names'],
  [/\bby one class\b|\bby manifest\b/i, 'one class …; with a manifest'],
  [/\bwhoever\b/i, 'anybody who, or who acts'],
  [/\bany more\b/i, 'no longer'],
  [/\b(?:hold|holds|held) [^.;]{0,60}\bagainst\b/i, 'compare with, check against'],
  [/\bspoilt\b/i, 'malformed'],
  [/\bone at least\b/i, 'at least one'],
  [/\byour person\b/i, 'the user'],
];

/** Phrases that keep their mark. */
const EXCEPTIONS: readonly (readonly [phrase: string, reason: string])[] = [];

const list = (...patterns: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
const documents = list('*.md');
const sources = list('src/*.ts', 'packages/*.ts');

/** The phrases with a mark in a text, also across lines of a paragraph or a comment. */
function marksIn(text: string): readonly string[] {
  const line = EXCEPTIONS.reduce(
    (rest, [phrase]) => rest.replaceAll(phrase, ''),
    text.replace(/\s+(?:(?:\*|\/\/) )?/g, ' '),
  );
  return MARKS.flatMap(([mark, instead]) =>
    [...line.matchAll(new RegExp(mark, 'gi'))].map(({ index }) => {
      return `"${line.slice(Math.max(0, index - 30), index + 40)}": write ${instead}`;
    }),
  );
}

describe('the words', () => {
  it.each(documents)('of %s read like English', (file) => {
    expect(marksIn(readFileSync(join(root, file), 'utf8'))).toStrictEqual([]);
  });

  it('of src read like English', () => {
    const found = sources.flatMap((file) =>
      marksIn(readFileSync(join(root, file), 'utf8')).map((mark) => `${file}: ${mark}`),
    );

    expect(found).toStrictEqual([]);
  });

  it.each(['The work goes\n  on.', '/**\n * The work goes\n * on.\n */', '// It is\n// no value.'])(
    'are found across a line break: %j',
    (text) => {
      expect(marksIn(text)).toHaveLength(1);
    },
  );
});
