/** Values that the server makes of a call's arguments: Workflow IDs, texts, Workflow arguments, canonical JSON. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isTaskError, TaskErrorCode } from '../../src/core/errors.js';
import { layOut } from '../../src/core/mapping/argument-layout.js';
import { showText } from '../../src/core/mapping/text.js';
import {
  fillWorkflowId,
  findIdTemplateFaults,
  isOwnWorkflowId,
} from '../../src/core/task/own-workflow-id.js';
import { parseArguments } from '../../src/core/tool/parse-arguments.js';
import { toCanonicalJson } from '../../src/core/value/canonical-json.js';
import { fromJsonPointer, toJsonPointer } from '../../src/core/value/json-pointer.js';
import { readMember } from '../../src/core/value/member-path.js';
import { toExpression } from '../../src/manifest/compile/compile-expression.js';
import { toCompiledText } from '../../src/manifest/compile/compile-text.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { fuzzedTools } from '../support/fuzz/fuzzed-tasks.js';
import { hostileText, hostileValue, withMember } from '../support/fuzz/hostile-values.js';
import { startedBy } from '../support/fuzz/judge-answer.js';
import { mutations, spoil } from '../support/fuzz/mutation.js';

const TIMEOUT_MS = 60 * 60_000;

const separator = fc.constantFrom('-', '.', '_', '~', ':', '@', '/', '+', ',', '=', '-x', '//');
/** Many similar values, so that two equal ones occur. */
const idPart = fc.oneof(
  fc.constantFrom(
    'a',
    '-',
    '%2D',
    '%',
    '\ud800',
    '\udc00',
    '\ufffd',
    '\ud83d\ude00',
    'a/',
    '/a',
    'A',
  ),
  hostileText.filter((text) => text !== '').map((text) => text.slice(0, 12)),
);

describe('the arguments of a call', () => {
  it(
    'make Workflow IDs that are different where they are',
    async () => {
      await holdAlways(
        'Workflow IDs',
        0.06,
        fc.asyncProperty(
          fc.array(separator, { minLength: 1, maxLength: 2 }),
          fc.tuple(idPart, idPart, idPart),
          fc.array(fc.tuple(fc.nat(2), idPart), { maxLength: 2 }),
          async (separators, one, changes) => {
            const other: string[] = [...one];
            for (const [at, value] of changes) other[at] = value;
            const names = ['a', 'b', 'c'].slice(0, separators.length + 1);
            const template = toCompiledText(
              `o-${names.map((name, at) => `{${name}}${separators[at] ?? ''}`).join('')}`,
            );
            if (findIdTemplateFaults(template).length > 0) throw new Error('It is sound.');
            const toId = (values: readonly string[]): string =>
              fillWorkflowId(template, values.slice(0, names.length));
            await bounded(() => {
              const ids = [toId(one), toId(other)] as const;
              const isSame = names.every((_name, at) => one[at] === other[at]);
              if (isSame !== (ids[0] === ids[1])) throw new Error(`The same: ${ids.join(' and ')}`);
              // An ID of more than 200 characters is no valid own ID.
              if (ids[0].length <= 200 && !isOwnWorkflowId(ids[0])) throw new Error(ids[0]);
            });
          },
        ),
      );

      expect(isOwnWorkflowId('o-1')).toBe(true);
    },
    TIMEOUT_MS,
  );

  it(
    'have one canonical text each, which says all of them',
    async () => {
      await holdAlways(
        'canonical JSON',
        0.05,
        fc.asyncProperty(hostileValue, hostileValue, mutations, async (value, other, changes) => {
          const spoilt = spoil(value, changes, other);
          await bounded(() => {
            const text = toCanonicalJson(spoilt ?? null);
            const again = toCanonicalJson(JSON.parse(text));
            if (again !== text) throw new Error('It is not its own.');
            const isSame = JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(again));
            if (!isSame) throw new Error('It says something else.');
            const reversed = reverse(spoilt ?? null);
            if (toCanonicalJson(reversed) !== text) throw new Error('The order counts.');
          });
        }),
      );

      expect(toCanonicalJson({ b: 1, a: 2 })).toBe('{"a":2,"b":1}');
    },
    TIMEOUT_MS,
  );

  it(
    'are read, laid out and filled in as their own members alone',
    async () => {
      await holdAlways(
        'paths, layouts and texts',
        0.05,
        fc.asyncProperty(hostileValue, hostileText, hostileText, async (value, name, path) => {
          const members = { a: value };
          await bounded(async () => {
            const read = readMember(value, path);
            if (typeof read === 'function') throw new Error('That is of JavaScript.');
            const laidOut = await layOut(
              [toExpression('a'), toExpression(name, [name]), { value: 1 }],
              { input: members },
            );
            if (!laidOut.ok || laidOut.workflowArguments.some((one) => typeof one === 'function')) {
              throw new Error('That is of JavaScript as well.');
            }
            const text = toCompiledText(`${path}{$query}{${name}}`);
            if (typeof (await showText(text, { query: value, input: members })).text !== 'string')
              throw new Error('No text.');
            if (!name.includes('.')) {
              const own = withMember({}, name, 1);
              if (readMember(own, name) !== 1) throw new Error('Its own member is not read.');
            }
            const pointer = toJsonPointer([name, path]);
            if (fromJsonPointer(pointer).map(String).join('\n') !== `${name}\n${path}`) {
              throw new Error('The pointer leads elsewhere.');
            }
          });
        }),
      );

      expect(readMember({ a: 1 }, 'a')).toBe(1);
    },
    TIMEOUT_MS,
  );

  it(
    'are taken where they fit the schema, and refused as what is wrong with them',
    async () => {
      const order = fuzzedTools.get('order');
      if (!order) throw new Error('There is no such tool.');
      const valid = { sku: 'a-1', quantity: 2, tags: ['x', 'y'], due: '2026-02-28T09:00:00Z' };
      const verdicts = new Set<boolean>();
      await holdAlways(
        'arguments against a schema',
        0.06,
        fc.asyncProperty(mutations, hostileValue, async (changes, other) => {
          const input = spoil(valid, changes, other);
          const call = { name: 'order', arguments: input };
          await bounded(async () => {
            let isTaken = true;
            try {
              await parseArguments(order, input as Record<string, unknown>, { owner: 'local' });
            } catch (error) {
              if (!isTaskError(error) || error.code !== TaskErrorCode.invalidArguments) throw error;
              isTaken = false;
            }
            verdicts.add(isTaken);
            const params = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
            if (isTaken !== (startedBy(params) !== undefined)) throw new Error(`Taken: ${isTaken}`);
          });
        }),
      );

      expect(verdicts.size).toBe(2);
    },
    TIMEOUT_MS,
  );
});

/** Reverses the order of members in all objects of a value. */
function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .reverse()
    .reduce<object>((object, [name, member]) => withMember(object, name, reverse(member)), {});
}
