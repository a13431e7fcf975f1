import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

import { parseManifest } from '../../src/manifest/load/load-manifest.js';

const LANGUAGES = ['python', 'go', 'java', 'typescript'];

const folder = fileURLToPath(new URL('../support/samples', import.meta.url));
const document = readFileSync(new URL('../../docs/samples.md', import.meta.url), 'utf8');

type Entries = Readonly<Record<string, unknown>>;

const manifests = LANGUAGES.map((language) => {
  const text = readFileSync(join(folder, 'manifests', `${language}.yaml`), 'utf8');
  const { tools, actions } = parse(text) as { tools: Entries; actions: Entries };
  return { language, text, entries: { ...tools, ...actions } };
});
const shown = [...document.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) =>
  Object.entries(parse(code) as Entries),
);

/** Paths of the sample sources, in all languages. */
const sources = LANGUAGES.flatMap((language) =>
  readdirSync(join(folder, language), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(py|go|java|ts)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name)),
);

describe('docs/samples.md', () => {
  it('has each pattern, and shows some', () => {
    expect(document.match(/^- \*\*/gm)?.length).toBe(10 + LANGUAGES.length);
    expect(shown.length).toBeGreaterThanOrEqual(3);
  });

  it.each(shown)('shows %s as it is tested', (name, entry) => {
    const tested = manifests.map(({ entries }) => entries[name]);

    expect(tested).toContainEqual(entry);
  });
});

describe('the samples', () => {
  it.each(manifests)('have a manifest for $language with ten tools', ({ text }) => {
    const { tools } = parseManifest(text, { environment: { TEST_TASK_QUEUE: 'any' } });

    expect(tools.size).toBe(10);
  });

  it('know nothing of MCP', () => {
    expect(sources.length).toBeGreaterThan(40);
    const knowing = sources.filter((path) => /mcp/i.test(readFileSync(path, 'utf8')));
    expect(knowing).toStrictEqual([]);
  });
});
