/** Arguments made to take long to check are refused before they do. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { checkBeforeAsking } from '../../../src/calls/start-questions.js';
import { parseArguments } from '../../../src/core/parse-arguments.js';
import type { ToolDefinition } from '../../../src/core/tool-definition.js';
import { defineTools, tool } from '../../../src/manifest/define-tools.js';
import type { Manifest } from '../../../src/manifest/manifest.js';
import { spentCpuMs } from '../../support/spent-cpu-ms.js';

/** Nothing here takes a tenth of it on a machine with time to spare; what is not bounded takes hours. */
const PATIENCE_MS = 9_000;

type Input = Record<string, unknown>;

function toolOf({ tools }: Manifest): ToolDefinition {
  const [found] = tools.values();
  if (!found) throw new Error('There is no tool.');
  return found;
}

/** A tool with one JSON Schema, for both sides of it. */
function toolWith(properties: Input, more: Input = {}): ToolDefinition {
  const input = { type: 'object', properties, ...more } as const;
  const workflow = async (given: never): Promise<unknown> => Promise.resolve(given);
  return toolOf(
    defineTools({
      defaults: { taskQueue: 'q' },
      tools: { t: tool({ workflow, workflowType: 'w', input: input as never, output: input }) },
    }),
  );
}

/** What parsing says, and how long it took, in milliseconds. */
function timed(definition: ToolDefinition, input: Input): { message: string; tookMs: number } {
  const startedAtMs = spentCpuMs();
  let message = 'fits';
  try {
    parseArguments(definition, input, { owner: 'local' });
  } catch (error) {
    message = String(error);
  }
  return { message, tookMs: spentCpuMs() - startedAtMs };
}

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('arguments that are hostile', () => {
  it.each([
    ['size', { a: 'x'.repeat(1024 * 1024) }, 'have 1048584 bytes; at most 1048576 are taken'],
    ['depth', { a: nested(100_000) }, 'have more than 64 levels of nesting'],
  ])('by their %s are refused ahead of the schema', (_what, input, message) => {
    let looks = 0;
    const definition: ToolDefinition = {
      ...toolWith({}),
      confirmation: 'Really?',
      parseInput: () => {
        looks += 1;
        return { ok: true, workflowArguments: [] };
      },
    };

    expect(() => parseArguments(definition, input, { owner: 'local' })).toThrow(message);
    expect(() => {
      checkBeforeAsking(definition, input);
    }).toThrow(message);
    expect(looks).toBe(0);
  });

  it('by many items that have to be unique are compared once each', () => {
    const definition = toolWith({ list: { type: 'array', uniqueItems: true } });
    const list = Array.from({ length: 20_000 }, (_, index) => ({ id: index, tags: ['a'] }));

    const different = timed(definition, { list });
    const same = timed(definition, { list: [...list, { tags: ['a'], id: 0 }] });

    expect(different.message).toBe('fits');
    expect(same.message).toContain('/list must NOT have the same item twice');
    expect(different.tookMs + same.tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a text for a pattern that can explode are matched in linear time', () => {
    const definition = toolWith({ a: { type: 'string', pattern: '^(a+)+$' } });

    const { message, tookMs } = timed(definition, { a: `${'a'.repeat(500_000)}b` });

    expect(message).toContain('/a must match pattern "^(a+)+$"');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it.each([
    ['pattern', { a: { type: 'string', pattern: '^(?=(a+)+$)a' } }, 'a'],
    ['patternProperties', { a: { patternProperties: { '^(?=(a+)+$)a': {} } } }, undefined],
    ['format', { a: { type: 'string', format: 'url' } }, `http://${':'.repeat(2_000)} `],
  ])('by a text for a %s that only JavaScript knows are given up', (_what, properties, text) => {
    const hostile = text === 'a' ? `${'a'.repeat(60)}b` : text;
    const a = hostile ?? { [`${'a'.repeat(60)}b`]: 1 };

    const { message, tookMs } = timed(toolWith(properties), { a });

    expect(message).toContain('t: ');
    expect(message).not.toBe('fits');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by nesting that is checked twice on each level are given up', () => {
    const branch = { properties: { next: { $ref: '#/$defs/node' }, end: { const: 1 } } };
    const definition = toolWith(
      { root: { $ref: '#/$defs/node' } },
      { $defs: { node: { type: 'object', oneOf: [branch, { ...branch, maxProperties: 5 }] } } },
    );
    let root: Input = { end: 2 };
    for (let level = 0; level < 50; level += 1) root = { next: root };

    const { message, tookMs } = timed(definition, { root });

    expect(message).toContain('the arguments: cannot be checked within 500 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a text for a rule of a schema library are given up', () => {
    const definition = toolOf(
      defineTools({
        defaults: { taskQueue: 'q' },
        tools: {
          t: tool({
            workflow: async ({ a }: { a: string }) => Promise.resolve(a),
            workflowType: 'w',
            input: z.object({ a: z.string().regex(/^(a+)+$/) }),
          }),
        },
      }),
    );

    const { message, tookMs } = timed(definition, { a: `${'a'.repeat(60)}b` });

    expect(message).toContain('the arguments: cannot be checked within 500 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by names that are very long are not repeated in full', () => {
    const definition = toolWith({}, { additionalProperties: false });

    const { message } = timed(definition, { ['x'.repeat(60_000)]: 1, ['y'.repeat(500_000)]: 1 });

    expect(message).toContain('is not a known property');
    expect(message.length).toBeLessThan(2_000);
  });

  it('by a million mistakes leave nothing behind', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const definition = toolWith({ list: { type: 'array', items: { type: 'string' } } });
    const input = { list: Array.from({ length: 400_000 }, () => 1) };
    collect();
    const before = process.memoryUsage().heapUsed;

    const { message } = timed(definition, input);
    collect();

    expect(message).toContain('/list/0 must be string');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });
});

describe('a result that takes too long to check', () => {
  it('is taken as it is', () => {
    const { validateOutput } = toolWith({ a: { type: 'string', pattern: '^(?=(a+)+$)a' } });

    expect(validateOutput?.({ a: `${'a'.repeat(60)}b` })).toStrictEqual([]);
    expect(validateOutput?.({ a: 'b' })).toHaveLength(1);
  });
});
