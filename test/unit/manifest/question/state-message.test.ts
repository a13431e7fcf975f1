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
    expect(
      toolOf('status: { from: { memo: order, path: state }, text: "It is {state}" }'),
    ).toHaveProperty('status', [
      { source: { kind: 'memo', name: 'order' }, path: 'state', text: 'It is {state}' },
    ]);
  });

  it('come from the first of several', () => {
    expect(
      toolOf(
        'progress: [{ from: { heartbeat: true } }, { from: { heartbeat: copy, path: "0" }, total: "1" }, { from: { query: q, timeout: 1s, path: done }, total: 100, message: step }]',
      ),
    ).toHaveProperty('progress', [
      { source: { kind: 'heartbeat' } },
      { source: { kind: 'heartbeat', activityType: 'copy' }, path: '0', total: '1' },
      {
        source: { kind: 'query', name: 'q', limitMs: 1_000 },
        path: 'done',
        total: 100,
        messagePath: 'step',
      },
    ]);
  });

  it.each([
    ['currentDetails: true', { kind: 'currentDetails', limitMs: 2_000 }],
    ['searchAttribute: S', { kind: 'searchAttribute', name: 'S' }],
  ])('can be read from %s', (place, source) => {
    expect(toolOf(`status: { from: { ${place} } }`)?.status[0]).toStrictEqual({ source });
  });

  it.each([
    [
      'read nothing',
      'status: { from: { path: a } }',
      '4:21 tools.a.status.from: Missing: what is read:',
    ],
    [
      'read nothing in one of several places',
      'status: [{ from: { memo: m } }, { from: {} }]',
      '4:45 tools.a.status[1].from: Missing: what is read:',
    ],
    [
      'read two things',
      'status: { from: { memo: m, currentDetails: true } }',
      '4:21 tools.a.status.from: Only one place can be read: write memo or currentDetails.',
    ],
    [
      'have an unknown key',
      'status: { from: { memo: m }, tekst: x }',
      '4:34 tools.a.status.tekst: Unknown key "tekst". Did you mean "text"?',
    ],
    [
      'have an unknown key in one of several places',
      'progress: [{ from: { memo: m }, totl: 5 }]',
      '4:37 tools.a.progress[0].totl: Unknown key "totl". Did you mean "total"?',
    ],
    [
      'have a broken path',
      'progress: { from: { memo: m, path: a. } }',
      '4:40 tools.a.progress.from.path: Write member names separated by dots',
    ],
    [
      'have no number of all',
      'progress: { from: { memo: m }, total: -1 }',
      '4:43 tools.a.progress.total: Too small: expected number to be >0.',
    ],
    [
      'have no details',
      'status: { from: { currentDetails: false } }',
      '4:39 tools.a.status.from.currentDetails: Write true, or leave it out.',
    ],
    [
      'leave out where it is read',
      'status: { text: x }',
      '4:13 tools.a.status.from: Missing. The place where the Workflow shows its state.',
    ],
    [
      'say beside it what belongs to it',
      'status: { from: { query: q }, timeout: 1s }',
      '4:35 tools.a.status.timeout: Unknown key "timeout". Write it under "from".',
    ],
    ['are something else', 'status: memo', '4:13 tools.a.status: '],
  ])('are refused when they %s', (_what, line, problem) => {
    expect(problemsIn(line)).toStrictEqual([expect.stringContaining(`m.yaml:${problem}`)]);
  });
});
