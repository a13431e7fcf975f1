import { expect, it } from '@jest/globals';

import type { Logger } from '../../../../src/core/logger.js';
import { withApps } from '../../../support/serve-app.js';

const open = withApps();

/** The status of the generation that echoes requests. */
const ECHOED = 203;

interface Line {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function createLog(): { readonly logger: Logger; readonly lines: readonly Line[] } {
  const lines: Line[] = [];
  const write: Logger['warn'] = (fields, message) => void lines.push({ fields, message });
  return { lines, logger: { info: write, warn: write, error: write } };
}

it.each([
  ['host', 'mcp:8080', /refused for its Host\. .* --allowed-hosts$/],
  ['origin', 'vscode-webview://x', /refused for its Origin\. .* --allowed-origins$/],
])(
  'a refused %s is logged once, with the flag that would allow it',
  async (header, value, words) => {
    const { lines, logger } = createLog();
    const { send } = await open({ logger });
    const answers = [
      await send({ headers: { [header]: value }, body: {} }),
      await send({ headers: { [header]: value }, body: {} }),
      await send({ body: {} }),
    ];

    expect(answers.map(({ status }) => status)).toStrictEqual([403, 403, ECHOED]);
    expect(lines).toStrictEqual([
      { fields: { [header]: value }, message: expect.stringMatching(words) },
    ]);
  },
);

it('refused values are cut in the log, and at most 20 of them are there', async () => {
  const { lines, logger } = createLog();
  const { send } = await open({ logger });
  for (let index = 0; index < 25; index += 1) {
    await send({ headers: { host: `${index}.${'h'.repeat(1_000)}` }, body: {} });
  }

  expect(lines).toHaveLength(20);
  expect(lines[0]?.fields['host']).toBe(`0.${'h'.repeat(197)}…`);
});
