import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import {
  type DefinedTool,
  defineTools,
  tool,
  type ToolSettings,
} from '../../../../src/manifest/load/define-tools.js';
import { problemLinesOf } from '../../../support/manifest-problems.js';

interface Order {
  readonly sku: string;
  readonly quantity: number;
}

async function placeOrder(order: Order): Promise<string> {
  return Promise.resolve(`${order.quantity} × ${order.sku}`);
}

async function rename(id: string, name: string, notify?: boolean): Promise<string> {
  return Promise.resolve(`${id} → ${name} (${notify ? 'notified' : 'silent'})`);
}

const orderSchema = z.object({ sku: z.string().min(1), quantity: z.int().positive() });
const renameSchema = z.object({ id: z.string(), name: z.string() });

/** The tool as it ends up in the catalog. */
function define(defined: DefinedTool): ToolDefinition {
  const [definition] = defineTools({
    defaults: { workflow: { taskQueue: 'q' } },
    tools: { a: defined },
  }).tools.values();
  if (definition) return definition;
  throw new Error('The catalog is empty.');
}

const problemsOf = (options: Parameters<typeof defineTools>[0]): string[] =>
  problemLinesOf(() => defineTools(options));

describe('tool, with a zod object', () => {
  const defined = tool({ workflow: placeOrder, input: orderSchema });

  it("takes the Workflow Type from the function's name", () => {
    expect(define(defined).start.type).toBe('placeOrder');
  });

  it('takes another Workflow Type', () => {
    const named = tool({
      workflow: { definition: placeOrder, type: 'place_order' },
      input: orderSchema,
    });

    expect(define(named).start.type).toBe('place_order');
  });

  it('shows the object as a JSON Schema', () => {
    expect(define(defined).shown.inputSchema).toMatchObject({
      type: 'object',
      required: ['sku', 'quantity'],
      properties: {
        sku: { type: 'string', minLength: 1 },
        quantity: { type: 'integer', exclusiveMinimum: 0 },
      },
    });
  });

  it('gives the Workflow one object', async () => {
    expect(await define(defined).input.parse({ sku: 'tea', quantity: 2 })).toStrictEqual({
      ok: true,
      workflowArguments: [{ sku: 'tea', quantity: 2 }],
    });
  });

  it.each([
    ['a missing member', { sku: 'tea' }, '/quantity'],
    ['a member of another type', { sku: 'tea', quantity: 'two' }, '/quantity'],
    ['a member out of range', { sku: '', quantity: 1 }, '/sku'],
  ])('names the place of %s', async (_what, input, path) => {
    expect(await define(defined).input.parse(input)).toMatchObject({
      ok: false,
      violations: [{ path }],
    });
  });

  it('writes JSON Pointers for places deep down and for odd names', async () => {
    const nested = tool({
      workflow: {
        definition: async (input: { list: { 'a/b': string }[] }) => Promise.resolve(input),
        type: 'nested',
      },
      input: z.object({ list: z.array(z.object({ 'a/b': z.string() })) }),
    });

    expect(await define(nested).input.parse({ list: [{ 'a/b': '' }, { 'a/b': 1 }] })).toMatchObject(
      {
        violations: [{ path: '/list/1/a~1b' }],
      },
    );
  });

  it('names every violation', async () => {
    expect(await define(defined).input.parse({ sku: 5, quantity: 0 })).toMatchObject({
      violations: [{ path: '/sku' }, { path: '/quantity' }],
    });
  });

  it("gives the Workflow what zod's defaults and transformations make, and shows clients what they send", async () => {
    const schema = z.object({
      size: z.string().default('m'),
      when: z.string().transform((text) => Date.parse(text)),
    });
    const shaped = define(
      tool({
        workflow: {
          definition: async (input: { size: string; when: number }) => Promise.resolve(input),
          type: 'shaped',
        },
        input: schema,
      }),
    );

    expect(await shaped.input.parse({ when: '1970-01-01T00:00:01Z' })).toStrictEqual({
      ok: true,
      workflowArguments: [{ size: 'm', when: 1_000 }],
    });
    expect(shaped.shown.inputSchema).toMatchObject({
      required: ['when'],
      properties: { when: { type: 'string' } },
    });
  });

  it('lays arguments out with a function', async () => {
    const { input } = define(
      tool({
        workflow: { definition: rename, arguments: ({ id, name }) => [id, name, true] },
        input: renameSchema,
      }),
    );

    expect(await input.parse({ name: 'n', id: 'i' })).toStrictEqual({
      ok: true,
      workflowArguments: ['i', 'n', true],
    });
    expect(await input.parse({ name: 'n' })).toMatchObject({
      ok: false,
      violations: [{ path: '/id' }],
    });
  });

  it('checks results against a zod object', async () => {
    const { shown, output } = define(
      tool({ workflow: placeOrder, input: orderSchema, output: z.object({ id: z.string() }) }),
    );

    expect(shown.outputSchema).toMatchObject({ type: 'object', required: ['id'] });
    expect(await output?.validate({ id: 'a' })).toStrictEqual([]);
    expect(await output?.validate({})).toStrictEqual([{ path: '/id', message: 'is required' }]);
  });
});

