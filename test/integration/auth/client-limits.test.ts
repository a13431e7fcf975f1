/** What a client sends is bounded before the server acts on it, in both generations and over both transports. */
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import {
  ATTACKED_REVISIONS,
  type AttackedRevision,
  type Channel,
} from '../../support/attacks/attacked-server.js';
import { HANDLES_OF_METHODS } from '../../support/attacks/attacks.js';
import { withAttackedServer } from '../../support/attacks/with-attacked-server.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/attacks/attack-manifest.yaml', import.meta.url),
);
const there = withAttackedServer(MANIFEST);

const CALL = { name: 'end', arguments: {} };

/** Values above their limits, by the place in `_meta`, and the words of the refusal. */
const TOO_LARGE = {
  progressToken: [
    'p'.repeat(1_025),
    'Invalid params: the progress token (_meta.progressToken) has 1025 characters. The limit is 1024.',
  ],
  'temporal-mcp-tasks/idempotency-key': [
    'k'.repeat(257),
    `Invalid params: "_meta.temporal-mcp-tasks/idempotency-key" must be a string of 1 to 256 characters.`,
  ],
} as const;

async function channelsOf(revision: AttackedRevision): Promise<readonly Channel[]> {
  const { server } = there();
  return [server.connectHttp('eve', revision), await server.connectStdio(revision)];
}

describe.each(ATTACKED_REVISIONS)('by %s, a value above its limit', (revision) => {
  it.each(Object.entries(TOO_LARGE))(
    'is refused as %s, and nothing is started',
    async (member, [value, message]) => {
      const { server } = there();
      for (const channel of await channelsOf(revision)) {
        server.counter.reset();
        const params = { ...CALL, _meta: { [member]: value } };
        const reply = await channel.send('tools/call', params);

        expect([channel.title, reply.message?.error]).toStrictEqual([
          channel.title,
          { code: -32602, message },
        ]);
        expect(server.cost()).toStrictEqual({});
      }
    },
  );

  it('is refused as the progress token of any method', async () => {
    const [progressToken, message] = TOO_LARGE.progressToken;
    const methods = Object.keys(HANDLES_OF_METHODS[revision]).filter(
      (name) => name !== 'initialize',
    );
    for (const channel of await channelsOf(revision)) {
      for (const method of methods) {
        const reply = await channel.send(method, { _meta: { progressToken } });

        expect([method, reply.message?.error]).toMatchObject([method, { code: -32602, message }]);
      }
    }
  });

  it('is told from a value at its limit, which is taken', async () => {
    for (const channel of await channelsOf(revision)) {
      const progressToken = 'p'.repeat(1_024);
      const reply = await channel.send('tools/call', { ...CALL, _meta: { progressToken } });

      expect([channel.title, reply.message?.error]).toStrictEqual([channel.title, undefined]);
    }
  });
});

it('a name that does not exist is repeated in 200 characters at most', async () => {
  for (const revision of ATTACKED_REVISIONS) {
    const name = 'n'.repeat(9_000);
    for (const channel of await channelsOf(revision)) {
      const replies = [
        await channel.send('tools/call', { ...CALL, name }),
        await channel.send(name, {}),
      ];
      for (const { message, text } of replies) {
        expect(message?.error?.message).toMatch(/^(Unknown tool|Method not found)/);
        expect(text.length).toBeLessThan(1_000);
      }
    }
  }
});
