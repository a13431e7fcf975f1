/** The server refuses arguments that would take too long to check. */
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { parseArguments } from '../../../../src/core/tool/parse-arguments.js';
import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { askBeforeStart } from '../../../../src/service/calls/start/start-questions.js';
import { toCallRequest, toExchange } from '../../../support/open-calls.js';
import { spentCpuMs } from '../../../support/spent-cpu-ms.js';
import { collectGarbage } from '../../../support/used-heap.js';

/** CPU time. A check takes less than a tenth of it on an idle machine, and hours without a limit. */
const PATIENCE_MS = 9_000;

type Input = Record<string, unknown>;

const MANY_WAYS = /^(?:(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){0,3}(a+)+$/;

function toolOf({ tools }: Manifest): ToolDefinition {
  const [found] = tools.values();
  if (!found) throw new Error('There is no tool.');
  return found;
}

/** A tool of a TypeScript manifest. */
function zodToolWith(input: z.ZodObject): ToolDefinition {
  const workflow = async (value: unknown): Promise<unknown> => Promise.resolve(value);
  return toolOf(
    defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: { t: tool({ workflow: { definition: workflow, type: 'w' }, input }) },
    }),
  );
}

/** A tool with the same JSON Schema for its input and its output. */
function toolWith(properties: Input, more: Input = {}): ToolDefinition {
  const input = { type: 'object', properties, ...more } as const;
  const workflow = async (given: never): Promise<unknown> => Promise.resolve(given);
  return toolOf(
    defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        t: tool({
          workflow: { definition: workflow, type: 'w' },
          input: input as never,
          output: input,
        }),
      },
    }),
  );
}

/** The check tries both branches on each level, so that each level doubles its work. */
function nodeOf(next: Input): Input {
  const branch = { properties: { next, end: { const: 1 } } };
  return { type: 'object', oneOf: [branch, { ...branch, maxProperties: 5 }] };
}
const NODE = { node: nodeOf({ $ref: '#/$defs/node' }) };

function chainOf(levels: number): Input {
  let chain: Input = { end: 2 };
  for (let level = 0; level < levels; level += 1) chain = { next: chain };
  return chain;
}

/** Parses arguments. @returns The message of the error, and the CPU time in milliseconds. */
async function timed(
  definition: ToolDefinition,
  input: Input,
): Promise<{ message: string; tookMs: number }> {
  const startedAtMs = spentCpuMs();
  let message = 'fits';
  try {
    await parseArguments(definition, input, { owner: 'local' });
  } catch (error) {
    message = String(error);
  }
  return { message, tookMs: spentCpuMs() - startedAtMs };
}

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

