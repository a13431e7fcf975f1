/**
 * A program of its own: `node download-process.js DIRECTORY VERSION MODULE` lets Temporal's SDK
 * (`@temporalio/testing`, from that URL) download its CLI into the directory, as `temporal-<version>`.
 *
 * The SDK downloads only on the way to a running test server. It does so in native code that cannot be
 * interrupted, and lets the server write to stdout, which may be the wire of a stdio MCP server. A
 * process of its own can be ended, and has a stdout of its own.
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