describe('tool, with a JSON Schema', () => {
  const defined = tool({
    workflow: placeOrder,
    input: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
    },
    output: { type: 'object', required: ['id'] },
  });

  it('checks arguments and results against it', async () => {
    const { input, output } = define(defined);

    expect(await input.parse({ sku: 'tea' })).toStrictEqual({
      ok: true,
      workflowArguments: [{ sku: 'tea' }],
    });
    expect(await input.parse({ sku: 5 })).toStrictEqual({
      ok: false,
      violations: [{ path: '/sku', message: 'must be string' }],
    });
    expect(await output?.validate({})).toStrictEqual([{ path: '/id', message: 'is required' }]);
  });
});

describe('tool, as the compiler sees it', () => {
  const text = z.object({ sku: z.string(), quantity: z.string() });
  const pair = (): [number, number] => [1, 2];
  const less = { type: 'object', properties: { sku: {} } } as const;
  const more = { type: 'object', properties: { sku: {}, quantity: {}, size: {} } } as const;
  const required = { ...more, properties: { sku: {}, quantity: {} }, required: ['size'] } as const;
  const settings: ToolSettings = {};

  it('refuses what does not fit, and has no effect at run time until it is defined', () => {
    const refused: (() => DefinedTool)[] = [
      // @ts-expect-error -- the quantity is a text, and the Workflow takes a number
      () => tool({ workflow: placeOrder, input: text }),
      // @ts-expect-error -- the Workflow takes three arguments, and gets one object
      () => tool({ workflow: rename, input: renameSchema }),
      // @ts-expect-error -- the arguments are numbers, and the Workflow takes texts
      () => tool({ workflow: { definition: rename, arguments: pair }, input: renameSchema }),
      // @ts-expect-error -- the JSON Schema lacks a property of the Workflow's argument
      () => tool({ workflow: placeOrder, input: less }),
      // @ts-expect-error -- the JSON Schema requires a property that the Workflow does not know
      () => tool({ workflow: placeOrder, input: required }),
      // @ts-expect-error -- the input is no object
      () => tool({ workflow: placeOrder, input: z.string() }),
      // @ts-expect-error -- there is no input
      () => tool({ workflow: placeOrder }),
      // @ts-expect-error -- there is no Workflow
      () => tool({ input: orderSchema }),
      // @ts-expect-error -- a Workflow returns a promise
      () => tool({ workflow: (order: Order) => order.sku, input: orderSchema }),
      // @ts-expect-error -- there is no such setting
      () => tool({ ...settings, workflow: placeOrder, input: orderSchema, tll: '5m' }),
      // @ts-expect-error -- a task is required, optional or forbidden
      () => tool({ workflow: placeOrder, input: orderSchema, task: 'maybe' }),
    ];

    expect(refused).not.toHaveLength(0);
  });

  it('accepts a Workflow that takes less than the input has', () => {
    const readSku = async ({ sku }: { sku: string }): Promise<string> => Promise.resolve(sku);

    expect(define(tool({ workflow: readSku, input: orderSchema })).start.type).toBe('readSku');
  });
});

