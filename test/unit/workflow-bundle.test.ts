import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { GRACE_WORKFLOW_TYPE } from '../../src/core/termination-grace.js';
import { systemWorkerOptions } from '../../src/worker/system-worker.js';
import { workflowsPath } from '../../src/worker/workflows-path.js';
import { bundleWorkflows } from '../support/bundle-workflows.js';

const fixturesPath = fileURLToPath(new URL('../../fixtures/workflows/index.ts', import.meta.url));

/** The bundler refuses what the sandbox can't have, with the name of the offending module. */
describe('the Workflow bundle', () => {
  it.each([
    ['workflows', workflowsPath, 'fulfillOrder'],
    ['fixtures/workflows', fixturesPath, 'slowCompute'],
    ['src/system-workflows', systemWorkerOptions().workflowsPath, GRACE_WORKFLOW_TYPE],
  ])('of %s can be made', async (_, path, workflowType) => {
    const code = await bundleWorkflows(path, 'ERROR');

    expect(code).toContain(workflowType);
  });
});
