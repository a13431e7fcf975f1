import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../src/manifest/load-manifest.js';
import { ManifestError } from '../../../src/manifest/manifest-error.js';
import { WRONG_MANIFESTS } from '../../support/wrong-manifests.js';

function problemsOf(text: string): string[] {
  try {
    parseManifest(text, 'm.yaml', {});
  } catch (error) {
    if (error instanceof ManifestError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a wrong manifest', () => {
  it.each(WRONG_MANIFESTS)('is told where, and what to write: $what', ({ text, problems }) => {
    expect(problemsOf(text)).toStrictEqual(problems.map((problem) => `m.yaml:${problem}`));
  });
});
