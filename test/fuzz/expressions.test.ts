/** Valid and invalid expressions of a manifest, over values of every kind. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseJson, toJson } from '../../src/core/value/exact-json.js';
import { compileExpression } from '../../src/manifest/compile/compile-expression.js';
import { expressionText } from '../support/fuzz/expression-texts.js';
import { bounded, holdAlways } from '../support/fuzz/fuzz-run.js';
import { hostileText, hostileValue } from '../support/fuzz/hostile-values.js';
import { spoilText, textMutation } from '../support/fuzz/mutation.js';

const TIMEOUT_MS = 60 * 60_000;
/** An expression stops after 1 s; the rest is for copying its value. */
const MAX_MS = 5_000;
const MAX_GIVEN = 4 * 1024 * 1024;
/** A secret in the values, which no reason of a failure may quote. */
const CANARY = 'canary-5f2c9e';

const texts = fc
  .tuple(expressionText, fc.array(textMutation, { maxLength: 2 }), fc.nat(3))
  .map(([text, changes, spoils]) => (spoils === 0 ? spoilText(text, changes) : text));
/** Workflow results or a client's arguments, as they are read from JSON; some contain the secret. */
const values = fc
  .oneof(
    hostileValue,
    fc
      .tuple(
        hostileText,
        hostileValue,
        fc.array(fc.record({ cents: fc.double() }), { maxLength: 200 }),
      )
      .map(([id, name, rows]) => ({ id, name, rows, secret: CANARY, cents: [CANARY] })),
  )
  .map((value) => parseJson(toJson(value) ?? 'null'));

/** The size of a JSON value, by its texts and members. Throws for any other value. */
function measure(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + measure(one), 1);
  if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error('No plain object.');
    return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + measure(one), 1);
  }
  const isJson =
    value === null || ['boolean', 'bigint'].includes(typeof value) || Number.isFinite(value);
  if (!isJson) throw new Error(`That is no JSON: ${typeof value}`);
  return 1;
}

/** @returns The outcome: `refused`, `no value`, `nothing` or `value`. */
async function judge(text: string, value: unknown): Promise<string> {
  const compiled = compileExpression(text);
  if (!compiled.ok) {
    if (compiled.fault === '') throw new Error('It says nothing.');
    return 'refused';
  }
  const { made: expression } = compiled;
  if (expression.text !== text) throw new Error('It is another one.');
  const evaluated = await expression.evaluate({ input: value });
  if (!evaluated.ok) {
    const { reason } = evaluated;
    if (reason === '' || reason.length > 200) throw new Error(`What reason is that: ${reason}`);
    if (reason.includes(CANARY)) throw new Error(`It quotes a value: ${reason}`);
    return 'no value';
  }
  if ((evaluated.value ?? undefined) === undefined) return 'nothing';
  if (measure(evaluated.value) > MAX_GIVEN) throw new Error('It gives too much.');
  return 'value';
}

describe('an expression of a manifest', () => {
  it(
    'is refused with its place, or gives JSON of bounded size in bounded time, and quotes nothing',
    async () => {
      const seen = new Set<string>();
      await holdAlways(
        'expressions',
        0.1,
        fc.asyncProperty(texts, values, async (text, value) => {
          const before = toJson(value);
          await bounded(async () => {
            seen.add(await judge(text, value));
          }, MAX_MS);
          if (toJson(value) !== before) throw new Error('It has changed the value.');
          if (Object.keys(Object.prototype).length > 0)
            throw new Error('It has changed JavaScript.');
        }),
      );

      expect([...seen].sort()).toStrictEqual(['no value', 'nothing', 'refused', 'value']);
    },
    TIMEOUT_MS,
  );
});
