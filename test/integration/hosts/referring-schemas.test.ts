/** Clients check each result against its schema, and compile the schemas of all tools before the first call. */
import { fileURLToPath } from 'node:url';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import {
  type JudgedCalls,
  type Judgement,
  SCHEMA_JUDGES,
} from '../../support/hosts/schema-judges.js';
import { resultOf } from '../../support/steps/rev2025-task-steps.js';
import { withTestServers } from '../../support/with-test-server.js';

const MANIFEST = fileURLToPath(new URL('./referring-schemas.yaml', import.meta.url));
const given = withTestServers(MANIFEST);

const TOOLS = [
  ...['defs', 'definitions', 'all_of', 'with_id', 'with_the_same_id', 'anchor', 'itself'],
] as const;
const FITTING = { lines: [{ sku: 'a' }] };
const MISFIT = { lines: [{ sku: 1 }] };
const QUICK = [
  { value: FITTING, seconds: 0 },
  { value: MISFIT, seconds: 0 },
];
const LONG = [{ value: FITTING, seconds: 60 }];

const callEach = (calls: JudgedCalls[string]): JudgedCalls =>
  Object.fromEntries(TOOLS.map((name) => [name, calls]));

let handles: ReadonlyMap<string, Judgement | undefined>;

// A handle takes 15 s, so all clients wait for theirs side by side.
beforeAll(async () => {
  const { url } = given();
  const wait = SCHEMA_JUDGES.map(
    async ({ name, judge }) => [name, await judge?.(url, callEach(LONG))] as const,
  );
  handles = new Map(await Promise.all(wait));
});

describe.each(SCHEMA_JUDGES)(
  'with schemas that refer to their own parts, $name',
  ({ name, judge }) => {
    (judge ? describe : describe.skip)('', () => {
      let report: Judgement;
      beforeAll(async () => {
        if (judge) report = await judge(given().url, callEach(QUICK));
      }, 120_000);

      it('lists all tools', () => {
        expect(report.listed).toStrictEqual(expect.arrayContaining([...TOOLS, 'change']));
      });

      it.each(TOOLS)('takes a result, a misfit and a handle of %s', (tool) => {
        expect(report.given[tool]).toStrictEqual([
          FITTING,
          { warning: expect.any(String), returned: MISFIT },
        ]);
        expect(handles.get(name)?.given[tool]).toStrictEqual([
          expect.objectContaining({ taskId: expect.any(String), status: 'working' }),
        ]);
      });
    });
  },
);

it('an action asks only its own arguments for the task', async () => {
  const { tools } = await resultOf(given().http.request('tools/list'));
  const action = (tools as { name: string; inputSchema: object }[]).find(
    ({ name }) => name === 'change',
  );
  const isValid = new Ajv2020({ strict: false }).compile(action?.inputSchema ?? {});

  expect(isValid({ task_id: 'x', name: 'a', children: [{ name: 'b' }] })).toBe(true);
  expect(isValid({ name: 'a' })).toBe(false);
});