describe('arguments that are hostile', () => {
  it.each([
    ['size', { a: 'x'.repeat(1024 * 1024) }, 'have 1048584 bytes, more than the limit of 1048576'],
    ['depth', { a: nested(100_000) }, 'have more than 64 levels of nesting'],
  ])('by their %s are refused ahead of the schema', async (_what, input, message) => {
    let looks = 0;
    const definition: ToolDefinition = {
      ...toolWith({}),
      confirm: { text: { text: 'Really?', parts: ['Really?'] } },
      input: {
        parse: async () => {
          looks += 1;
          return Promise.resolve({ ok: true, workflowArguments: [] });
        },
      },
    };

    const by = { owner: 'local' };
    await expect(parseArguments(definition, input, by)).rejects.toThrow(message);
    const request = toCallRequest({ input });
    const call = { tool: definition, exchange: toExchange(), request, logger: undefined };
    const start = askBeforeStart(call, async () => Promise.reject(new Error('It has started.')));
    await expect(start).rejects.toThrow(message);
    expect(looks).toBe(0);
  });

  it('by many items that have to be unique are compared once each', async () => {
    const definition = toolWith({ list: { type: 'array', uniqueItems: true } });
    const list = Array.from({ length: 20_000 }, (_, index) => ({ id: index, tags: ['a'] }));

    const different = await timed(definition, { list });
    const same = await timed(definition, { list: [...list, { tags: ['a'], id: 0 }] });

    expect(different.message).toBe('fits');
    expect(same.message).toContain('/list must NOT have the same item twice');
    expect(different.tookMs + same.tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a text for a pattern that can explode are matched in linear time', async () => {
    const definition = toolWith({ a: { type: 'string', pattern: '^(a+)+$' } });

    const { message, tookMs } = await timed(definition, { a: `${'a'.repeat(500_000)}b` });

    expect(message).toContain('/a must match pattern "^(a+)+$"');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a text for a format that goes back over it are checked within a limit', async () => {
    const definition = toolWith({ a: { type: 'string', format: 'url' } });

    const { message, tookMs } = await timed(definition, { a: `http://${':'.repeat(2_000)} ` });

    expect(message).toContain('t: ');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it.each([
    ['a reference', { $ref: '#/$defs/node' }, NODE],
    ['a name', { $ref: '#node' }, { node: { ...nodeOf({ $ref: '#node' }), $anchor: 'node' } }],
    [
      'a dynamic reference',
      { $ref: '#/$defs/node' },
      { node: { ...nodeOf({ $dynamicRef: '#node' }), $dynamicAnchor: 'node' } },
    ],
    [
      'an ID of a part',
      { $ref: 'https://example.com/node' },
      { node: { ...nodeOf({ $ref: '#' }), $id: 'https://example.com/node' } },
    ],
  ])('by nesting that %s has checked twice on each level are given up', async (_, root, $defs) => {
    const { message, tookMs } = await timed(toolWith({ root }, { $defs }), { root: chainOf(50) });

    expect(message).toContain('the arguments: cannot be checked within 1000 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a schema whose references double its work with each step are given up', async () => {
    const steps = 34;
    const $defs = Object.fromEntries(
      Array.from({ length: steps }, (_, step) => {
        const next = { $ref: `#/$defs/step${step + 1}` };
        return [`step${step}`, step === steps - 1 ? { type: 'string' } : { allOf: [next, next] }];
      }),
    );

    const { message, tookMs } = await timed(
      toolWith({ root: { $ref: '#/$defs/step0' } }, { $defs }),
      { root: 'x' },
    );

    expect(message).toContain('the arguments: cannot be checked within 1000 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a text for a pattern that RE2 does not know are given up', async () => {
    const definition = toolWith({ a: { type: 'string', pattern: '^(?=a)(a+)+$' } });

    const { message, tookMs } = await timed(definition, { a: `${'a'.repeat(60)}b` });

    expect(message).toContain('the arguments: cannot be checked within 1000 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by a name for such a pattern of names are given up', async () => {
    const definition = toolWith({ a: { patternProperties: { '^(?!x)(a+)+$': true } } });

    const { message, tookMs } = await timed(definition, { a: { [`${'a'.repeat(60)}b`]: 1 } });

    expect(message).toContain('the arguments: cannot be checked within 1000 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it.each<[where: string, input: z.ZodObject, value: (text: string) => unknown]>([
    ['a property', z.object({ a: z.string().regex(MANY_WAYS) }), (text) => text],
    [
      'a list within a union',
      z.object({ a: z.union([z.number(), z.array(z.string().regex(MANY_WAYS).optional())]) }),
      (text) => [text],
    ],
    [
      'what a transformation makes',
      z.object({
        a: z
          .string()
          .transform((text) => text.trim())
          .pipe(z.string().regex(MANY_WAYS)),
      }),
      (text) => text,
    ],
  ])(
    'by a text for the pattern of a zod object in %s are matched in linear time',
    async (_, input, value) => {
      const definition = zodToolWith(input);

      const { message, tookMs } = await timed(definition, { a: value(`${'a'.repeat(60)}b`) });

      expect(message).toContain('Invalid string: must match pattern /^(?:(25');
      expect(tookMs).toBeLessThan(PATIENCE_MS);
      const fitting = { a: value('25.1.aaa') };
      await expect(parseArguments(definition, fitting, { owner: 'local' })).resolves.toBeDefined();
    },
  );

  it('by a text for a pattern of a zod object that RE2 does not know are given up', async () => {
    const definition = zodToolWith(z.object({ a: z.string().regex(/^(?=a)(a+)+$/) }));

    const { message, tookMs } = await timed(definition, { a: `${'a'.repeat(60)}b` });

    expect(message).toContain('the arguments: cannot be checked within 500 ms');
    expect(tookMs).toBeLessThan(PATIENCE_MS);
  });

  it('by names that are very long are not repeated in full', async () => {
    const definition = toolWith({}, { additionalProperties: false });

    const { message } = await timed(definition, {
      ['x'.repeat(60_000)]: 1,
      ['y'.repeat(500_000)]: 1,
    });

    expect(message).toContain('is not a known property');
    expect(message.length).toBeLessThan(2_000);
  });

  it('by a million mistakes leave nothing behind', async () => {
    const definition = toolWith({ list: { type: 'array', items: { type: 'string' } } });
    const input = { list: Array.from({ length: 400_000 }, () => 1) };
    collectGarbage();
    const before = process.memoryUsage().heapUsed;

    const { message } = await timed(definition, input);
    collectGarbage();

    expect(message).toContain('/list/0 must be string');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
  });
});

const LINE = { line: { type: 'object', properties: { sku: { type: 'string' } } } };
const LINES = { type: 'array', items: { $ref: '#/$defs/line' } };

describe('a check that takes long', () => {
  it('leaves the process to other work meanwhile', async () => {
    const definition = toolWith({ root: { $ref: '#/$defs/node' } }, { $defs: NODE });
    const order: string[] = [];
    // Starts the thread first, because its start must not affect the order.
    await timed(definition, { root: chainOf(1) });

    await Promise.all([
      timed(definition, { root: chainOf(50) }).then(() => order.push('a long check')),
      timed(toolWith({ a: { type: 'string' } }), { a: 'x' }).then(() => order.push('a quick one')),
      timed(toolWith({ a: LINES }, { $defs: LINE }), { a: [{ sku: 'x' }] }).then(() =>
        order.push('one with references'),
      ),
      // Stands for other work of the process, such as timers and sockets.
      new Promise((resolve) => setTimeout(resolve, 0)).then(() => order.push('a timer')),
    ]);

    expect(order.at(-1)).toBe('a long check');
    expect(order).toHaveLength(4);
  });
});

describe('a result that takes too long to check', () => {
  it('is taken as it is', async () => {
    const { output } = toolWith({ root: { $ref: '#/$defs/node' } }, { $defs: NODE });

    expect(await output?.validate({ root: 1 })).not.toHaveLength(0);
    expect(await output?.validate({ root: chainOf(50) })).toStrictEqual([]);
  });
});
