/** `serve --stdio` on each supported major version of Node. */
import { afterEach, describe, expect, it } from '@jest/globals';

import { findNode, NODE_MAJORS, type NodeMajor } from '../../support/find-node.js';
import { envelope, NO_EXTENSION } from '../../support/raw-mcp-2026.js';
import { connectRawStdio, type RawStdio } from '../../support/raw-mcp.js';
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
