/* eslint jest/no-export: off, jest/valid-title: off, jest/expect-expect: off -- It makes tests of what test files give it, and holds none. */
import { it } from '@jest/globals';

import type { RequirementId } from './requirements-authorization.js';

/** Defines a test that cites the requirements it verifies. */
export function verifies(
  ids: readonly RequirementId[],
  title: string,
  body: () => Promise<void>,
): void {
  it(`${title} (${ids.join(', ')})`, body);
}
