/** The order of a run's suites. */
import TestSequencer from '@jest/test-sequencer';

/** Suites that install tools of other languages or the official runner, which takes minutes on a new machine. */
const INSTALLING = [/other-languages\.test/, /official-patterns/, /official-suite/];

const rankOf = ({ path }) => {
  const rank = INSTALLING.findIndex((pattern) => pattern.test(path));
  return rank === -1 ? INSTALLING.length : rank;
};

/** Starts with the suites that install. Jest's own order follows: by last duration, or else by size. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
