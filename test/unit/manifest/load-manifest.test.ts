import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../src/core/tool-definition.js';
import { loadManifest, parseManifest } from '../../../src/manifest/load-manifest.js';
import { ManifestError } from '../../../src/manifest/manifest-error.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A manifest with one sound tool, to which a test adds lines at the tool's level. */
const TOOL = 'tools:\n  a:\n    workflow: doIt\n    taskQueue: q\n';

function parseTool(text: string): ToolDefinition | undefined {
  return parseManifest(text, 'm.yaml', {}).tools.get('a');
}

/** What is wrong with a manifest, as a user reads it, one problem a line. */
function problemsOf(text: string, environment: NodeJS.ProcessEnv = {}): string[] {
  try {
    parseManifest(text, 'm.yaml', environment);
  } catch (error) {
    if (error instanceof ManifestError) return error.message.split('\n');
    throw error;
  }
  return [];
}

function pathTo(name: string): string {
  return fileURLToPath(new URL(`../../../${name}`, import.meta.url));
}

describe('parseManifest', () => {
  it('fills in what a tool leaves out', () => {
    const { parseInput, ...tool } = parseTool(TOOL) ?? {};

    expect(tool).toStrictEqual({
      name: 'a',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      workflowType: 'doIt',
      taskQueue: 'q',
      taskSupport: 'optional',
      ttlMs: DAY_MS,
      minTtlMs: MINUTE_MS,
      maxTtlMs: 30 * DAY_MS,
      pollIntervalMs: 2_000,
      execution: {},
      cancelSignal: 'mcp.task.cancel',
      onDisconnect: 'continue',
      showActivityFailures: false,
    });
    expect(parseInput?.({})).toStrictEqual({ ok: true, workflowArguments: [{}] });
    expect(parseInput?.({ b: 1 })).toMatchObject({ ok: false });
  });

  it('takes every option of a tool', () => {
    const { parseInput, validateOutput, ...tool } =
      parseTool(`
tools:
  a:
    title: Do it
    description: Does it.
    annotations:
      title: Doing
      readOnlyHint: true
      destructiveHint: false
      idempotentHint: true
      openWorldHint: false
    workflow: doIt
    taskQueue: q
    task: required
    ttl: 2 hours
    minTtl: 1 hour
    maxTtl: 3 hours
    pollInterval: 500
    timeouts: { execution: 1h, run: 30m, workflowTask: 5s }
    retry:
      initialInterval: 1s
      backoffCoefficient: 1.5
      maximumInterval: 1m
      maximumAttempts: 3
      nonRetryableErrorTypes: [BadFile, SoldOut]
    priority: 5
    cancelSignal: stop
    onDisconnect: cancel
    showActivityFailures: true
    immediateResponse: It is being done.
    input: { type: object, properties: { b: { type: string } } }
    output: { type: object, required: [c] }
`) ?? {};

    expect(tool).toStrictEqual({
      name: 'a',
      title: 'Do it',
      description: 'Does it.',
      annotations: {
        title: 'Doing',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      inputSchema: { type: 'object', properties: { b: { type: 'string' } } },
      outputSchema: { type: 'object', required: ['c'] },
      workflowType: 'doIt',
      taskQueue: 'q',
      taskSupport: 'required',
      ttlMs: 2 * 60 * MINUTE_MS,
      minTtlMs: 60 * MINUTE_MS,
      maxTtlMs: 3 * 60 * MINUTE_MS,
      pollIntervalMs: 500,
      immediateResponse: 'It is being done.',
      execution: {
        executionTimeoutMs: 60 * MINUTE_MS,
        runTimeoutMs: 30 * MINUTE_MS,
        workflowTaskTimeoutMs: 5_000,
        retry: {
          initialIntervalMs: 1_000,
          backoffCoefficient: 1.5,
          maximumIntervalMs: MINUTE_MS,
          maximumAttempts: 3,
          nonRetryableErrorTypes: ['BadFile', 'SoldOut'],
        },
        priority: 5,
      },
      cancelSignal: 'stop',
      onDisconnect: 'cancel',
      showActivityFailures: true,
    });
    expect(parseInput?.({ b: 'x' })).toStrictEqual({ ok: true, workflowArguments: [{ b: 'x' }] });
    expect(validateOutput?.({})).toStrictEqual([{ path: '/c', message: 'is required' }]);
  });

  it('takes every option of the server', () => {
    const server = { name: 'orders', title: 'Orders', version: '1.2.3', instructions: 'Order.' };

    expect(parseManifest(`server: ${JSON.stringify(server)}\n${TOOL}`).server).toStrictEqual(
      server,
    );
  });

  it('gives the server a name unless it has one', () => {
    expect(parseManifest(TOOL).server).toStrictEqual({ name: 'temporal-mcp-tasks' });
  });

  it.each([
    ['takeQueue', 'taskQueue: d', 'taskQueue', 'q'],
    ['task', 'task: required', 'taskSupport', 'required'],
    ['ttl', 'ttl: 5 minutes', 'ttlMs', 300_000],
    ['minTtl', 'minTtl: 2 days', 'ttlMs', 2 * DAY_MS],
    ['maxTtl', 'maxTtl: 1 hour', 'ttlMs', 60 * MINUTE_MS],
    ['pollInterval', 'pollInterval: 1s', 'pollIntervalMs', 1_000],
    ['timeouts', 'timeouts: { run: 1s }', 'execution', { runTimeoutMs: 1_000 }],
    ['retry', 'retry: {}', 'execution', { retry: {} }],
    ['priority', 'priority: 1', 'execution', { priority: 1 }],
    ['cancelSignal', 'cancelSignal: stop', 'cancelSignal', 'stop'],
    ['no cancelSignal', 'cancelSignal: null', 'cancelSignal', null],
    ['onDisconnect', 'onDisconnect: cancel', 'onDisconnect', 'cancel'],
    ['showActivityFailures', 'showActivityFailures: true', 'showActivityFailures', true],
  ])('lets the defaults say %s for every tool', (...[, written, member, expected]) => {
    const text = `defaults: { ${written.replaceAll('\n', ', ')} }\n${TOOL}`;

    expect(parseTool(text)).toHaveProperty(member, expected);
  });

  it.each([
    ['a duration', 'ttl: 5m', 'ttl: 6m', 'ttlMs', 360_000],
    [
      'a flag, to the contrary',
      'showActivityFailures: true',
      'showActivityFailures: false',
      'showActivityFailures',
      false,
    ],
    ['no signal', 'cancelSignal: stop', 'cancelSignal: null', 'cancelSignal', null],
    [
      'timeouts as a whole',
      'timeouts: { run: 1s }',
      'timeouts: { execution: 2s }',
      'execution',
      { executionTimeoutMs: 2_000 },
    ],
  ])('lets a tool say otherwise: %s', (...[, inDefaults, inTool, member, expected]) => {
    const text = `defaults:\n  ${inDefaults}\n${TOOL}    ${inTool}\n`;

    expect(parseTool(text)).toHaveProperty(member, expected);
  });

  it('lays arguments out by position, with null for gaps and nothing at the end', () => {
    const { parseInput } =
      parseTool(
        `${TOOL}    arguments: [b, c, d]\n    input: { type: object, properties: { b: {}, c: {}, d: {} } }\n`,
      ) ?? {};

    expect(parseInput?.({ d: 3, b: 1, c: 2 })).toMatchObject({ workflowArguments: [1, 2, 3] });
    expect(parseInput?.({ b: 1, d: 3 })).toMatchObject({ workflowArguments: [1, null, 3] });
    expect(parseInput?.({ b: 1 })).toStrictEqual({ ok: true, workflowArguments: [1] });
    expect(parseInput?.({ b: null })).toStrictEqual({ ok: true, workflowArguments: [null] });
    expect(parseInput?.({})).toStrictEqual({ ok: true, workflowArguments: [] });
  });

  it('takes tool names of every kind that MCP recommends', () => {
    const names = ['a', 'a_b-c.D9', 'constructor', 'a'.repeat(128)];
    const tools = Object.fromEntries(
      names.map((name) => [name, { workflow: 'w', taskQueue: 'q' }]),
    );

    expect([...parseManifest(JSON.stringify({ tools })).tools.keys()]).toStrictEqual(names);
  });

  it('repeats what an anchor names', () => {
    const text =
      `x: 1\n`.replace('x: 1\n', '') +
      `${TOOL}    input: &i { type: object, required: [b] }\n    output: *i\n`;

    expect(parseTool(text)?.outputSchema).toStrictEqual({ type: 'object', required: ['b'] });
  });

  it.each([
    ['at the top', `${TOOL}toolz: 1\n`, '5:1 toolz: Unknown key "toolz". Did you mean "tools"?'],
    [
      'of the server',
      `server:\n  nam: x\n${TOOL}`,
      '2:3 server.nam: Unknown key "nam". Did you mean "name"?',
    ],
    [
      'of the defaults',
      `defaults: { tll: 1 }\n${TOOL}`,
      '1:13 defaults.tll: Unknown key "tll". Did you mean "ttl"?',
    ],
    [
      'of a tool',
      `${TOOL}    worklow: b\n`,
      '5:5 tools.a.worklow: Unknown key "worklow". Did you mean "workflow"?',
    ],
    [
      'of annotations',
      `${TOOL}    annotations: { titel: x }\n`,
      '5:20 tools.a.annotations.titel: Unknown key "titel". Did you mean "title"?',
    ],
    [
      'of timeouts',
      `${TOOL}    timeouts: { executon: 1s }\n`,
      '5:17 tools.a.timeouts.executon: Unknown key "executon". Did you mean "execution"?',
    ],
    [
      'of retry',
      `${TOOL}    retry:\n      maximumAttempt: 3\n`,
      '6:7 tools.a.retry.maximumAttempt: Unknown key "maximumAttempt". Did you mean "maximumAttempts"?',
    ],
    [
      'that differs in case',
      `${TOOL}    TTL: 5m\n`,
      '5:5 tools.a.TTL: Unknown key "TTL". Did you mean "ttl"?',
    ],
    [
      'that resembles none',
      `${TOOL}    favouriteColour: red\n`,
      '5:5 tools.a.favouriteColour: Unknown key "favouriteColour".',
    ],
  ])('names an unknown key %s, and the one that was meant', (_where, text, problem) => {
    expect(problemsOf(text)).toStrictEqual([`m.yaml:${problem}`]);
  });

  it.each([
    ['inputSchema', 'input'],
    ['outputSchema', 'output'],
    ['workflowType', 'workflow'],
    ['taskSupport', 'task'],
    ['retryPolicy', 'retry'],
    ['args', 'arguments'],
    ['workflowExecutionTimeout', 'timeouts.execution'],
    ['executionTimeout', 'timeouts.execution'],
    ['queue', 'taskQueue'],
  ])('knows that %s is another word for %s', (written, meant) => {
    expect(problemsOf(`${TOOL}    ${written}: {}\n`)).toStrictEqual([
      `m.yaml:5:5 tools.a.${written}: Unknown key "${written}". Write "${meant}".`,
    ]);
  });

  it.each([
    ['a key of a tool at the top', `${TOOL}ttl: 1d\n`, 'ttl'],
    ['a key of the top in the server', `server: { tools: x }\n${TOOL}`, 'tools'],
    ['a key of a tool in the defaults', `defaults: { workflow: x }\n${TOOL}`, 'workflow'],
    ['a key of retry in a tool', `${TOOL}    maximumAttempts: 3\n`, 'maximumAttempts'],
  ])('does not suggest %s where it is unknown', (_what, text, key) => {
    expect(problemsOf(text)).toStrictEqual([
      expect.not.stringContaining(`Did you mean "${key}"`) as string,
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'is not confused by the key "%s"',
    (key) => {
      expect(problemsOf(`${TOOL}    ${key}: 1\n`)).toStrictEqual([
        `m.yaml:5:5 tools.a.${key}: Unknown key "${key}".`,
      ]);
    },
  );

  it.each([
    ['a title that is a number', 'title: 5', '12', 'title', 'expected string, received number'],
    ['an empty title', "title: ' '", '12', 'title', 'Must not be empty.'],
    [
      'a workflow name that is empty',
      "immediateResponse: ''",
      '24',
      'immediateResponse',
      'Must not be empty.',
    ],
    [
      'a priority that is a text',
      'priority: high',
      '15',
      'priority',
      'expected number, received string',
    ],
    ['a priority that is too low', 'priority: 0', '15', 'priority', 'expected number to be >=1'],
    ['a priority that is too high', 'priority: 6', '15', 'priority', 'expected number to be <=5'],
    ['a priority with a fraction', 'priority: 1.5', '15', 'priority', 'expected int'],
    ['another task support', 'task: maybe', '11', 'task', '"required"|"optional"|"forbidden"'],
    [
      'another way to disconnect',
      'onDisconnect: stop',
      '19',
      'onDisconnect',
      '"continue"|"cancel"',
    ],
    [
      'a flag that is a text',
      "showActivityFailures: 'yes'",
      '27',
      'showActivityFailures',
      'expected boolean',
    ],
    [
      'a hint that is a text',
      'annotations: { readOnlyHint: "yes" }',
      '34',
      'annotations.readOnlyHint',
      'expected boolean',
    ],
    [
      'a list that is a text',
      'retry: { nonRetryableErrorTypes: A }',
      '38',
      'retry.nonRetryableErrorTypes',
      'expected array',
    ],
    [
      'no attempts',
      'retry: { maximumAttempts: 0 }',
      '31',
      'retry.maximumAttempts',
      'expected number to be >=1',
    ],
    [
      'a backoff below 1',
      'retry: { backoffCoefficient: 0.5 }',
      '34',
      'retry.backoffCoefficient',
      'expected number to be >=1',
    ],
    ['a signal that is a number', 'cancelSignal: 5', '19', 'cancelSignal', 'expected string'],
    ['a duration of no unit', 'ttl: 5 parsecs', '10', 'ttl', '"5 parsecs" is not a duration'],
    ['a duration of zero', 'timeouts: { run: 0 }', '22', 'timeouts.run', '0 is not a duration'],
    ['an empty duration', "ttl: ''", '10', 'ttl', 'is not a duration'],
    ['a duration that is a flag', 'ttl: true', '10', 'ttl', 'is not a duration'],
    ['a duration that is absent', 'ttl:', '9', 'ttl', 'is not a duration'],
    ['an input that is a text', 'input: abc', '12', 'input', 'expected object'],
    [
      'an input that is no object',
      'input: { type: array }',
      '20',
      'input.type',
      'write "type: object"',
    ],
    [
      'an input without type',
      'input: { properties: {} }',
      '12',
      'input.type',
      'write "type: object"',
    ],
    [
      'an output that is no object',
      'output: { type: string }',
      '21',
      'output.type',
      'write "type: object"',
    ],
    ['arguments that are a number', 'arguments: 5', '16', 'arguments', '"object"'],
    ['arguments that are another word', 'arguments: list', '16', 'arguments', '"object"'],
  ])('refuses %s', (...[, line, column, path, message]) => {
    expect(problemsOf(`${TOOL}    ${line}\n`)).toStrictEqual([
      expect.stringContaining(`m.yaml:5:${column} tools.a.${path}: `) as string,
    ]);
    expect(problemsOf(`${TOOL}    ${line}\n`)[0]).toContain(message);
  });

  it.each([
    ['nothing', '', '1:1', 'expected object'],
    ['a list', '- a\n', '1:1', 'expected object'],
    ['a text', 'abc\n', '1:1', 'expected object'],
    ['no tools', 'version: 1\n', '1:1 tools:', 'Missing'],
    [
      'an empty map of tools',
      'tools: {}\n',
      '1:8 tools:',
      'There is no tool: list at least one Workflow Type.',
    ],
    ['a list of tools', 'tools:\n  - a\n', '2:3 tools:', 'expected record'],
    ['a tool without anything', 'tools:\n  a:\n', '2:5 tools.a:', 'expected object'],
    ['a tool that is a word', 'tools:\n  a: greet\n', '2:6 tools.a:', 'expected object'],
    [
      'a tool without workflow',
      'tools:\n  a:\n    taskQueue: q\n',
      '3:5 tools.a.workflow:',
      'Missing: string expected.',
    ],
    [
      'a tool without taskQueue',
      'tools:\n  a:\n    workflow: w\n',
      '3:5 tools.a:',
      'Missing: a taskQueue, here or under "defaults".',
    ],
    [
      'a tool name with a blank',
      'tools:\n  "a b": { workflow: w, taskQueue: q }\n',
      '2:10 tools.a b:',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name that is too long',
      `tools:\n  ${'a'.repeat(129)}: { workflow: w, taskQueue: q }\n`,
      '2:134 tools.aaaa',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name with an accent',
      'tools:\n  café: { workflow: w, taskQueue: q }\n',
      '2:9 tools.café:',
      'A tool name has',
    ],
    [
      'a tool named __proto__',
      'tools:\n  __proto__: { workflow: w, taskQueue: q }\n  a: { workflow: w, taskQueue: q }\n',
      '2:',
      '__proto__',
    ],
    ['another version', `version: 2\n${TOOL}`, '1:10 version:', 'The only manifest version is 1.'],
    [
      'a version that is a text',
      `version: "1"\n${TOOL}`,
      '1:10 version:',
      'The only manifest version is 1.',
    ],
    ['a server that is a text', `server: orders\n${TOOL}`, '1:9 server:', 'expected object'],
    [
      'a schema that is not valid',
      `${TOOL}    input:\n      type: object\n      required: b\n`,
      '6:7 tools.a.input:',
      'Not a valid JSON Schema: schema is invalid: data/required must be array.',
    ],
    [
      'an output schema that is not valid',
      `${TOOL}    output: { type: object, minProperties: x }\n`,
      '5:13 tools.a.output:',
      'Not a valid JSON Schema',
    ],
    [
      'an argument that the input lacks',
      `${TOOL}    arguments: [b, c]\n    input: { type: object, properties: { b: {} } }\n`,
      '5:20 tools.a.arguments[1]:',
      '"c" is not a property of the tool\'s input.',
    ],
    [
      'an argument without input',
      `${TOOL}    arguments: [b]\n`,
      '5:17 tools.a.arguments[0]:',
      '"b" is not a property',
    ],
    [
      'a ttl beyond maxTtl',
      `${TOOL}    maxTtl: 1d\n    ttl: 2d\n`,
      '6:10 tools.a.ttl:',
      'The ttl is longer than maxTtl (86400000 ms).',
    ],
    [
      'a ttl beyond the maxTtl of the defaults',
      `defaults: { maxTtl: 1d }\n${TOOL}    ttl: 2d\n`,
      '6:10 tools.a.ttl:',
      'The ttl is longer than maxTtl',
    ],
    [
      'a minTtl beyond maxTtl',
      `${TOOL}    maxTtl: 1d\n    minTtl: 2d\n`,
      '6:13 tools.a.minTtl:',
      'minTtl is longer than maxTtl',
    ],
    ['YAML that is none', 'tools:\n  a: { workflow: [ }\n', '2:20 ', 'Flow sequence'],
    ['a tab as indentation', 'tools:\n\ta: 1\n', '2:1 ', 'Tabs are not allowed'],
    [
      'a key that is there twice',
      'tools:\n  a: { workflow: w, taskQueue: q }\n  a: { workflow: v, taskQueue: q }\n',
      '3:3 ',
      'Map keys must be unique',
    ],
    ['an alias of nothing', `${TOOL}    input: *x\n`, '', 'alias'],
    ['more than one document', `${TOOL}---\n${TOOL}`, '5:1 ', 'multiple documents'],
    [
      'Windows line ends',
      `${TOOL}    titel: x\n`.replaceAll('\n', '\r\n'),
      '5:5 tools.a.titel:',
      'Did you mean "title"?',
    ],
    [
      'a byte order mark',
      `\uFEFF${TOOL}    titel: x\n`,
      '5:5 tools.a.titel:',
      'Did you mean "title"?',
    ],
  ])('says with line, column and path what is wrong: %s', (...[, text, place, message]) => {
    const [problem, ...more] = problemsOf(text).filter((line) => line.includes(message));

    expect(more).toStrictEqual([]);
    expect(problem?.startsWith(`m.yaml:${place}`)).toBe(true);
  });

  it('names every problem at once', () => {
    const text = `server: { nam: x }\n${TOOL}    titel: x\n    priority: 9\n  b: { taskQueue: q }\n`;
    const places = problemsOf(text).map((line) => line.split(': ')[0]);

    expect(places.sort()).toStrictEqual([
      'm.yaml:1:11 server.nam',
      'm.yaml:6:5 tools.a.titel',
      'm.yaml:7:15 tools.a.priority',
      'm.yaml:8:6 tools.b.workflow',
    ]);
  });

  it('names problems of several tools that only show once their form is right', () => {
    const text =
      'tools:\n  a: { workflow: w }\n  b: { workflow: w, taskQueue: q, maxTtl: 1, ttl: 2 }\n';

    expect(problemsOf(text).map((line) => line.split(': ')[0])).toStrictEqual([
      'm.yaml:2:6 tools.a',
      'm.yaml:3:51 tools.b.ttl',
    ]);
  });

  it('takes values from the environment', () => {
    const text =
      'tools:\n  a: { workflow: w, taskQueue: "${Q}", priority: 2, ttl: "${TTL:-5m}" }\n';
    const tool = parseManifest(text, 'm.yaml', { Q: 'orders' }).tools.get('a');

    expect(tool).toMatchObject({ taskQueue: 'orders', ttlMs: 300_000 });
  });

  it('says with its line which variables are not set', () => {
    expect(problemsOf(`${TOOL}    title: \${ONE}\n    description: \${TWO}\n`)).toStrictEqual([
      'm.yaml:5:12 The environment variable ONE is not set: set it, or write ${ONE:-default}.',
      'm.yaml:6:18 The environment variable TWO is not set: set it, or write ${TWO:-default}.',
    ]);
  });

  it.each([
    ['an empty duration', '    ttl: ${VALUE}\n', '', 'tools.a.ttl'],
    ['a number in quotes', '    priority: "${VALUE}"\n', '3', 'tools.a.priority'],
  ])('says where a variable puts in %s', (...[, line, VALUE, path]) => {
    expect(problemsOf(TOOL + line, { VALUE })).toStrictEqual([
      expect.stringContaining(`m.yaml:5:`) as string,
    ]);
    expect(problemsOf(TOOL + line, { VALUE })[0]).toContain(path);
  });

  it('names a file of the usual name unless told otherwise', () => {
    expect(() => parseManifest('tools: {}')).toThrow(/^mcp-tasks\.yaml:1:8 tools: /);
  });
});

describe('loadManifest', () => {
  it.each(['mcp-tasks.yaml', 'test/support/test-manifest.yaml'])('loads %s', async (name) => {
    const { tools } = await loadManifest(pathTo(name), { TEST_TASK_QUEUE: 'test' });

    expect(tools.size).toBeGreaterThan(3);
  });

  it('loads the same file twice', async () => {
    const load = async (): Promise<string[]> => [
      ...(await loadManifest(pathTo('mcp-tasks.yaml'), {})).tools.keys(),
    ];

    await expect(load()).resolves.toStrictEqual(await load());
  });

  it('has examples whose Workflows are there', async () => {
    const { tools } = await loadManifest(pathTo('mcp-tasks.yaml'), {});
    const index = await readFile(pathTo('workflows/index.ts'), 'utf8');

    for (const { workflowType } of tools.values()) expect(index).toContain(workflowType);
  });

  it.each([
    ['is not there', 'no/such/manifest.yaml', 'ENOENT'],
    ['is a directory', 'src', 'EISDIR'],
  ])('says what to do when the manifest %s', async (_what, path, code) => {
    await expect(loadManifest(path)).rejects.toThrow(
      new ManifestError(path, [
        {
          path: '',
          message: `The manifest cannot be read (${code}). Name another one with --manifest.`,
        },
      ]),
    );
  });
});
