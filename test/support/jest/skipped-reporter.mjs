/** Names the tests that a run has skipped. */

/** @param {readonly { testResults: readonly { ancestorTitles: readonly string[], title: string, status: string }[] }[]} files */
export function countSkipped(files) {
  const counts = new Map();
  for (const { ancestorTitles, title, status } of files.flatMap((file) => file.testResults)) {
    if (status !== 'pending') continue;
    const name = ancestorTitles[0] ?? title;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

export default class SkippedReporter {
  #isComplete;

  constructor({ testNamePattern }) {
    this.#isComplete = !testNamePattern;
  }

  onRunComplete(_contexts, { testResults }) {
    const counts = countSkipped(testResults);
    if (!this.#isComplete || counts.size === 0) return;
    const lines = [...counts].map(([name, count]) => `  ○ ${count} of "${name}"\n`);
    process.stderr.write(`\nSkipped:\n${lines.join('')}\n`);
  }
}
