/**
 * A program of its own: `node download-process.js DIRECTORY VERSION MODULE` lets Temporal's SDK (`@temporalio/testing`,
 * from that URL) download its CLI into the directory, as `temporal-<version>`.
 *
 * The SDK downloads only when it starts a test server. Its native code cannot be interrupted, and the server writes to
 * stdout, which may be the connection of a stdio MCP server. A separate process can be ended, and has its own stdout.
 */
import type * as Testing from '@temporalio/testing';

import { toReason } from '../to-reason.js';

const [downloadDir, version, module] = process.argv.slice(2);
if (downloadDir === undefined || version === undefined || module === undefined) {
  throw new Error('usage: download-process.js DIRECTORY VERSION MODULE');
}
try {
  const { TestWorkflowEnvironment } = (await import(module)) as typeof Testing;
  const environment = await TestWorkflowEnvironment.createLocal({
    server: { executable: { type: 'cached-download', downloadDir, version } },
  });
  await environment.teardown();
} catch (error) {
  console.error(toReason(error).replaceAll('\n', ' '));
  process.exitCode = 1;
}
