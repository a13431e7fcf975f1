/** Results of any type, and schemas of other drafts: clients compile all schemas, and check each result. */
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';

import { isRecord } from '../../../src/core/value/is-record.js';
import { type Judgement, SCHEMA_JUDGES } from '../../support/hosts/schema-judges.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('./foreign-schemas.yaml', import.meta.url));
const given = withTestServers(MANIFEST);

/** Results that fit the tool's output, by tool. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  list: [[{ sku: 'a' }], []],
  text: ['hello', ''],
  maybe: [{ sku: 'a' }, null],
  either: [{ sku: 'a' }, null],
  anything: [{ sku: 'a' }, [1], 'a', 0, false, null],
  only_task: [[1]],
  draft_07: [['a', 1]],
  first_items: [['a', 1, 2], []],
  draft_2019_09: [{ children: [{ children: [] }] }],
  open_api: [{ sku: null }, null],
};
const tools = Object.keys(VALUES);
const judged = Object.fromEntries(
  Object.entries(VALUES).map(([tool, values]) => [
    tool,
    values.map((value) => ({ value, seconds: 0 })),
  ]),
);

describe.each(SCHEMA_JUDGES)('with results of any type, $name', ({ judge, revision }) => {
  const toShown = (value: unknown): unknown =>
    revision === '2026-07-28' || isRecord(value) ? value : { result: value };

  (judge ? describe : describe.skip)('', () => {
    let report: Judgement;
    beforeAll(async () => {
      if (judge) report = await judge(given().url, judged);
    }, 120_000);

    it('lists all tools', () => {
      expect(report.listed).toStrictEqual(expect.arrayContaining(tools));
    });

    it.each(tools)('takes each result of %s', (tool) => {
      expect(report.given[tool]).toStrictEqual(VALUES[tool]?.map(toShown));
    });
  });
});

describe('a schema of another draft', () => {
  it('is listed as 2020-12', async () => {
    const { tools: listed } = await resultOf(given().http.request('tools/list'));
    const text = JSON.stringify(listed);

    expect(text).not.toMatch(/"(?:\$schema|nullable|example|additionalItems|\$recursiveRef)"/);
    expect(text).toContain('"exclusiveMinimum":0');
  });

  it.each([
    ['draft_07', { value: ['a', 1, 2] }, '/value must NOT have more than 2 items'],
    ['first_items', { value: ['a', 1, 'b'] }, '/value/2 must be number'],
    ['open_api', { value: 'a' }, '/value must be object,null'],
  ])('checks arguments of %s as it was meant', async (name, args, message) => {
    const result = await resultOf(
      given().http.request('tools/call', { name, arguments: { seconds: 0, ...args } }),
    );

    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(message) }],
    });
  });
});
