/** Compares the tests of a run with the requirements that they cite. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The IDs at the end of a title, as `verifies` puts them there. */
const CITED_IDS = /\((\w+-\d+[a-z]?(?:, \w+-\d+[a-z]?)*)\)$/;

/** @param {string} title */
function citedIn(title) {
  return CITED_IDS.exec(title)?.[1]?.split(', ') ?? [];
}

/** @param {string} folder With the folders inside it. */
function testFilesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/**
 * Returns a line for each requirement that contradicts its tests.
 *
 * @param {Readonly<Record<string, string | { notTested?: string }>>} requirements By ID.
 * @param {readonly { title: string, status: string }[]} tests
 * @returns {string[]}
 */
function judge(requirements, tests) {
  const citing = new Map();
  for (const { title, status } of tests) {
    for (const id of citedIn(title)) citing.set(id, [...(citing.get(id) ?? []), status]);
  }
  const unknown = [...citing.keys()].filter((id) => !(id in requirements));
  return [
    ...unknown.map((id) => `${id}: cited by a test, and in no list`),
    ...Object.entries(requirements).flatMap(([id, { notTested }]) => {
      const statuses = citing.get(id) ?? [];
      if (notTested) return statuses.length > 0 ? [`${id}: cited, and "${notTested}"`] : [];
      if (statuses.includes('passed')) return [];
      return [`${id}: ${statuses.length > 0 ? 'no test that cites it has passed' : 'no test'}`];
    }),
  ];
}

/**
 * Returns a line for each requirement without a passed test. A table is judged when every test file of its folders has run, so
 * the run of a few files leaves it alone.
 *
 * @param {readonly { testFilePath: string, testResults: readonly { title: string, status: string }[] }[]} files
 * @param {readonly { name: string, folders: readonly string[], requirements: Readonly<Record<string, string | { notTested?: string }>> }[]} tables
 * @returns {string[]}
 */
export function judgeRun(files, tables) {
  const tests = new Map(files.map(({ testFilePath, testResults }) => [testFilePath, testResults]));
  return tables.flatMap(({ name, folders, requirements }) => {
    const paths = folders.flatMap(testFilesIn);
    if (!paths.every((path) => tests.has(path))) return [];
    const lines = judge(
      requirements,
      paths.flatMap((path) => tests.get(path)),
    );
    return lines.map((line) => `${name} ${line}`);
  });
}
