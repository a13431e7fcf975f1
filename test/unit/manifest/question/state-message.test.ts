import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const withLine = (line: string): string =>
  `tools:
  a:
    workflow: { type: w, taskQueue: q }
    ${line}
`;

function toolOf(line: string): ToolDefinition | undefined {
  return parseManifest(withLine(line)).tools.get('a');
}

const problemsIn = (line: string): string[] => problemsOf(withLine(line));

describe('status and progress of a manifest', () => {
  it('are nothing unless they are written', () => {
    expect(toolOf('title: x')).toMatchObject({ status: [], progress: [] });
  });

  it('come from one place', () => {
    expect(toolOf('status: { memo: order, text: "It is {$memo.state}" }')).toHaveProperty(
      'status',
      [
        {
          source: { kind: 'memo', name: 'order' },
          text: expect.objectContaining({ text: 'It is {$memo.state}' }),
        },
      ],
    );
  });

  it('come from the first of several', () => {
    expect(
      toolOf(
        'progress: [{ heartbeat: true }, { heartbeat: copy, done: "$heartbeat[0]", total: "$heartbeat[1]" }, { query: q, timeout: 1s, done: $query.done, total: 100, message: $query.step }]',
      ),
    ).toHaveProperty('progress', [
      { source: { kind: 'heartbeat' } },
      {
        source: { kind: 'heartbeat', activityType: 'copy' },
        done: expect.objectContaining({ text: '$heartbeat[0]' }),
        total: expect.objectContaining({ text: '$heartbeat[1]' }),
      },
      {
        source: { kind: 'query', name: 'q', limitMs: 1_000 },
        done: expect.objectContaining({ text: '$query.done' }),
        total: expect.objectContaining({ text: '`100`' }),
        message: expect.objectContaining({ text: '$query.step' }),
      },
    ]);
  });

  it.each([
    ['currentDetails: true', { kind: 'currentDetails', limitMs: 2_000 }],
    ['searchAttribute: S', { kind: 'searchAttribute', name: 'S' }],
  ])('can be read from %s', (place, source) => {
    expect(toolOf(`status: { ${place} }`)?.status[0]).toEqual({ source });
  });

  it.each([
    ['read nothing', 'status: {}', '4:13 tools.a.status: Missing: what is read:'],
    [
      'read nothing in one of several places',
      'status: [{ memo: m }, {}]',
      '4:27 tools.a.status[1]: Missing: what is read:',
    ],
    [
      'read two things',
      'status: { memo: m, currentDetails: true }',
      '4:13 tools.a.status: Only one place can be read: write memo or currentDetails.',
    ],
    [
      'have an unknown key in one of several places',
      'progress: [{ memo: m, totl: 5 }]',
      '4:27 tools.a.progress[0].totl: Unknown key "totl". Did you mean "total"?',
    ],
    [
      'have no number of all',
      'progress: { memo: m, total: -1 }',
      '4:33 tools.a.progress.total: Write a number above 0',
    ],
    [
      'have no details',
      'status: { currentDetails: false }',
      '4:31 tools.a.status.currentDetails: Write true, or leave it out.',
    ],
    ['are something else', 'status: memo', '4:13 tools.a.status: '],
  ])('are refused when they %s', (_what, line, problem) => {
    expect(problemsIn(line)).toEqual([expect.stringContaining(`m.yaml:${problem}`)]);
  });
});
