/** Spoilt manifests: changes of their values, and of their YAML. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { parseManifest } from '../../src/manifest/load/load-manifest.js';
import { ManifestError } from '../../src/manifest/manifest-error.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { mutation, spoil, spoilText, textMutation } from '../support/fuzz/mutation.js';
import { WRONG_MANIFESTS } from '../support/wrong-manifests/wrong-manifests.js';

const TIMEOUT_MS = 60 * 60_000;
/** Longer than for a request: a manifest is the operator's own, and is parsed only at a start. */
const MAX_PARSE_MS = 1_000;
const ENVIRONMENT = { TEST_TASK_QUEUE: 'q', HOME: '/root' };

const FILES = [
  'mcp-tasks.yaml',
  'examples/mcp-tasks.yaml',
  'test/support/manifests/existing-workflows.yaml',
  'test/support/manifests/own-ids.yaml',
  'test/support/manifests/adoption.yaml',
];

interface Parsed {
  readonly tools?: Record<string, unknown>;
  readonly server?: unknown;
}

/** Parses YAML; `undefined` if the text is invalid. */
function parsed(text: string): Parsed | undefined {
  try {
    return parse(text, { merge: true }) as Parsed;
  } catch {
    return undefined;
  }
}

/** A manifest, and the settings of its server if it has some. */
interface Source {
  readonly text: string;
  readonly server?: string;
}

function read(path: string): Source {
  const url = new URL(`../../${path}`, import.meta.url);
  const text = readFileSync(url, 'utf8');
  const named = parsed(text)?.server;
  return typeof named === 'string'
    ? { text, server: readFileSync(new URL(named, url), 'utf8') }
    : { text };
}

const sources: readonly Source[] = [
  ...FILES.map(read),
  ...Object.values(WRONG_MANIFESTS)
    .flat()
    .filter(({ text, server = '' }) => parsed(text) !== undefined && parsed(server) !== undefined),
];

/** Two tools of a manifest: the time to parse a whole manifest would hide the cost of a change. */
function part(text: string, pick: number): unknown {
  const source = parsed(text) ?? {};
  const tools = Object.entries(source.tools ?? {});
  const start = pick % Math.max(tools.length, 1);
  return { ...source, tools: Object.fromEntries(tools.slice(start, start + 2)) };
}

function expectJudged(text: string, server: string | undefined): 'used' | 'refused' {
  try {
    parseManifest(text, { server, environment: ENVIRONMENT });
    return 'used';
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    if (error.problems.length === 0) throw new Error('Nothing is wrong with it.', { cause: error });
    const unplaced = error.problems.find(
      ({ line = 0, column = 0, message }) => line < 1 || column < 1 || message === '',
    );
    if (unplaced) throw new Error(`Nowhere: ${JSON.stringify(unplaced)}`, { cause: error });
    return 'refused';
  }
}

const pick = fc.nat(1_000);

describe('a malformed manifest', () => {
  it(
    'is used, or refused with the places of what is wrong',
    async () => {
      const seen = new Set<string>();
      await holdAlways(
        'manifests',
        0.06,
        fc.asyncProperty(
          pick,
          pick,
          fc.boolean(),
          fc.array(mutation, { maxLength: 3 }),
          fc.oneof(
            { weight: 3, arbitrary: fc.constant([]) },
            { weight: 2, arbitrary: fc.array(textMutation, { minLength: 1, maxLength: 3 }) },
          ),
          async (...[at, otherAt, ofServer, changes, textChanges]) => {
            const { text, server } = sources[at % sources.length] ?? { text: '' };
            const other = part(sources[otherAt % sources.length]?.text ?? '', at);
            const toSpoilt = (value: unknown): string =>
              spoilText(stringify(spoil(value, changes, other) ?? null), textChanges);
            const tools = part(text, otherAt);
            const isServer = ofServer && server !== undefined;
            const spoilt = isServer
              ? ([stringify(tools), toSpoilt(parsed(server))] as const)
              : ([toSpoilt(tools), server] as const);
            await bounded(() => {
              seen.add(expectJudged(...spoilt));
            }, MAX_PARSE_MS);
          },
        ),
      );

      expect([...seen].sort()).toStrictEqual(['refused', 'used']);
    },
    TIMEOUT_MS,
  );
});
