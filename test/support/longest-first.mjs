/** The order of a run's suites. */
import TestSequencer from '@jest/test-sequencer';

/** They install the tools of other languages and the official runner, which takes minutes on a machine that has none. */
const INSTALLING = [/other-languages\.test/, /official-patterns/, /official-suite/, /helm-chart/];

const rankOf = ({ path }) => {
  const rank = INSTALLING.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? INSTALLING.length : rank;
};

/** Jest's own order (by how long a suite took the last time, or else by its size) behind the suites that install. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
