import { describe, expect, it } from '@jest/globals';

import { problemsOf } from '../../../support/manifest-problems.js';

const withTool = (lines: string): string =>
  `tools:
  a:
    ${lines}
    input: { type: object, properties: { id: { type: string } }, required: [id] }
`;

describe('a fault in a group of keys', () => {
  it.each<[string, string, string[]]>([
    [
      'of a key',
      'workflow: { type: w, priority: high }\n    ttl: 5x',
      [
        'tools.a.workflow.taskQueue: Missing: a taskQueue',
        'tools.a.workflow.priority: Must be a number, not a text.',
        'tools.a.ttl: "5x" is not a duration',
      ],
    ],
    [
      'of a key beside a contradiction',
      'workflow: { type: w, taskQueue: q }\n    task: { support: forbidden, after: 5s, joinRepeats: yes please }',
      [
        'tools.a.task.after: Contradicts "support: forbidden": leave it out.',
        'tools.a.task.joinRepeats: Must be true or false, not a text.',
      ],
    ],
    [
      'of what is missing',
      'workflow: { taskQueue: q, startDelay: "{at}" }',
      [
        'tools.a.workflow.type: Missing: a text. The Workflow Type',
        'tools.a.workflow.startDelay: "{at}" is not a property of the tool\'s input.',
      ],
    ],
  ])('hides no other one: one %s', (_what, lines, problems) => {
    expect(problemsOf(withTool(lines))).toStrictEqual(
      problems.map((problem) => expect.stringContaining(problem) as unknown),
    );
  });

  it.each([
    ['an ID that names an argument', 'id: [id], arguments: []', 'workflow.id'],
    ['a member of a layout', 'arguments: { one: id, two: [id] }', 'workflow.arguments.two'],
    [
      'a first message',
      'id: "{id}", startWith: { signal: s, arguments: 5 }',
      'workflow.startWith.arguments',
    ],
  ])('is told alone where others may come of it: %s', (_what, start, path) => {
    const text = withTool(`workflow: { type: w, taskQueue: q, ${start} }`);

    expect(problemsOf(text)).toStrictEqual([expect.stringContaining(`tools.a.${path}: `)]);
  });

  it('is told alone where it is the limit of another key', () => {
    const text = withTool(
      'workflow: { type: w, taskQueue: q }\n    ttl: { default: 60d, max: 5x }',
    );

    expect(problemsOf(text)).toStrictEqual([
      expect.stringContaining('tools.a.ttl.max: "5x" is not a duration'),
    ]);
  });
});

describe('a word of Temporal or of MCP in the place of a key', () => {
  it.each([
    ['of a tool', 'tools: { a: { workflow: w, args: [] } }', 'Write "workflow.arguments".'],
    ['of workflow', 'tools: { a: { workflow: { type: w, args: [] } } }', 'Write "arguments".'],
    ['of an action', 'actions: { a: { workflow: w, args: [] } }', 'Write "arguments".'],
    ['of defaults', 'defaults: { retry: {} }', 'Write "workflow.retryPolicy".'],
    ['of workflow in defaults', 'defaults: { workflow: { queue: q } }', 'Write "taskQueue".'],
  ])('leads to the key, seen from there: %s', (_where, text, advice) => {
    expect(problemsOf(text)).toContainEqual(
      expect.stringMatching(new RegExp(`: Unknown key "\\w+"\\. ${advice}$`)),
    );
  });
});
