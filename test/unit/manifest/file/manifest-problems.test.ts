import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

/** A valid manifest with one tool. Tests add lines at the level of its Workflow or of the tool. */
const TOOL = 'tools:\n  a:\n    workflow:\n      type: doIt\n      taskQueue: q\n';

/** Problems of a manifest as a user reads them, one per line. */
describe('parseManifest, of a manifest with problems', () => {
  it.each([
    [
      'a title that is a number',
      'title: 5',
      '12',
      'title',
      'Must be a text, not a number: put it in quotes.',
    ],
    ['an empty title', "title: ' '", '12', 'title', 'Must not be empty.'],
    [
      'an immediate response that is empty',
      "task: { immediateResponse: '' }",
      '32',
      'task.immediateResponse',
      'Must not be empty.',
    ],
    [
      'a priority that is a text',
      '  priority: high',
      '17',
      'workflow.priority',
      'Must be a number, not a text.',
    ],
    [
      'a priority that is too low',
      '  priority: 0',
      '17',
      'workflow.priority',
      'Must be at least 1.',
    ],
    [
      'a priority that is too high',
      '  priority: 6',
      '17',
      'workflow.priority',
      'Must be at most 5.',
    ],
    [
      'a priority with a fraction',
      '  priority: 1.5',
      '17',
      'workflow.priority',
      'Must be a whole number.',
    ],
    ['another task support', 'task: maybe', '11', 'task', '"required", "optional" or "forbidden"'],
    [
      'another task support, in a group',
      'task: { support: requird }',
      '22',
      'task.support',
      '"required", "optional" or "forbidden". Did you mean "required"?',
    ],
    [
      'a ttl of a group that is none',
      'ttl: { max: soon }',
      '17',
      'ttl.max',
      '"soon" is not a duration',
    ],
    [
      'another way to disconnect',
      'cancel: { onDisconnect: stop }',
      '29',
      'cancel.onDisconnect',
      'Must be true or false, not a text.',
    ],
    [
      'a flag that is a text',
      "showActivityFailures: 'yes'",
      '27',
      'showActivityFailures',
      'Must be true or false, not a text.',
    ],
    [
      'a hint that is a text',
      'annotations: { readOnlyHint: "yes" }',
      '34',
      'annotations.readOnlyHint',
      'Must be true or false, not a text.',
    ],
    [
      'a list that is a text',
      '  retryPolicy: { nonRetryableErrorTypes: A }',
      '46',
      'workflow.retryPolicy.nonRetryableErrorTypes',
      'Must be a list, not ',
    ],
    [
      'no attempts',
      '  retryPolicy: { maximumAttempts: 0 }',
      '39',
      'workflow.retryPolicy.maximumAttempts',
      'Must be at least 1.',
    ],
    [
      'a backoff below 1',
      '  retryPolicy: { backoffCoefficient: 0.5 }',
      '42',
      'workflow.retryPolicy.backoffCoefficient',
      'Must be at least 1.',
    ],
    [
      'a signal that is a number',
      'cancel: { signal: 5 }',
      '23',
      'cancel.signal',
      'Must be a text, not a number',
    ],
    ['a duration of no unit', 'ttl: 5 parsecs', '10', 'ttl', '"5 parsecs" is not a duration'],
    ['a duration of zero', '  runTimeout: 0', '19', 'workflow.runTimeout', '0 is not a duration'],
    [
      'a time of grace of zero',
      'cancel: { terminateAfter: 0 }',
      '31',
      'cancel.terminateAfter',
      '0 is not a duration',
    ],
    ['an empty duration', "ttl: ''", '10', 'ttl', 'is not a duration'],
    ['a duration that is a flag', 'ttl: true', '10', 'ttl', 'is not a duration'],
    ['a duration that is absent', 'ttl:', '9', 'ttl', 'is not a duration'],
    ['an input that is a text', 'input: abc', '12', 'input', 'Must be a group of keys'],
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
    ['arguments that are a number', '  arguments: 5', '18', 'workflow.arguments', '"object"'],
    [
      'arguments that are another word',
      '  arguments: list',
      '18',
      'workflow.arguments',
      '"object"',
    ],
  ])('refuses %s', (...[, line, column, path, message]) => {
    expect(problemsOf(`${TOOL}    ${line}\n`)).toStrictEqual([
      expect.stringContaining(`m.yaml:6:${column} tools.a.${path}: `),
    ]);
    expect(problemsOf(`${TOOL}    ${line}\n`)[0]).toContain(message);
  });

  it.each([
    ['nothing', '', '1:1', 'The file is empty. Write "version: 1"'],
    [
      'a tool named like one of the server',
      `${TOOL}  task_result: { workflow: { type: w, taskQueue: q } }\n`,
      '6:3 tools.task_result:',
      'The server brings a tool "task_result" itself, and tells models to call it. Rename this one',
    ],
    [
      'an action named like one of the server, with its prefix',
      `${TOOL}actions:\n  x_task_list: { workflow: doIt, signal: s }\n`,
      '7:3 actions.x_task_list:',
      'The server brings a tool "x_task_list" itself',
      'taskTools: x_',
    ],
    ['a list', '- a\n', '1:1', 'Must be a group of keys'],
    ['a text', 'abc\n', '1:1', 'Must be a group of keys'],
    ['no tools', 'version: 1\n', '1:1 tools:', 'There is no tool'],
    [
      'an empty map of tools',
      'tools: {}\n',
      '1:8 tools:',
      'There is no tool: list at least one Workflow Type.',
    ],
    ['a list of tools', 'tools:\n  - a\n', '2:3 tools:', 'Must be a group of keys, not a list.'],
    ['a tool without anything', 'tools:\n  a:\n', '2:5 tools.a:', 'Must be a group of keys'],
    ['a tool that is a word', 'tools:\n  a: greet\n', '2:6 tools.a:', 'Must be a group of keys'],
    [
      'a tool without workflow',
      'tools:\n  a:\n    title: A\n',
      '3:5 tools.a.workflow:',
      'Missing. The Workflow Type, or more about the start.',
    ],
    [
      'a workflow without type',
      'tools:\n  a:\n    workflow: { taskQueue: q }\n',
      '3:15 tools.a.workflow.type:',
      'Missing: a text.',
    ],
    [
      'a tool without taskQueue',
      'tools:\n  a:\n    workflow: w\n',
      '3:15 tools.a.workflow.taskQueue:',
      'Missing: a taskQueue, here or under "defaults.workflow".',
    ],
    [
      'a tool name with a blank',
      'tools:\n  "a b": { workflow: { type: w, taskQueue: q } }\n',
      '2:3 tools.a b:',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name that is too long',
      `tools:\n  ${'a'.repeat(129)}: { workflow: { type: w, taskQueue: q } }\n`,
      '2:3 tools.aaaa',
      'A tool name has 1 to 128 letters',
    ],
    [
      'a tool name with an accent',
      'tools:\n  café: { workflow: { type: w, taskQueue: q } }\n',
      '2:3 tools.café:',
      'A tool name has',
    ],
    [
      'a tool named __proto__',
      'tools:\n  __proto__: { workflow: { type: w, taskQueue: q } }\n  a: { workflow: { type: w, taskQueue: q } }\n',
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
    [
      'a schema that is not valid',
      `${TOOL}    input:\n      type: object\n      required: b\n`,
      '8:17 tools.a.input.required:',
      'Not a valid JSON Schema: must be array.',
    ],
    [
      'an output schema that is not valid',
      `${TOOL}    output: { type: object, minProperties: x }\n`,
      '6:44 tools.a.output.minProperties:',
      'Not a valid JSON Schema',
    ],
    [
      'an argument that the input lacks',
      `${TOOL}      arguments: [b, c]\n    input: { type: object, properties: { b: {} } }\n`,
      '6:22 tools.a.workflow.arguments[1]:',
      '"c" is not a property of the tool\'s input.',
    ],
    [
      'an argument without input',
      `${TOOL}      arguments: [b]\n`,
      '6:19 tools.a.workflow.arguments[0]:',
      '"b" is not a property',
    ],
    [
      'a ttl beyond its longest',
      `${TOOL}    ttl: { max: 1d, default: 2d }\n`,
      '6:30 tools.a.ttl.default:',
      'The ttl of a task is longer than the longest one (1 day): shorten it, or raise ttl.max.',
    ],
    [
      'a ttl beyond the longest of the defaults',
      `defaults: { ttl: { max: 1d } }\n${TOOL}    ttl: 2d\n`,
      '7:10 tools.a.ttl.default:',
      'The ttl of a task is longer than the longest one (1 day)',
    ],
    [
      'a default ttl beyond what is the longest by default',
      `defaults: { ttl: 31d }\n${TOOL}`,
      '1:18 defaults.ttl.default:',
      'The ttl of a task is longer than the longest one (30 days): shorten it, or raise ttl.max.',
    ],
    [
      'a shortest ttl beyond the longest',
      `${TOOL}    ttl: { max: 1d, min: 2d }\n`,
      '6:26 tools.a.ttl.min:',
      'The shortest ttl is longer than the longest one (1 day): shorten it, or raise ttl.max.',
    ],
    ['YAML that is none', 'tools:\n  a: { workflow: [ }\n', '2:20 ', 'Flow sequence'],
    ['a tab as indentation', 'tools:\n\ta: 1\n', '2:1 ', 'Tabs are not allowed'],
    [
      'a key that is there twice',
      'tools:\n  a: { workflow: { type: w, taskQueue: q } }\n  a: { workflow: { type: v, taskQueue: q } }\n',
      '3:3 ',
      'The key a is there twice. Remove one of them',
    ],
    ['an alias of nothing', `${TOOL}    input: *x\n`, '', 'alias'],
    ['more than one document', `${TOOL}---\n${TOOL}`, '6:1 ', 'multiple documents'],
    [
      'Windows line ends',
      `${TOOL}    descripton: x\n`.replaceAll('\n', '\r\n'),
      '6:5 tools.a.descripton:',
      'Did you mean "description"?',
    ],
    [
      'a byte order mark',
      `\uFEFF${TOOL}    descripton: x\n`,
      '6:5 tools.a.descripton:',
      'Did you mean "description"?',
    ],
  ])('says with line, column and path what is wrong: %s', (...[, text, place, message, server]) => {
    const [problem, ...more] = problemsOf(text, { server }).filter((line) =>
      line.includes(message),
    );

    expect(more).toStrictEqual([]);
    expect(problem?.startsWith(`m.yaml:${place}`)).toBe(true);
  });

  it('names every problem at once', () => {
    const text = `${TOOL}      priority: 9\n    descripton: x\n    confirm: '{c}'\n  b: { workflow: { taskQueue: q } }\n  c: { title: C }\n`;
    const places = problemsOf(text, { server: 'nam: x' }).map((line) => line.split(': ')[0]);

    expect(places).toStrictEqual([
      'm.yaml:6:17 tools.a.workflow.priority',
      'm.yaml:7:5 tools.a.descripton',
      'm.yaml:8:14 tools.a.confirm',
      'm.yaml:9:18 tools.b.workflow.type',
      'm.yaml:10:6 tools.c.workflow',
      'server.yaml:1:1 nam',
    ]);
  });

  it.each([
    [
      'a policy for an ID',
      '{ type: w, taskQueue: q, id: 5, idConflictPolicy: UseExisting }',
      'workflow.id',
    ],
    [
      'a start with a message',
      '{ type: w, taskQueue: q, id: 5, startWith: { signal: s } }',
      'workflow.id',
    ],
    ['the Task Queue of an adoption', '{ type: w, adopt: 5 }', 'workflow.adopt'],
    ['a Task Queue', '{ type: w, taskQueue: 5 }', 'workflow.taskQueue'],
    ['an action of a Workflow Type', '{ type: 5, taskQueue: q }', 'workflow.type'],
    ['an action of a Workflow', '5', 'workflow'],
  ])('says nothing of %s if that may follow from a problem', (_what, workflow, path) => {
    const text = `tools: { a: { workflow: ${workflow} } }\nactions: { b: { workflow: w, signal: s } }\n`;

    expect(problemsOf(text).map((line) => line.split(' ')[1])).toStrictEqual([`tools.a.${path}:`]);
  });

  it('names an action without a tool beside a problem of a tool that has its Workflow Type', () => {
    const text =
      'tools: { a: { workflow: { type: w, taskQueue: q, priority: 0 } } }\nactions: { b: { workflow: v, signal: s } }\n';

    expect(problemsOf(text).map((line) => line.split(' ')[1])).toStrictEqual([
      'tools.a.workflow.priority:',
      'actions.b.workflow:',
    ]);
  });

  it('names problems of several tools that only show once their form is right', () => {
    const text =
      'tools:\n  a: { workflow: w }\n  b: { workflow: { type: w, taskQueue: q }, ttl: { max: 1, default: 2 } }\n';

    expect(problemsOf(text).map((line) => line.split(': ')[0])).toStrictEqual([
      'm.yaml:2:18 tools.a.workflow.taskQueue',
      'm.yaml:3:69 tools.b.ttl.default',
    ]);
  });

  it('says with its line which variables are not set', () => {
    expect(problemsOf(`${TOOL}    title: \${ONE}\n    description: \${TWO}\n`)).toStrictEqual([
      'm.yaml:6:12 The environment variable ONE is not set: set it, or write ${ONE:-default}.',
      'm.yaml:7:18 The environment variable TWO is not set: set it, or write ${TWO:-default}.',
    ]);
  });

  it.each([
    ['an empty duration', '    ttl: ${VALUE}\n', '', 'tools.a.ttl'],
    ['a number in quotes', '      priority: "${VALUE}"\n', '3', 'tools.a.workflow.priority'],
  ])('says where a variable puts in %s', (...[, line, VALUE, path]) => {
    expect(problemsOf(TOOL + line, { environment: { VALUE } })).toStrictEqual([
      expect.stringContaining(`m.yaml:6:`),
    ]);
    expect(problemsOf(TOOL + line, { environment: { VALUE } })[0]).toContain(path);
  });

  it('names a file of the usual name unless told otherwise', () => {
    expect(() => parseManifest('tools: {}')).toThrow(/^mcp-tasks\.yaml:1:8 tools: /);
  });

  it.each([
    [
      'task: { after: soon }',
      'task.after: Write how long a call may take before it becomes a task',
    ],
    [
      'task: { after: always }',
      'task.after: Write how long a call may take before it becomes a task',
    ],
    [
      'task: { support: required, after: never }',
      'task.after: Contradicts "support: required": leave it out.',
    ],
    [
      'task: { support: forbidden, after: 5s }',
      'task.after: Contradicts "support: forbidden": leave it out.',
    ],
    ['confirm: Delete {file}?', 'confirm: "{file}" is not a property of the tool\'s input.'],
    [
      'questions: { a: { message: A?, properties: { b: { type: object } } } }',
      'No client can be asked this',
    ],
    [
      'questions: { a: { message: A?, properties: { b: { type: string } } } }',
      'questions.a.properties.b: "b" is not a property of the tool\'s input, so its answer would be lost.',
    ],
    ['task: { idempotencyKey: always }', 'task.idempotencyKey: All calls would be one'],
    ['task: { idempotencyKey: "{order}" }', 'task.idempotencyKey: "{order}" is not a property'],
    ['questions: { confirm: { message: A?, properties: {} } }', '"confirm" cannot name a question'],
    ['questions: { a: { mesage: A?, properties: {} } }', 'Did you mean "message"?'],
  ])('names what is wrong with %j', (written, problem) => {
    expect(problemsOf(`${TOOL}    ${written}\n`).join('\n')).toContain(problem);
  });
});
