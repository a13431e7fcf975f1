import { describe, expect, it } from '@jest/globals';

import { readSources } from '../support/source-files.js';

/** Half of the files are shorter than this. Lint has the limits of a single file and a single function. */
const MEDIAN_BELOW = 90;

describe('the files of src', () => {
  it(`have a median of less than ${MEDIAN_BELOW} lines`, () => {
    const lengths = [...readSources('src').values()]
      .map((source) => source.split('\n').length - 1)
      .sort((a, b) => a - b);

    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(MEDIAN_BELOW);
  });
});
