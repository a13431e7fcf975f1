/**
 * Checks of the official conformance runner that the fixture server does not pass, and the reason for each.
 *
 * A listed check that passes fails the test, so that the list stays exact.
 */
import type { Revision } from './wire-check.js';

/** Checks of one scenario that do not succeed, for one reason. */
export interface ExpectedOutcome {
  readonly scenario: string;
  /** IDs of its checks. */
  readonly checks: readonly string[];
  readonly status: 'FAILURE' | 'WARNING' | 'SKIPPED';
  readonly reason: string;
}

const failures = (
  reason: string,
  checksByScenario: Readonly<Record<string, readonly string[]>>,
): ExpectedOutcome[] =>
  Object.entries(checksByScenario).map(([scenario, checks]) => ({
    scenario,
    checks,
    status: 'FAILURE',
    reason,
  }));

const skipped = (reason: string, scenario: string, checks: readonly string[]): ExpectedOutcome => ({
  scenario,
  checks,
  status: 'SKIPPED',
  reason,
});

const warnings = (
  reason: string,
  scenario: string,
  checks: readonly string[],
): ExpectedOutcome => ({ scenario, checks, status: 'WARNING', reason });

/** Scenarios that have one check of the same name. */
const named = (...scenarios: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(scenarios.map((scenario) => [scenario, [scenario]]));

const NO_RESOURCES =
  'The resources of the server are results of tasks: it has none of the suite, and no subscriptions.';
const NO_PROMPTS = 'The server has tools only: it announces no prompts, and answers -32601.';
const NO_COMPLETION = 'Completion is for prompts and resource templates, which the server has not.';
const NO_LOGGING = 'The server announces no logging to clients: it logs for its operator.';
const NO_ROOTS =
  'A task asks people and models, not for the folders of a client, which are deprecated.';
const MISSES_STATE =
  'An answer counts with the "requestState" of its question only, which clients must send back.';
const NO_LOSS_OF_SAMPLING =
  'A Workflow learns that its client has no model, and decides. Only forms before the start demand a capability.';
const PLAIN_ROOT =
  'The list says choices at the top of a schema in words, since the APIs of models refuse them. Calls are still checked.';
const NO_DIALECT = 'Published schemas are in 2020-12, which MCP has without a "$schema".';
const LIST_NEVER_CHANGES = 'The list of tools never changes: another manifest is another process.';

const resources = named('resources-read-text', 'resources-read-binary', 'resources-templates-read');
const prompts = named(
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
);
const plainRoot = [
  'sep-2106-composition-keywords-preserved',
  'sep-2106-conditional-keywords-preserved',
];

export const expectedOutcomes: Readonly<Record<Revision, readonly ExpectedOutcome[]>> = {
  '2025-11-25': [
    ...failures(NO_RESOURCES, {
      ...resources,
      ...named('resources-subscribe', 'resources-unsubscribe'),
    }),
    ...failures(NO_PROMPTS, prompts),
    ...failures(NO_COMPLETION, named('completion-complete')),
    ...failures(NO_LOGGING, named('logging-set-level', 'tools-call-with-logging')),
    ...failures(NO_DIALECT, { 'json-schema-2020-12': ['json-schema-2020-12-$schema'] }),
    skipped(PLAIN_ROOT, 'json-schema-2020-12', plainRoot),
    {
      scenario: 'server-session-lifecycle',
      checks: ['server-session-delete-accepted', 'server-session-terminated-returns-404'],
      status: 'SKIPPED',
      reason:
        'A session ID is a sealed token that any process can read; there is nothing to DELETE.',
    },
    {
      scenario: 'server-sse-polling',
      checks: ['server-sse-priming-event', 'server-sse-retry-field'],
      status: 'WARNING',
      reason:
        'Streams are not resumable: a client that lost one asks again, and tasks outlive both.',
    },
  ],
  '2026-07-28': [
    ...failures(NO_RESOURCES, resources),
    skipped(NO_RESOURCES, 'caching', ['sep-2549-resources-read-caching-hints']),
    warnings(NO_RESOURCES, 'sep-2164-resource-not-found', ['sep-2164-data-uri']),
    ...failures(NO_PROMPTS, {
      ...prompts,
      caching: ['sep-2549-prompts-list-caching-hints'],
      'input-required-result-non-tool-request': ['sep-2322-non-tool-incomplete'],
    }),
    ...failures(NO_COMPLETION, named('completion-complete')),
    ...failures(NO_DIALECT, { 'json-schema-2020-12': ['json-schema-2020-12-$schema'] }),
    ...failures(PLAIN_ROOT, { 'json-schema-2020-12': plainRoot }),
    ...failures(NO_ROOTS, {
      'input-required-result-basic-list-roots': ['sep-2322-list-roots-incomplete'],
      'input-required-result-multiple-input-requests': ['sep-2322-multiple-inputs-incomplete'],
    }),
    ...failures(NO_LOSS_OF_SAMPLING, {
      'server-stateless': [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
      ],
    }),
    warnings(MISSES_STATE, 'input-required-result-ignore-extra-params', [
      'sep-2322-ignore-unexpected-params',
    ]),
    skipped(NO_PROMPTS, 'server-stateless', [
      'sep-2575-server-sends-prompts-list-changed-on-subscription',
    ]),
    skipped(LIST_NEVER_CHANGES, 'server-stateless', [
      'sep-2575-server-sends-tools-list-changed-on-subscription',
    ]),
    skipped(
      'The suite has no test of `notifications/tasks` yet; subscriptions.test.ts is ours.',
      'tasks-status-notifications',
      ['tasks-status-notifications'],
    ),
  ],
};
