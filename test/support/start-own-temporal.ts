import { TestWorkflowEnvironment } from '@temporalio/testing';

import { findOnPath } from './find-on-path.js';

/**
 * Starts a Temporal dev server for one test file, since it needs other settings than the others.
 *
 * @param dynamicConfig Values of Temporal's dynamic configuration, as JSON, by key.
 */
export async function startOwnTemporal(
  dynamicConfig: Readonly<Record<string, string>>,
): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: findOnPath('temporal') ?? '' },
      extraArgs: [
        ...['--search-attribute', 'McpOwner=Keyword'],
        ...Object.entries(dynamicConfig).flatMap(([key, value]) => [
          '--dynamic-config-value',
          `${key}=${value}`,
        ]),
      ],
    },
  });
}
