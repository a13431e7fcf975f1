/** Manifests that would exhaust the stack of whatever reads them. */
import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { ManifestError } from '../../../../src/manifest/manifest-error.js';

function problemsOf(text: string): readonly object[] {
  try {
    parseManifest(text, { source: 'm.yaml' });
    return [];
  } catch (error) {
    if (error instanceof ManifestError) return error.problems;
    throw error;
  }
}

const withInput = (input: string): string =>
  `tools:\n  a:\n    workflow: { type: w, taskQueue: q }\n    input:\n${input}`;

describe('a manifest', () => {
  it.each([
    ['500', 500],
    ['5,000', 5_000],
  ])('of %s levels is refused with the place', (_what, levels) => {
    const text = withInput(`      x: ${'['.repeat(levels)}${']'.repeat(levels)}\n`);

    expect(problemsOf(text)).toContainEqual(
      expect.objectContaining({
        message: 'More than 100 levels of lists and mappings inside each other.',
        line: expect.any(Number),
        column: expect.any(Number),
      }),
    );
  });

  it('says at which line and column the level is that is one too many', () => {
    const text = withInput(`      x: ${'['.repeat(500)}${']'.repeat(500)}\n`);

    expect(problemsOf(text)).toMatchObject([{ file: 'm.yaml', line: 5, column: 106 }]);
  });

  it('with an alias of itself is refused with the place of the alias', () => {
    const text = withInput(
      '      &node\n      type: object\n      properties:\n        next: *node\n',
    );

    expect(problemsOf(text)).toMatchObject([
      {
        message: expect.stringMatching(/^The alias \*node is inside &node/),
        line: 8,
        column: 15,
      },
    ]);
  });

  it('with an alias of something else is as good as any', () => {
    const text = withInput(
      '      type: object\n      properties:\n        a: &text { type: string }\n        b: *text\n',
    );

    expect(problemsOf(text)).toStrictEqual([]);
  });
});
