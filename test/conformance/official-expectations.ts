/**
 * What the official conformance runner finds wrong with the fixture server, and why that is as it should be.
 *
 * A check that is listed here and passes fails the test, so that the list never says too much.
 */
import type { Revision } from '../support/wire-check.js';

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

/** Scenarios whose one check of their own has their name. */
const named = (...scenarios: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(scenarios.map((scenario) => [scenario, [scenario]]));

const NO_RESOURCES = 'The server has tools only: it announces no resources, and answers -32601.';
const NO_PROMPTS = 'The server has tools only: it announces no prompts, and answers -32601.';
const NO_COMPLETION = 'Completion is for prompts and resource templates, which the server has not.';
const NO_LOGGING = 'The server announces no logging to clients: it logs for its operator.';
const NO_SUCH_TOOL = "The scenario calls a tool of the suite's reference server by name.";

const resources = named(
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
);
const prompts = named(
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
);
const tools = named(
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
);

export const expectedOutcomes: Readonly<Record<Revision, readonly ExpectedOutcome[]>> = {
  '2025-11-25': [
    ...failures(NO_RESOURCES, {
      ...resources,
      ...named('resources-subscribe', 'resources-unsubscribe'),
    }),
    ...failures(NO_PROMPTS, prompts),
    ...failures(NO_COMPLETION, named('completion-complete')),
    ...failures(NO_LOGGING, named('logging-set-level', 'tools-call-with-logging')),
    ...failures(NO_SUCH_TOOL, {
      ...tools,
      ...named('tools-call-sampling', 'tools-call-elicitation'),
      'elicitation-sep1034-defaults': ['elicitation-sep1034-general'],
      'elicitation-sep1330-enums': ['elicitation-sep1330-general'],
      'json-schema-2020-12': ['json-schema-2020-12-tool-found'],
    }),
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
  '2026-07-28': [],
};
