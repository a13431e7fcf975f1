import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import type { Requirement } from '../support/conformance/requirement.js';
import { requirements } from '../support/conformance/requirements-authorization.js';

interface TestResult {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'pending';
}

interface FileResult {
  readonly testFilePath: string;
  readonly testResults: readonly TestResult[];
}

type Requirements = Readonly<Record<string, { readonly notTested?: string }>>;

interface Table {
  readonly name: string;
  readonly folders: readonly string[];
  readonly requirements: Requirements;
}

interface RunResults {
  readonly testResults: readonly FileResult[];
  numFailedTests: number;
  numTotalTests: number;
}

interface Reporter {
  readonly onRunComplete: (contexts: unknown, results: RunResults) => Promise<void>;
}

const support = (name: string): string => new URL(`../support/jest/${name}`, import.meta.url).href;
const { judgeRun } = (await import(support('judge-requirements.mjs'))) as {
  judgeRun: (files: readonly FileResult[], tables: readonly Table[]) => string[];
};
const { countSkipped } = (await import(support('skipped-reporter.mjs'))) as {
  countSkipped: (files: readonly FileResult[]) => Map<string, number>;
};
const { default: RequirementsReporter } = (await import(support('requirements-reporter.mjs'))) as {
  default: new (
    config: { readonly testNamePattern?: string },
    options?: { readonly say: (text: string) => void },
  ) => Reporter;
};

/** The requirements of authorization that have no reason to go untested. */
const testedIds = Object.values<Readonly<Record<string, Requirement>>>(requirements).flatMap(
  (section) => Object.keys(section).filter((id) => typeof section[id] === 'string'),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'requirements-'));
  mkdirSync(join(folder, 'rev'));
  for (const name of ['one', 'two']) writeFileSync(join(folder, `rev/${name}.test.ts`), '');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const test = (title: string, status: TestResult['status']): TestResult => ({
  ancestorTitles: ['a suite'],
  title,
  status,
});

/** The verdict on a run of both files, or of one. */
function judge(
  requirements: Requirements,
  tests: readonly TestResult[],
  names: readonly string[] = ['one', 'two'],
): string[] {
  const files = names.map((name, index) => ({
    testFilePath: join(folder, `rev/${name}.test.ts`),
    testResults: index === 0 ? tests : [],
  }));
  return judgeRun(files, [{ name: 'rev', folders: [join(folder, 'rev')], requirements }]);
}

describe('a requirement', () => {
  it.each<[string, readonly TestResult[], string[]]>([
    ['that a passed test cites, with others', [test('works (R-1, R-2)', 'passed')], []],
    [
      'whose test passes over one transport',
      [test('x, over HTTP (R-1, R-2)', 'failed'), test('x, over stdio (R-1, R-2)', 'passed')],
      [],
    ],
    [
      'whose test was skipped',
      [test('works (R-1)', 'passed'), test('works (R-2)', 'pending')],
      ['rev R-2: no test that cites it has passed'],
    ],
    [
      'whose test failed',
      [test('works (R-1)', 'passed'), test('works (R-2)', 'failed')],
      ['rev R-2: no test that cites it has passed'],
    ],
    [
      'named in the middle of a title',
      [test('works as R-2 says (R-1)', 'passed')],
      ['rev R-2: no test'],
    ],
  ])('%s', (_what, tests, expected) => {
    expect(judge({ 'R-1': {}, 'R-2': {} }, tests)).toStrictEqual(expected);
  });

  it('may have a reason why no test cites it, and then none does', () => {
    const requirements = { 'R-1': { notTested: 'requestor duty' } };

    expect(judge(requirements, [])).toStrictEqual([]);
    expect(judge(requirements, [test('works (R-1)', 'passed')])).toStrictEqual([
      'rev R-1: cited, and "requestor duty"',
    ]);
  });

  it('is in the list where a test cites it', () => {
    expect(judge({}, [test('works (R-7)', 'passed')])).toStrictEqual([
      'rev R-7: cited by a test, and in no list',
    ]);
  });

  it('is left alone where a part of its files has run', () => {
    expect(judge({ 'R-1': {} }, [], ['one'])).toStrictEqual([]);
  });
});

describe('skipped tests', () => {
  it('are counted by the name of their suite', () => {
    const testResults = [test('a', 'pending'), test('b', 'pending'), test('c', 'passed')];

    expect(countSkipped([{ testFilePath: 'x', testResults }])).toStrictEqual(
      new Map([['a suite', 2]]),
    );
  });
});

describe('the reporter of requirements', () => {
  const toResults = (testResults: readonly FileResult[] = []): RunResults => ({
    testResults,
    numFailedTests: 1,
    numTotalTests: 2,
  });
  const auth = fileURLToPath(new URL('../integration/auth/', import.meta.url));
  const skipped = readdirSync(auth).map((name) => ({
    testFilePath: join(auth, name),
    testResults: [test('works (A-001)', 'pending')],
  }));

  it('counts each requirement without a passed test as a failed test', async () => {
    const results = toResults(skipped);
    let said = '';
    const say = (text: string): void => {
      said += text;
    };
    await new RequirementsReporter({}, { say }).onRunComplete([], results);
    const added = results.numFailedTests - 1;

    expect(said).toContain('authorization A-002: no test');
    expect(added).toBe(testedIds.length);
    expect(results.numTotalTests).toBe(2 + added);
  });

  it('adds nothing to a run of tests that were chosen by name', async () => {
    const results = toResults(skipped);
    await new RequirementsReporter({ testNamePattern: 'a' }).onRunComplete([], results);

    expect(results).toStrictEqual(toResults(skipped));
  });

  it('adds nothing to the run of a few files', async () => {
    const results = toResults();
    await new RequirementsReporter({}).onRunComplete([], results);

    expect(results).toStrictEqual(toResults());
  });
});
