import { describe, expect, it } from '@jest/globals';

import { inspectDescriptions, inspectDrafts } from '../../../src/check/inspect-tools.js';
import { parseManifest } from '../../../src/manifest/load/load-manifest.js';
import { formatPath } from '../../../src/manifest/manifest-error.js';

const findingsOf = (length: number, more: object = {}, server = '{ name: shop }'): string[] => {
  const tool = {
    workflow: { type: 'w', taskQueue: 'q' },
    description: 'a'.repeat(length),
    ...more,
  };
  const action = { workflow: 'w', signal: 's', description: 'a'.repeat(length) };
  const text = JSON.stringify({ server: 'server.yaml', tools: { tool }, actions: { action } });
  const manifest = parseManifest(text, { source: 'm.yaml', server });
  return inspectDescriptions(manifest).map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );
};

describe('a description for hosts', () => {
  it('may have 1,024 characters, with the sentence about handles', () => {
    expect(findingsOf(923)).toStrictEqual([]);
    expect(findingsOf(950)).toStrictEqual([
      'tools.tool.description: tools/list has a description of 1051 characters, 101 of them for a sentence about handles that the server adds. The API of OpenAI allows 1024: shorten it by 27.',
    ]);
  });

  it('has no such sentence without handles', () => {
    expect(findingsOf(1_024, { task: 'required' })).toStrictEqual([]);
    expect(findingsOf(1_024, {}, '{ taskTools: false }')).toStrictEqual([]);
  });

  it('is cut by Claude Code above 2,048 characters, also of an action', () => {
    expect(findingsOf(3_000, { task: 'required' })).toStrictEqual([
      'tools.tool.description: tools/list has a description of 3000 characters. The API of OpenAI allows 1024, and Claude Code cuts it at 2048: shorten it by 1976.',
      expect.stringMatching(/^actions\.action\.description: tools\/list has a description of 3000/),
    ]);
  });
});

describe('a draft of init', () => {
  it('is not left as it is', () => {
    const properties = { arg1: { type: 'string' }, amount: { type: 'number' } };
    const input = { type: 'object', properties };
    const workflow = { type: 'Pay', taskQueue: 'q', arguments: ['arg1', 'amount'] };
    const tool = { workflow, description: 'Runs the workflow Pay.', input };

    const found = inspectDrafts(parseManifest(JSON.stringify({ tools: { tool } })).tools);

    expect(found.map(({ path, message }) => `${formatPath(path)}: ${message}`)).toStrictEqual([
      expect.stringMatching(/^tools\.tool\.description: This is the draft of "init"\./),
      expect.stringMatching(/^tools\.tool\.input\.properties\.arg1: "arg1" is a name of the draft/),
    ]);
  });
});
