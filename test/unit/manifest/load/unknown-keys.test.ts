import { describe, expect, it } from '@jest/globals';

import { problemsOf } from '../../../support/manifest-problems.js';

/** A manifest with one sound tool, to which a test adds lines at the level of its Workflow or at its own. */
const TOOL = 'tools:\n  a:\n    workflow:\n      type: doIt\n      taskQueue: q\n';

describe('parseManifest, of a manifest with unknown keys', () => {
  it.each([
    ['at the top', `${TOOL}toolz: 1\n`, '6:1 toolz: Unknown key "toolz". Did you mean "tools"?'],
    [
      'of the defaults',
      `defaults: { tll: 1 }\n${TOOL}`,
      '1:13 defaults.tll: Unknown key "tll". Did you mean "ttl"?',
    ],
    [
      'of a tool',
      `${TOOL}    worklow: b\n`,
      '6:5 tools.a.worklow: Unknown key "worklow". Did you mean "workflow"?',
    ],
    [
      'of annotations',
      `${TOOL}    annotations: { openWorld: true }\n`,
      '6:20 tools.a.annotations.openWorld: Unknown key "openWorld". Did you mean "openWorldHint"?',
    ],
    [
      'of a workflow',
      `${TOOL}      runTimout: 1s\n`,
      '6:7 tools.a.workflow.runTimout: Unknown key "runTimout". Did you mean "runTimeout"?',
    ],
    [
      'of the workflow of the defaults',
      `defaults: { workflow: { runTimout: 1s } }\n${TOOL}`,
      '1:25 defaults.workflow.runTimout: Unknown key "runTimout". Did you mean "runTimeout"?',
    ],
    [
      'of a retryPolicy',
      `${TOOL}      retryPolicy:\n        maximumAttempt: 3\n`,
      '7:9 tools.a.workflow.retryPolicy.maximumAttempt: Unknown key "maximumAttempt". Did you mean "maximumAttempts"?',
    ],
    [
      'of a ttl',
      `${TOOL}    ttl: { maxx: 1d }\n`,
      '6:12 tools.a.ttl.maxx: Unknown key "maxx". Did you mean "max"?',
    ],
    [
      'of a task',
      `${TOOL}    task: { suport: required }\n`,
      '6:13 tools.a.task.suport: Unknown key "suport". Did you mean "support"?',
    ],
    [
      'that is missing because of it',
      'tools:\n  a: { workflow: { typ: w, taskQueue: q } }\n',
      '2:20 tools.a.workflow.typ: Unknown key "typ". Did you mean "type"?',
    ],
    [
      'that differs in case',
      `${TOOL}    TTL: 5m\n`,
      '6:5 tools.a.TTL: Unknown key "TTL". Did you mean "ttl"?',
    ],
    [
      'that resembles none',
      `${TOOL}    favouriteColour: red\n`,
      '6:5 tools.a.favouriteColour: Unknown key "favouriteColour".',
    ],
  ])('names an unknown key %s, and the one that was meant', (_where, text, problem) => {
    expect(problemsOf(text)).toStrictEqual([`m.yaml:${problem}`]);
  });

  it('names an unknown key of the server, and the one that was meant', () => {
    expect(problemsOf(TOOL, { server: 'inbox: {}\nnam: x\n' })).toStrictEqual([
      'server.yaml:2:1 nam: Unknown key "nam". Did you mean "name"?',
    ]);
  });

  it.each([
    ['retryPolicy', 'workflow'],
    ['executionTimeout', 'workflow'],
    ['idempotencyKey', 'task'],
    ['scopes', 'access'],
    ['allow', 'access'],
    ['approvers', 'access'],
  ])('names the group of the key %s, before a key that is like it', (written, group) => {
    expect(problemsOf(`${TOOL}    ${written}: {}\n`)).toStrictEqual([
      `m.yaml:6:5 tools.a.${written}: Unknown key "${written}". Write it under "${group}".`,
    ]);
  });

  it.each([
    ['priority', 'workflow'],
    ['startWith', 'workflow'],
    ['pollInterval', 'task'],
    ['onDisconnect', 'cancel'],
    ['terminateAfter', 'cancel'],
    ['modelMayAnswer', 'access'],
  ])('knows that %s belongs under %s', (written, group) => {
    expect(problemsOf(`${TOOL}    ${written}: 1\n`)).toStrictEqual([
      `m.yaml:6:5 tools.a.${written}: Unknown key "${written}". Write it under "${group}".`,
    ]);
  });

  it.each([
    ['inputSchema: {}', 'Write "input".'],
    ['parameters: {}', 'Write "input".'],
    ['outputSchema: {}', 'Write "output".'],
    ['args: [a]', 'Write "workflow.arguments".'],
    ['retry: {}', 'Write "workflow.retryPolicy".'],
    ['timeout: 5m', 'Write "workflow.executionTimeout".'],
    ['queue: q', 'Write "workflow.taskQueue".'],
    ['tags: [a]', 'A tool has no tags: clients see its title and description.'],
    ['actions: {}', 'Write it beside "tools", at the left margin.'],
    ['version: 1', 'Write it beside "tools", at the left margin.'],
  ])('knows the foreign name of %s', (line, words) => {
    const [key = ''] = line.split(':');
    expect(problemsOf(`${TOOL}    ${line}\n`)).toStrictEqual([
      `m.yaml:6:5 tools.a.${key}: Unknown key "${key}". ${words}`,
    ]);
  });

  it.each([
    [
      'access: { groups: [a] }',
      'access.groups',
      'Claims stand under "allow": { groups: [finance] }.',
    ],
    [
      'access: { approvers: { groups: [a] } }',
      'access.approvers.groups',
      'Claims stand under "allow": { groups: [finance] }.',
    ],
    [
      'questions: { ok: { message: a, properties: {}, approvers: [x] } }',
      'questions.ok.approvers',
      'Write it under "access" of the tool: it counts for all its questions.',
    ],
    ['workflow: { retry: {} }', 'workflow.retry', 'Write "retryPolicy".'],
    ['workflow: { timeout: 1s }', 'workflow.timeout', 'Write "executionTimeout".'],
  ])('knows the foreign name deeper in %s', (line, path, words) => {
    const key = path.split('.').at(-1) ?? '';
    expect(problemsOf(`tools:\n  a: { ${line} }\n`)).toContainEqual(
      expect.stringContaining(` tools.a.${path}: Unknown key "${key}". ${words}`),
    );
  });

  it.each([
    ['a key of a tool at the top', `${TOOL}ttl: 1d\n`, 'ttl'],
    ['a key of a retryPolicy in a tool', `${TOOL}    maximumAttempts: 3\n`, 'maximumAttempts'],
  ])('does not suggest %s where it is unknown', (_what, text, key) => {
    expect(problemsOf(text)).toStrictEqual([expect.not.stringContaining(`Did you mean "${key}"`)]);
  });

  it('does not suggest a key of the manifest in the settings of the server', () => {
    expect(problemsOf(TOOL, { server: 'tools: x' })).toStrictEqual([
      'server.yaml:1:1 tools: Unknown key "tools".',
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'is not confused by the key "%s"',
    (key) => {
      expect(problemsOf(`${TOOL}    ${key}: 1\n`)).toStrictEqual([
        `m.yaml:6:5 tools.a.${key}: Unknown key "${key}".`,
      ]);
    },
  );
});
