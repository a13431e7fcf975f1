const base = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      process.env.MCP_TASKS_MARKED_COPIES ? '<rootDir>/scripts/marked-transform.mjs' : '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  globalSetup: '<rootDir>/test/support/jest/compile-first.mjs',
};

const unit = {
  ...base,
  displayName: 'unit',
  testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/unit-time-limit.mjs'],
};

/** Inputs made at random: how many, FUZZ_RUNS says. */
const fuzz = {
  ...base,
  displayName: 'fuzz',
  testMatch: ['<rootDir>/test/fuzz/**/*.test.ts'],
};

/** Suites that need a Temporal Service share one dev server, started once for the whole run. */
const withTemporal = (name) => ({
  ...base,
  displayName: name,
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
});

export default {
  projects: [
    unit,
    fuzz,
    withTemporal('integration'),
    withTemporal('conformance'),
    // Real hosts, packages, faults at random and PostgreSQL: `npm test` leaves them to `npm run test:extended`.
    withTemporal('extended'),
  ],
  // More than there are cores, because suites wait most of the time. With six, the checks that CI runs beside them starve.
  maxWorkers: 4,
  // Modules of suites that have ended stay in the memory of the process that ran them.
  workerIdleMemoryLimit: '1GB',
  reporters: [
    '<rootDir>/test/support/jest/requirements-reporter.mjs',
    '<rootDir>/test/support/jest/skipped-reporter.mjs',
    'default',
  ],
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  testTimeout: 180_000,
};
