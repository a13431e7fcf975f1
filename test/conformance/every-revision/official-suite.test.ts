/**
 * The official conformance runner against the fixture server, whose tools are Temporal Workflows. Each of its checks is
 * a test. A proxy between them validates the server's messages.
 */
import { describe, expect, it } from '@jest/globals';

import { expectedOutcomes } from '../../support/conformance/official-expectations.js';
import {
  type OfficialCheck,
  type OfficialScenario,
  runOfficialScenarios,
} from '../../support/conformance/official-runner.js';
import { createWireCheck, type Revision } from '../../support/conformance/wire-check.js';
import { createWireLog, type WireLog } from '../../support/conformance/wire-log.js';
import { startWireProxy } from '../../support/conformance/wire-proxy.js';

import { startFixtures } from './start-fixtures.js';

const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];
/** All scenarios of the pinned runner for the extension. */
const TASK_SCENARIOS = [
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-required-task-error',
  'tasks-status-notifications',
  'tasks-wire-fields',
];

interface Run {
  readonly scenarios: readonly OfficialScenario[];
  readonly log: WireLog;
}

/** Jest needs the titles of tests before it runs them, and only the runner knows its checks. */
const runs = await runAll();

async function runAll(): Promise<Readonly<Record<Revision, Run>>> {
  const check = await createWireCheck();
  const fixtures = await startFixtures();
  try {
    const entries: [Revision, Run][] = [];
    for (const revision of REVISIONS) {
      // The runner breaks the protocol on purpose, and checks its own messages.
      const log = createWireLog(check, ['server']);
      const proxy = await startWireProxy(fixtures.url, log);
      try {
        entries.push([
          revision,
          { scenarios: await runOfficialScenarios(proxy.url, revision), log },
        ]);
      } finally {
        await proxy.stop();
      }
    }
    return Object.fromEntries(entries) as Record<Revision, Run>;
  } finally {
    await fixtures.stop();
  }
}

/** Reduces the results of each check to its worst one: a scenario can make a check several times. */
function worstById(checks: readonly OfficialCheck[]): OfficialCheck[] {
  const order = ['FAILURE', 'WARNING', 'SKIPPED', 'INFO', 'SUCCESS'];
  const worst = new Map<string, OfficialCheck>();
  for (const check of checks) {
    const known = worst.get(check.id);
    if (!known || order.indexOf(check.status) < order.indexOf(known.status)) {
      worst.set(check.id, check);
    }
  }
  return [...worst.values()];
}

describe.each(REVISIONS)('the official suite for %s', (revision) => {
  const { scenarios, log } = runs[revision];
  const expected = expectedOutcomes[revision];

  for (const { name, checks } of scenarios) {
    for (const { id, description, status, errorMessage, details } of worstById(checks)) {
      const outcome = expected.find(
        ({ scenario, checks: ids }) => scenario === name && ids.includes(id),
      );
      const should = outcome ? `ends in ${outcome.status}: ${outcome.reason}` : description;

      it(`${name}, ${id}: ${should}`, () => {
        const isAsExpected = outcome
          ? status === outcome.status
          : status === 'SUCCESS' || status === 'INFO';

        expect(isAsExpected ? [] : [status, errorMessage, details]).toStrictEqual([]);
      });
    }
  }

  it('has every check whose outcome is expected here', () => {
    const made = scenarios.flatMap(({ name, checks }) => checks.map(({ id }) => `${name}, ${id}`));
    const listed = expected.flatMap(({ scenario, checks }) =>
      checks.map((id) => `${scenario}, ${id}`),
    );

    expect(listed.filter((one) => !made.includes(one))).toStrictEqual([]);
  });

  it('meets only messages of the server that fit the published schemas', () => {
    expect(log.problems()).toStrictEqual([]);
    expect(log.count()).toBeGreaterThan(scenarios.length);
  });
});

describe('the official suite for the extension', () => {
  it('has run whole', () => {
    const names = runs['2026-07-28'].scenarios.map(({ name }) => name);

    expect(names.filter((name) => name.startsWith('tasks-'))).toStrictEqual(TASK_SCENARIOS);
  });
});
