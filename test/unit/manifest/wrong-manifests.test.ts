import { describe, expect, it } from '@jest/globals';

import { problemsOf } from '../../support/manifest-problems.js';
import { WRONG_MANIFESTS } from '../../support/wrong-manifests/wrong-manifests.js';

describe.each(Object.entries(WRONG_MANIFESTS))('a wrong manifest: %s', (_about, manifests) => {
  it.each(manifests)('is told where, and what to write: $what', ({ text, server, problems }) => {
    expect(problemsOf(text, { server })).toStrictEqual(
      problems.map((problem) =>
        problem.startsWith('server.yaml:') ? problem : `m.yaml:${problem}`,
      ),
    );
  });
});
