import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { runCli } from '../../support/start-cli.js';
import { createTestFolder } from '../../support/test-folder.js';

/** The table of wrong manifests has the words for each mistake. */
it('check and serve refuse a manifest in the same words, with file, line and what to write', async () => {
  const folder = await createTestFolder({
    'mcp-tasks.yaml': `tools:
  task_result: { workflow: { type: purchase, taskQueue: q } }
  buy:
    workflow: { type: purchase, taskQueue: q, arguments: [itm] }
    input: { type: object, properties: { item: { type: string } } }
`,
  });
  const path = join(folder.path, 'mcp-tasks.yaml');

  const checked = await runCli(['check', '--manifest', path]);
  const served = await runCli(['serve', '--stdio', '--manifest', path]);
  await folder.remove();

  expect(checked).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /mcp-tasks\.yaml:2:3 tools\.task_result: The server has a tool .*Rename this one.*\n.*mcp-tasks\.yaml:4:59 tools\.buy\.workflow\.arguments\[0\]: "buy" has no argument "itm"\. Did you mean item\?/,
    ),
  });
  expect(served).toStrictEqual(checked);
});
