/** Anchors of YAML: keys `x-…` that hold them, and `<<`. */
import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const TOOL = 'tools: { a: { workflow: { type: w, taskQueue: q } } }\n';

describe('a key "x-…"', () => {
  it('holds what aliases of its file refer to', () => {
    const manifest = parseManifest(
      'x-flow: &flow { type: w, taskQueue: q }\ntools: { a: { workflow: *flow } }\n',
      { server: 'x-limits: &limits { openTasks: 5 }\nlimits: *limits\n' },
    );

    expect(manifest.tools.get('a')).toMatchObject({ start: { type: 'w', taskQueue: 'q' } });
    expect(manifest.limits).toMatchObject({ openTasks: 5 });
  });

  it.each([
    ['a text', 'x-note: by the team\n'],
    ['a list', 'x-list: [1, { tools: 2 }]\n'],
    ['nothing', 'x-:\n'],
  ])('may have anything: %s', (_what, line) => {
    expect(problemsOf(line + TOOL, { server: `${line}name: a\n` })).toEqual([]);
  });

  it('alone makes no tools, and settings of nothing', () => {
    expect(problemsOf('x-a: 1\n')).toEqual([
      'm.yaml:1:1 tools: No tools: list at least one Workflow Type.',
    ]);
    expect(parseManifest(TOOL, { server: 'x-a: 1\n' }).server).toEqual({
      name: 'temporal-mcp-tasks',
    });
  });

  it('stands at the top alone', () => {
    expect(
      problemsOf('tools:\n  a:\n    x-a: 1\n    workflow: { type: w, taskQueue: q }\n', {
        server: 'limits:\n  x-a: 1\n',
      }),
    ).toEqual([
      'm.yaml:3:5 tools.a.x-a: Unknown key "x-a".',
      'server.yaml:2:3 limits.x-a: Unknown key "x-a".',
    ]);
  });

  it('takes no variables that are missing', () => {
    expect(problemsOf(`x-a: \${NONE}\n${TOOL}`)).toEqual([
      'm.yaml:1:6 The environment variable NONE is not set: set it, or write ${NONE:-default}.',
    ]);
  });
});

const SHARED = `x-queue: &queue { taskQueue: q, priority: 4 }
x-slow: &slow { priority: 5, executionTimeout: 1 hour }
`;

describe('the key "<<"', () => {
  it('takes the keys of an anchor, behind what stands beside it', () => {
    const { tools } = parseManifest(
      `${SHARED}tools:\n  a: { workflow: { <<: *queue, type: w } }\n  b: { workflow: { type: w, priority: 1, <<: *queue } }\n`,
    );

    expect(tools.get('a')).toMatchObject({ start: { taskQueue: 'q', priority: 4 } });
    expect(tools.get('b')).toMatchObject({ start: { taskQueue: 'q', priority: 1 } });
  });

  it('takes the keys of several, the first one first', () => {
    const { tools } = parseManifest(
      `${SHARED}tools:\n  a: { workflow: { <<: [*queue, *slow], type: w } }\n`,
    );

    expect(tools.get('a')).toMatchObject({
      start: { taskQueue: 'q', priority: 4, executionTimeout: 60 * 60_000 },
    });
  });

  it('takes the keys of one that has some itself', () => {
    const { tools } = parseManifest(
      `x-a: &a { taskQueue: q }\nx-b: &b { <<: *a, priority: 2 }\ntools: { a: { workflow: { <<: *b, type: w } } }\n`,
    );

    expect(tools.get('a')).toMatchObject({ start: { taskQueue: 'q', priority: 2 } });
  });

  it('works in the settings of the server, and at their top', () => {
    const { server, limits } = parseManifest(TOOL, {
      server:
        'x-names: &names { name: shop, title: Shop }\nx-limits: &limits { openTasks: 5 }\n<<: *names\nlimits: { <<: *limits, openRequests: 3 }\n',
    });

    expect(server).toEqual({ name: 'shop', title: 'Shop' });
    expect(limits).toMatchObject({ openTasks: 5, openRequests: 3 });
  });

  it('is told at what it stands in where its anchor is wrong, and itself where there is none', () => {
    const wrong = `x-a: &a\n  taskQueue: q\n  priority: 9\ntools:\n  a:\n    workflow:\n      type: w\n      <<: *a\n`;

    expect(problemsOf(wrong)).toEqual(['m.yaml:7:7 tools.a.workflow.priority: Must be at most 5.']);
    expect(problemsOf(wrong.replace('priority: 9', 'prioty: 2'))).toEqual([
      'm.yaml:7:7 tools.a.workflow.prioty: Unknown key "prioty". Did you mean "priority"?',
    ]);
    expect(problemsOf(wrong.replace('*a', '*b'))).toEqual([
      'm.yaml:8:11 The alias *b has no anchor: write &b before its value.',
    ]);
  });

  it.each(['<<: text\n', '<<: [text]\n', 'x-a: { <<: 5 }\n'])(
    'is refused, with its place, as in %j',
    (line) => {
      const faults = [
        problemsOf(line + TOOL),
        problemsOf(TOOL, { server: line }).map((one) => one.replace('server.yaml', 'm.yaml')),
      ];

      for (const fault of faults) {
        expect(fault).toEqual([
          expect.stringMatching(/^m\.yaml:1:\d+ The value of "<<" must be an alias/),
        ]);
      }
    },
  );
});
