import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

/** A valid manifest with one tool. Tests add lines at the level of its Workflow or of the tool. */
const TOOL = 'tools:\n  a:\n    workflow:\n      type: doIt\n      taskQueue: q\n';

/** Problems of a manifest as a user reads them, one per line. */
describe('parseManifest, of a manifest with problems', () => {
  it.each([
    ['nothing', '', '1:1', 'The file is empty. Write "version: 1"'],
    [
      'a tool named like one of the server',
      `${TOOL}  task_result: { workflow: { type: w, taskQueue: q } }\n`,
      '6:3 tools.task_result:',
      'The server has a tool "task_result" of its own. Rename this one',
    ],
    [
      'an action named like one of the server, with its prefix',
      `${TOOL}actions:\n  x_task_list: { workflow: doIt, signal: s }\n`,
      '7:3 actions.x_task_list:',
      'The server has a tool "x_task_list" of its own',
      'taskTools: x_',
    ],
    ['a list', '- a\n', '1:1', 'Write a map ("name: value"), without "-"'],
    ['a text', 'abc\n', '1:1', 'Write a map, with keys such as version'],
    ['no tools', 'version: 1\n', '1:1 tools:', 'No tools'],
    [
      'an empty map of tools',
      'tools: {}\n',
      '1:8 tools:',
      'No tools: list at least one Workflow Type.',
    ],
    ['a list of tools', 'tools:\n  - a\n', '2:3 tools:', 'Write a map ("name: value")'],
    ['a tool without anything', 'tools:\n  a:\n', '2:5 tools.a:', 'Empty.'],
    [
      'a tool that is a word',
      'tools:\n  a: greet\n',
      '2:6 tools.a:',
      'Write a map, with keys such as workflow',
    ],
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
      'Missing.',
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
      'Not a valid JSON Schema: write a list: [b].',
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
      '"a" has no argument "c".',
    ],
    [
      'an argument without input',
      `${TOOL}      arguments: [b]\n`,
      '6:19 tools.a.workflow.arguments[0]:',
      '"a" has no argument "b".',
    ],
    [
      'a ttl beyond its longest',
      `${TOOL}    ttl: { max: 1d, default: 2d }\n`,
      '6:30 tools.a.ttl.default:',
      'The ttl of a task is longer than ttl.max (1 day): shorten it, or raise ttl.max.',
    ],
    [
      'a ttl beyond the longest of the defaults',
      `defaults: { ttl: { max: 1d } }\n${TOOL}    ttl: 2d\n`,
      '7:10 tools.a.ttl.default:',
      'The ttl of a task is longer than ttl.max (1 day)',
    ],
    [
      'a default ttl beyond what is the longest by default',
      `defaults: { ttl: 31d }\n${TOOL}`,
      '1:18 defaults.ttl.default:',
      'The ttl of a task is longer than ttl.max (30 days): shorten it, or raise ttl.max.',
    ],
    [
      'a shortest ttl beyond the longest',
      `${TOOL}    ttl: { max: 1d, min: 2d }\n`,
      '6:26 tools.a.ttl.min:',
      'The shortest ttl is longer than ttl.max (1 day): shorten it, or raise ttl.max.',
    ],
    [
      'YAML that is none',
      'tools:\n  a: { workflow: [ }\n',
      '2:20 ',
      'A "[" before this place has no "]".',
    ],
    ['a tab as indentation', 'tools:\n\ta: 1\n', '2:1 ', 'Indent with blanks'],
    [
      'a key that is there twice',
      'tools:\n  a: { workflow: { type: w, taskQueue: q } }\n  a: { workflow: { type: v, taskQueue: q } }\n',
      '3:3 ',
      'The key a is a duplicate. Remove or rename one',
    ],
    ['an alias of nothing', `${TOOL}    input: *x\n`, '', 'alias'],
    ['more than one document', `${TOOL}---\n${TOOL}`, '6:1 ', 'A file has one document'],
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

  it('names every problem of form at once', () => {
    const text = `${TOOL}      priority: 9\n    descripton: x\n  b: { workflow: { taskQueue: q } }\n  c: { title: C }\n`;
    const places = problemsOf(text, { server: 'nam: x' }).map((line) => line.split(': ')[0]);

    expect(places).toStrictEqual([
      'm.yaml:6:17 tools.a.workflow.priority',
      'm.yaml:7:5 tools.a.descripton',
      'm.yaml:8:18 tools.b.workflow.type',
      'm.yaml:9:6 tools.c.workflow',
      'server.yaml:1:1 nam',
    ]);
  });

  it('names problems of several tools that only show once their form is right', () => {
    const text =
      'tools:\n  a: { workflow: w }\n  b: { workflow: { type: w, taskQueue: q }, ttl: { max: 1s, default: 2s } }\n';

    expect(problemsOf(text).map((line) => line.split(': ')[0])).toStrictEqual([
      'm.yaml:2:18 tools.a.workflow.taskQueue',
      'm.yaml:3:70 tools.b.ttl.default',
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
});
