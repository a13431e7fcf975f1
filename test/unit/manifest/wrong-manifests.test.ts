import { describe, expect, it } from '@jest/globals';

import { problemsOf } from '../../support/manifest-problems.js';
import { WRONG_MANIFESTS } from '../../support/wrong-manifests.js';

describe('a wrong manifest', () => {
  it.each(WRONG_MANIFESTS)(
    'is told where, and what to write: $what',
    ({ text, server, problems }) => {
      expect(problemsOf(text, { server })).toStrictEqual(
        problems.map((problem) =>
          problem.startsWith('server.yaml:') ? problem : `m.yaml:${problem}`,
        ),
      );
    },
  );
});
