import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

/** A manifest with one sound tool, to which a test adds lines at the tool's level. */
const TOOL = 'tools:\n  a:\n    workflow: doIt\n    taskQueue: q\n';

/** What is wrong with a manifest, as a user reads it, one problem a line. */
describe('parseManifest, of a manifest with problems', () => {
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
    expect(problemsOf(text)).toStrictEqual([expect.not.stringContaining(`Did you mean "${key}"`)]);
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
    ['a time of grace of zero', 'terminateAfter: 0', '21', 'terminateAfter', '0 is not a duration'],
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
      expect.stringContaining(`m.yaml:5:${column} tools.a.${path}: `),
    ]);
    expect(problemsOf(`${TOOL}    ${line}\n`)[0]).toContain(message);
  });

  it.each([
    ['nothing', '', '1:1', 'The file is empty. Write "version: 1"'],
    [
      'a tool named like one of the server',
      `${TOOL}  task_result: { workflow: w, taskQueue: q }\n`,
      '5:3 tools.task_result:',
      'The server brings a tool "task_result" itself, and tells models to call it. Rename this one',
    ],
    [
      'an action named like one of the server, with its prefix',
      `server: { taskTools: x_ }\n${TOOL}actions:\n  x_task_list: { workflow: doIt, signal: s }\n`,
      '7:3 actions.x_task_list:',
      'The server brings a tool "x_task_list" itself',
    ],
    ['a list', '- a\n', '1:1', 'expected object'],
    ['a text', 'abc\n', '1:1', 'expected object'],
    ['no tools', 'version: 1\n', '1:1 tools:', 'There is no tool'],
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
      '3:5 tools.a.taskQueue:',
      'Missing: a taskQueue, here or under "defaults".',
    ],
    [
      'a tool name with a blank',
      'tools:\n  "a b": { workflow: w, taskQueue: q }\n',
      '2:3 tools.a b:',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name that is too long',
      `tools:\n  ${'a'.repeat(129)}: { workflow: w, taskQueue: q }\n`,
      '2:3 tools.aaaa',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name with an accent',
      'tools:\n  café: { workflow: w, taskQueue: q }\n',
      '2:3 tools.café:',
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
      '7:17 tools.a.input.required:',
      'Not a valid JSON Schema: must be array.',
    ],
    [
      'an output schema that is not valid',
      `${TOOL}    output: { type: object, minProperties: x }\n`,
      '5:44 tools.a.output.minProperties:',
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
      'ttl is longer than maxTtl (1 day): shorten it, or raise maxTtl.',
    ],
    [
      'a ttl beyond the maxTtl of the defaults',
      `defaults: { maxTtl: 1d }\n${TOOL}    ttl: 2d\n`,
      '6:10 tools.a.ttl:',
      'ttl is longer than maxTtl',
    ],
    [
      'a default ttl beyond what is the longest by default',
      `defaults: { ttl: 31d }\n${TOOL}`,
      '1:18 defaults.ttl:',
      'ttl is longer than maxTtl (30 days): shorten it, or raise maxTtl.',
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
      'The key a is there twice. Remove one of them',
    ],
    ['an alias of nothing', `${TOOL}    input: *x\n`, '', 'alias'],
    ['more than one document', `${TOOL}---\n${TOOL}`, '5:1 ', 'multiple documents'],
    [
      'Windows line ends',
      `${TOOL}    descripton: x\n`.replaceAll('\n', '\r\n'),
      '5:5 tools.a.descripton:',
      'Did you mean "description"?',
    ],
    [
      'a byte order mark',
      `\uFEFF${TOOL}    descripton: x\n`,
      '5:5 tools.a.descripton:',
      'Did you mean "description"?',
    ],
  ])('says with line, column and path what is wrong: %s', (...[, text, place, message]) => {
    const [problem, ...more] = problemsOf(text).filter((line) => line.includes(message));

    expect(more).toStrictEqual([]);
    expect(problem?.startsWith(`m.yaml:${place}`)).toBe(true);
  });

  it('names every problem at once', () => {
    const text = `server: { nam: x }\n${TOOL}    descripton: x\n    priority: 9\n  b: { taskQueue: q }\n`;
    const places = problemsOf(text).map((line) => line.split(': ')[0]);

    expect(places.sort()).toStrictEqual([
      'm.yaml:1:11 server.nam',
      'm.yaml:6:5 tools.a.descripton',
      'm.yaml:7:15 tools.a.priority',
      'm.yaml:8:6 tools.b.workflow',
    ]);
  });

  it('names problems of several tools that only show once their form is right', () => {
    const text =
      'tools:\n  a: { workflow: w }\n  b: { workflow: w, taskQueue: q, maxTtl: 1, ttl: 2 }\n';

    expect(problemsOf(text).map((line) => line.split(': ')[0])).toStrictEqual([
      'm.yaml:2:6 tools.a.taskQueue',
      'm.yaml:3:51 tools.b.ttl',
    ]);
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
      expect.stringContaining(`m.yaml:5:`),
    ]);
    expect(problemsOf(TOOL + line, { VALUE })[0]).toContain(path);
  });

  it('names a file of the usual name unless told otherwise', () => {
    expect(() => parseManifest('tools: {}')).toThrow(/^mcp-tasks\.yaml:1:8 tools: /);
  });

  it.each([
    ['becomesTask: soon', 'Write "always", "never", or how long'],
    [
      'task: required\n    becomesTask: never',
      '"becomesTask: never" contradicts "task: required".',
    ],
    [
      'task: forbidden\n    becomesTask: 5s',
      '"becomesTask: 5000 ms" contradicts "task: forbidden".',
    ],
    ['confirm: Delete {file}?', '"{file}" is not a property of the tool\'s input.'],
    [
      'ask: { a: { message: A?, properties: { b: { type: object } } } }',
      'No client can be asked this',
    ],
    ['ask: { a: { message: A?, properties: { b: { type: string } } } }', '"b" is not a property'],
    ['idempotencyKey: always', 'All calls would be one'],
    ['idempotencyKey: "{order}"', '"{order}" is not a property'],
    ['ask: { confirm: { message: A?, properties: {} } }', '"confirm" cannot name a question'],
    ['ask: { a: { mesage: A?, properties: {} } }', 'Did you mean "message"?'],
  ])('names what is wrong with %j', (written, problem) => {
    expect(problemsOf(`${TOOL}    ${written}\n`).join('\n')).toContain(problem);
  });
});
