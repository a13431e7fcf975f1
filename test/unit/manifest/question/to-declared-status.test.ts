import { describe, expect, it } from '@jest/globals';

import type { ToolDefinition } from '../../../../src/core/tool/tool-definition.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const withLine = (line: string): string =>
  `tools:\n  a:\n    workflow: w\n    taskQueue: q\n    ${line}\n`;

function toolOf(line: string): ToolDefinition | undefined {
  return parseManifest(withLine(line)).tools.get('a');
}

const problemsIn = (line: string): string[] => problemsOf(withLine(line));

describe('status and progress of a manifest', () => {
  it('are nothing unless they are written', () => {
    expect(toolOf('title: x')).not.toHaveProperty('statusFrom');
    expect(toolOf('title: x')).not.toHaveProperty('progressFrom');
  });

  it('come from one place', () => {
    expect(toolOf('status: { memo: order, path: state, text: "It is {state}" }')).toHaveProperty(
      'statusFrom',
      [{ source: { kind: 'memo', name: 'order' }, path: 'state', text: 'It is {state}' }],
    );
  });

  it('come from the first of several', () => {
    expect(
      toolOf(
        'progress: [{ heartbeat: true }, { heartbeat: copy, path: "0", total: "1" }, { query: q, limit: 1s, path: done, total: 100, message: step }]',
      ),
    ).toHaveProperty('progressFrom', [
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
    expect(toolOf(`status: { ${place} }`)?.statusFrom?.[0]).toStrictEqual({ source });
  });

  it.each([
    ['read nothing', 'status: { path: a }', '5:13 tools.a.status: Missing: what is read:'],
    [
      'read nothing in one of several places',
      'status: [{ memo: m }, {}]',
      '5:27 tools.a.status[1]: Missing: what is read:',
    ],
    [
      'read two things',
      'status: { memo: m, currentDetails: true }',
      '5:13 tools.a.status: One thing is read: write memo or currentDetails.',
    ],
    [
      'have an unknown key',
      'status: { memo: m, tekst: x }',
      '5:24 tools.a.status.tekst: Unknown key "tekst". Did you mean "text"?',
    ],
    [
      'have an unknown key in one of several places',
      'progress: [{ memo: m, totl: 5 }]',
      '5:27 tools.a.progress[0].totl: Unknown key "totl". Did you mean "total"?',
    ],
    [
      'have a broken path',
      'progress: { memo: m, path: a. }',
      '5:32 tools.a.progress.path: Write names of members with dots in between',
    ],
    [
      'have no number of all',
      'progress: { memo: m, total: -1 }',
      '5:33 tools.a.progress.total: Too small: expected number to be >0',
    ],
    [
      'have no details',
      'status: { currentDetails: false }',
      '5:31 tools.a.status.currentDetails: Write true, or leave it out.',
    ],
    ['are something else', 'status: memo', '5:13 tools.a.status: '],
  ])('are refused when they %s', (_what, line, problem) => {
    expect(problemsIn(line)).toStrictEqual([expect.stringContaining(`m.yaml:${problem}`)]);
  });
});
