/** `serve --stdio` on each supported major version of Node, and what an older one is told. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from '@jest/globals';

import { findNode, NODE_MAJORS, type NodeMajor } from '../../support/find-node.js';
import { envelope, NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { connectRawStdio, type RawStdio } from '../../support/raw-mcp.js';
import { runCli } from '../../support/start-cli.js';
import { withTestServers } from '../../support/with-test-server.js';

const given = withTestServers();

const nodes = new Map<NodeMajor, string | undefined>();
for (const major of NODE_MAJORS) nodes.set(major, await findNode(major));

/** JSON allows these separators of lines in a text. */
const LABEL = 'first\u2028second\u2029third';

let mcp: RawStdio | undefined;
afterEach(async () => {
  await mcp?.close();
});

describe.each(NODE_MAJORS)('on Node %i (skipped where it cannot be had)', (major) => {
  const node = nodes.get(major);
  const itOnNode = node === undefined ? it.skip : it;

  itOnNode.each([
    ['2025-11-25', {}],
    ['2026-07-28', { _meta: envelope(NO_EXTENSION) }],
  ])('serves %s over stdio, with texts that have other line ends', async (_revision, meta) => {
    mcp = await connectRawStdio({ ...given().options, ...(node !== undefined && { node }) });
    const call = { name: 'slow_compute', arguments: { seconds: 0, label: LABEL }, ...meta };
    const { result } = await mcp.request('tools/call', call);

    expect(result).toMatchObject({
      content: [{ text: expect.stringContaining(LABEL) as unknown }],
    });
  });
});

const oldNode = await findNode(18);

describe('on Node 18 (skipped where it cannot be had)', () => {
  const itOnNode = oldNode === undefined ? it.skip : it;
  const node = oldNode ?? '';
  const REFUSAL = /^temporal-mcp-tasks needs Node 20\.19 or newer; this is 18\.20\.\d+\.\n$/;

  itOnNode.each(['serve', 'check', 'worker', 'call', '--help'])(
    '%s says which Node it needs, and nothing else',
    async (command) => {
      const exit = await runCli([command], { node });

      expect(exit).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(REFUSAL) });
    },
  );

  itOnNode.each(['run.mjs', 'test.mjs'])('%s says the same in a clone', async (script) => {
    const path = fileURLToPath(new URL(`../../../scripts/${script}`, import.meta.url));

    await expect(promisify(execFile)(node, [path])).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(REFUSAL),
    });
  });
});
