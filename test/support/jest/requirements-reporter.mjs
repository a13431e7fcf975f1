/** Fails a run in which a requirement has no test that passed. */
import { fileURLToPath } from 'node:url';

import { transformFile } from '@swc/core';

import { judgeRun } from './judge-requirements.mjs';

/** Each list of `conformance`, with the folders whose tests cite it. */
const TABLES = [
  { name: '2025-11-25', folders: ['conformance/rev2025-11-25'] },
  { name: '2026-07-28', folders: ['conformance/rev2026-07-28'] },
  { name: 'authorization', folders: ['integration/auth'] },
  {
    name: 'telemetry',
    folders: ['integration/telemetry', 'unit/app/telemetry', 'unit/temporal/trace'],
  },
];

const toPath = (path) => fileURLToPath(new URL(path, import.meta.url));

async function loadTable({ name, folders }) {
  const { code } = await transformFile(toPath(`../conformance/requirements-${name}.ts`), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  const { requirements } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return {
    name,
    folders: folders.map((folder) => toPath(`../../${folder}`)),
    requirements: Object.assign({}, ...Object.values(requirements)),
  };
}

export default class RequirementsReporter {
  #isComplete;
  #say;

  constructor({ testNamePattern }, { say = (text) => process.stderr.write(text) } = {}) {
    this.#isComplete = !testNamePattern;
    this.#say = say;
  }

  /** Counts each requirement without a passed test as a failed test, in jest's summary and in its JSON. */
  async onRunComplete(_contexts, results) {
    if (!this.#isComplete || results.wasInterrupted) return;
    const lines = judgeRun(results.testResults, await Promise.all(TABLES.map(loadTable)));
    if (lines.length === 0) return;
    this.#say(`\nRequirements:\n${lines.map((line) => `  ✕ ${line}\n`).join('')}\n`);
    results.numFailedTests += lines.length;
    results.numTotalTests += lines.length;
  }
}
