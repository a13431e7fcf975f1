import { fileURLToPath } from 'node:url';

import { bundleWorkflowCode, DefaultLogger, type LogLevel } from '@temporalio/worker';

const OWN_HELPER = fileURLToPath(new URL('../../src/workflow/index.ts', import.meta.url));

/**
 * Bundles Workflows from their source. They import the helper by its package's name, which resolves to the
 * compiled code. This bundle uses the helper's source instead, so that tests never run an outdated helper.
 */
export async function bundleWorkflows(
  workflowsPath: string,
  logLevel: LogLevel,
  helper = OWN_HELPER,
): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    logger: new DefaultLogger(logLevel),
    webpackConfigHook: (config) => ({
      ...config,
      resolve: {
        ...config.resolve,
        alias: Object.assign({}, config.resolve?.alias, { 'temporal-mcp-tasks-workflow$': helper }),
      },
    }),
  });
  return code;
}
