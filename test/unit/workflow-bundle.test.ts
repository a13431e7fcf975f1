import { readFile } from 'node:fs/promises';

import { describe, expect, it } from '@jest/globals';

import { COMPANION_WORKFLOW_TYPE } from '../../src/core/companion/companion.js';
import { bundleTestWorkflows } from '../support/run-test-worker.js';

/** Webpack bundles for seconds on a quiet machine, and for a minute on a busy one. */
const BUNDLING_TIMEOUT_MS = 180_000;

/** The bundler refuses what the sandbox can't have, with the name of the offending module. */
describe('the Workflow bundle', () => {
  it.each([
    ['workflows', 'examples', 'fulfillOrder'],
    ['lab/fixtures/workflows', 'fixtures', 'slowCompute'],
    ['src/worker/system-workflows', 'system', COMPANION_WORKFLOW_TYPE],
  ] as const)(
    'of %s can be made',
    async (_, definitions, workflowType) => {
      const code = await readFile(await bundleTestWorkflows(definitions), 'utf8');

      expect(code).toContain(workflowType);
    },
    BUNDLING_TIMEOUT_MS,
  );
});
