/**
 * Schemas that generators have written for real models, judged by the validators of clients. The manifest with them has
 * the versions (`x-generators`), and a value of each (`x-values`), which the Workflow gives back.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { isRecord } from '../../../src/core/value/is-record.js';
import { type Judgement, SCHEMA_JUDGES } from '../../support/hosts/schema-judges.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(
  new URL('../../support/hosts/generated-schemas.json', import.meta.url),
);
const given = withTestServers(MANIFEST);

const { 'x-values': values } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
  readonly 'x-values': Readonly<Record<string, unknown>>;
};
const tools = Object.keys(values);
const judged = Object.fromEntries(
  Object.entries(values).map(([tool, value]) => [
    tool,
    [isRecord(value) ? value : { value, seconds: 0 }],
  ]),
);

describe.each(SCHEMA_JUDGES)('with generated schemas, $name', ({ judge, revision }) => {
  (judge ? describe : describe.skip)('', () => {
    let report: Judgement;
    beforeAll(async () => {
      if (judge) report = await judge(given().url, judged);
    }, 120_000);

    it('lists all tools', () => {
      expect(report.listed).toStrictEqual(expect.arrayContaining(tools));
    });

    it.each(tools)('calls %s, and takes its result', (tool) => {
      const value = values[tool];
      const isWhole = revision === '2026-07-28' || isRecord(value);

      expect(report.given[tool]).toStrictEqual([isWhole ? value : { result: value }]);
    });
  });
});

it.each(tools.filter((tool) => isRecord(values[tool])))(
  'a call of %s is refused without its arguments',
  async (name) => {
    const result = await resultOf(
      given().http.request('tools/call', { name, arguments: { id: 5 } }),
    );

    expect(result).toMatchObject({ isError: true });
  },
);
