import vm from 'node:vm';

import { setUp } from '../../../scripts/setup.mjs';

/** Jest calls this before the tests, because some of them run the compiled program. It compiles changed sources. */
export default function compileFirst() {
  if (!vm.SourceTextModule) {
    throw new Error(
      'Run the tests by `npm test -- PATH`, or unit tests by `npm run test:unit -- PATH`.',
    );
  }
  setUp();
}
