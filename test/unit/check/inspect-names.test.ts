import { describe, expect, it } from '@jest/globals';

import { inspectNames } from '../../../src/check/inspect-tools.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';

function findingsOf(name: string, server = '{ name: shop }'): string[] {
  const text = `tools: { '${name}': { workflow: { type: w, taskQueue: q } } }`;
  const manifest = parseManifest(`server: server.yaml\n${text}`, { source: 'm.yaml', server });
  return inspectNames(manifest).map(({ path, message }) => `${path.join(' > ')}: ${message}`);
}

describe('names that hosts refuse', () => {
  it('are those with a dot', () => {
    expect(findingsOf('billing.invoices')).toStrictEqual([
      expect.stringMatching(/^tools > billing\.invoices: .*Copilot.*write "billing_invoices"\.$/),
    ]);
  });

  it('are those that are too long with the name of the server', () => {
    const prefix = 'mcp__shop__'.length;

    expect(findingsOf('a'.repeat(64 - prefix))).toStrictEqual([]);
    expect(findingsOf('a'.repeat(66 - prefix))).toStrictEqual([
      expect.stringMatching(/has 66 characters\. Claude Code.*shorten it by 2/),
    ]);
  });

  it('may come from the prefix of the task tools', () => {
    expect(findingsOf('a', '{ name: shop, taskTools: orders. }')).toStrictEqual([
      expect.stringMatching(/^server > taskTools: "orders\.task_/),
    ]);
  });
});