describe('defineTools', () => {
  it('takes every setting, those of the server included', () => {
    const { server, tools } = defineTools({
      server: { name: 'orders', title: 'Orders', version: '1.2.3', instructions: 'Order.' },
      defaults: {
        workflow: { taskQueue: 'q', executionTimeout: '1h' },
        task: { pollInterval: '1s' },
      },
      tools: {
        place_order: tool({
          workflow: { definition: placeOrder, priority: 2 },
          input: orderSchema,
          title: 'Place an order',
          description: 'Places it.',
          annotations: { destructiveHint: true },
          task: { support: 'required', immediateResponse: 'Ordered.' },
          ttl: '2 hours',
          cancel: { signal: null },
        }),
      },
    });

    expect(server).toStrictEqual({
      name: 'orders',
      title: 'Orders',
      version: '1.2.3',
      instructions: 'Order.',
    });
    expect(tools.get('place_order')).toMatchObject({
      name: 'place_order',
      shown: {
        title: 'Place an order',
        description: 'Places it.',
        annotations: { destructiveHint: true },
      },
      start: { taskQueue: 'q', executionTimeout: 3_600_000, priority: 2 },
      task: { support: 'required', pollInterval: 1_000, immediateResponse: 'Ordered.' },
      ttl: { default: 7_200_000 },
      cancel: { signal: null },
    });
  });

  /** Not a property's value, which would take the property's name. */
  const nameless = (): (() => Promise<void>) => async () => Promise.resolve();
  const good = tool({ workflow: placeOrder, input: orderSchema });
  const defaults = { workflow: { taskQueue: 'q' } };

  it.each<[string, Parameters<typeof defineTools>[0], string]>([
    ['no tool', { defaults, tools: {} }, 'tools: No tools'],
    ['no taskQueue', { tools: { a: good } }, 'tools.a.workflow.taskQueue: Missing: a taskQueue'],
    ['a bad name', { defaults, tools: { 'a b': good } }, 'tools.a b: A tool name has'],
    [
      'a bad duration',
      { defaults, tools: { a: tool({ workflow: placeOrder, input: orderSchema, ttl: '5x' }) } },
      'tools.a.ttl: "5x" is not a duration',
    ],
    [
      'a bad duration among the defaults',
      { defaults: { ...defaults, ttl: '-1s' }, tools: { a: good } },
      'defaults.ttl: "-1s" is not a duration',
    ],
    [
      'a ttl beyond its maximum',
      {
        defaults,
        tools: {
          a: tool({ workflow: placeOrder, input: orderSchema, ttl: { default: '2s', max: '1s' } }),
        },
      },
      'tools.a.ttl.default: The ttl of a task is longer than ttl.max (1 second): shorten it, or raise ttl.max.',
    ],
    [
      'a Workflow without a name',
      {
        defaults,
        tools: { a: tool({ workflow: nameless(), input: z.object() }) },
      },
      'tools.a.workflow.type: Must not be empty.',
    ],
    [
      'a Workflow that is written in place',
      {
        defaults,
        tools: { a: tool({ workflow: async () => Promise.resolve(), input: z.object() }) },
      },
      'tools.a.workflow.type: Must not be empty.',
    ],
    [
      'a definition that is written in place',
      {
        defaults,
        tools: {
          a: tool({
            workflow: { definition: async () => Promise.resolve(), priority: 1 },
            input: z.object(),
          }),
        },
      },
      'tools.a.workflow.type: Must not be empty.',
    ],
    [
      'a JSON Schema that is not valid',
      {
        defaults,
        tools: {
          a: tool({
            workflow: {
              definition: async (input: { b: string }) => Promise.resolve(input),
              type: 'w',
            },
            input: { type: 'object', properties: { b: { type: 'strin' } } },
          }),
        },
      },
      'tools.a.input.properties.b.type: Not a valid JSON Schema',
    ],
  ])('refuses %s, with its path', (_what, options, problem) => {
    expect(problemsOf(options)).toStrictEqual([expect.stringContaining(`defineTools ${problem}`)]);
  });

  it('names every problem of form at once', () => {
    const bad = tool({
      workflow: { definition: placeOrder, priority: 9 },
      input: orderSchema,
      ttl: '',
    });

    expect(problemsOf({ server: { name: '' }, tools: { a: bad } })).toHaveLength(3);
  });
});
