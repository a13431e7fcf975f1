import { describe, expect, it } from '@jest/globals';

import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { pathsWithProblems } from '../../../support/manifest-problems.js';

const OWN = '{ searchAttribute: Customer }';

const toManifest = (...lines: string[]): string =>
  [
    'tools:',
    '  a:',
    '    workflow:',
    '      type: nightly',
    ...lines.map((line) => `      ${line}`),
  ].join('\n');

const problemsOf = (text: string, server?: string): string[] =>
  pathsWithProblems(() => parseManifest(text, { server }));

describe('a tool with adopt', () => {
  it('takes a Workflow ID and nothing else, needs no Task Queue, and sends no Signal', async () => {
    const adopting = parseManifest(toManifest(`adopt: ${OWN}`)).tools.get('a');

    expect(adopting).toMatchObject({
      start: { adopt: { searchAttribute: 'Customer' } },
      cancel: { signal: null },
      task: { joinRepeats: false },
      shown: { inputSchema: { required: ['workflow_id'], additionalProperties: false } },
    });
    expect(await adopting?.input.parse({ workflow_id: 'x' })).toMatchObject({ ok: true });
    expect(await adopting?.input.parse({})).toMatchObject({ ok: false });
    expect(await adopting?.input.parse({ workflow_id: 'x', y: 1 })).toMatchObject({ ok: false });
  });

  it('sends the Signal before a cancellation that it names itself', () => {
    const manifest = `${toManifest(`adopt: ${OWN}`)}\n    cancel: { signal: stop }`;

    expect(parseManifest(manifest).tools.get('a')).toMatchObject({ cancel: { signal: 'stop' } });
    expect(
      parseManifest(
        `defaults: { cancel: { signal: stop } }\n${toManifest(`adopt: ${OWN}`)}`,
      ).tools.get('a'),
    ).toMatchObject({ cancel: { signal: null } });
  });

  it('can be written in TypeScript', () => {
    const nightly = async (): Promise<void> => Promise.resolve();
    const { tools } = defineTools({
      tools: {
        a: tool({ workflow: { definition: nightly, adopt: { searchAttribute: 'Customer' } } }),
      },
    });

    expect(tools.get('a')).toMatchObject({
      start: { type: 'nightly', adopt: { searchAttribute: 'Customer' } },
    });
  });

  it.each([
    ['workflow', 'arguments: []', 'workflow.arguments'],
    ['workflow', 'id: a-{$caller.name}', 'workflow.id'],
    ['workflow', 'startDelay: 1s', 'workflow.startDelay'],
    ['tool', 'confirm: Really?', 'confirm'],
    ['tool', 'input: { type: object }', 'input'],
    ['tool', 'task: { idempotencyKey: "{$input}" }', 'task.idempotencyKey'],
    ['tool', 'questions: { which: { message: Which?, properties: {} } }', 'questions.which'],
  ])('is told that, of its %s, %s is about a start', (place, line, path) => {
    const more = place === 'workflow' ? `  ${line}` : line;

    expect(problemsOf(`${toManifest(`adopt: ${OWN}`)}\n    ${more}`)).toStrictEqual([
      `tools.a.${path}: A tool with "adopt" starts nothing, and takes a Workflow ID: leave ${path} out.`,
    ]);
  });

  it('is told of another one for the same Workflow Type', () => {
    const manifest = `${toManifest(`adopt: ${OWN}`)}\n  b: { workflow: { type: nightly, adopt: ${OWN} } }`;

    expect(problemsOf(manifest)).toStrictEqual([
      'tools.b.workflow.adopt: a adopts executions of nightly already: only one rule can name their owner.',
    ]);
  });

  it('is told of several issuers, who may call two people the same', () => {
    const issuer = (name: string): string =>
      `{ issuer: 'https://${name}.example', audiences: ['https://mcp.example'] }`;
    const server = (...issuers: string[]): string =>
      `auth: { resource: 'https://mcp.example/mcp', issuers: [${issuers.join()}] }`;
    const tools = toManifest(`adopt: ${OWN}`);

    expect(problemsOf(tools, server(issuer('a')))).toStrictEqual([]);
    expect(problemsOf(tools, server(issuer('a'), issuer('b')))).toStrictEqual([
      expect.stringContaining('tools.a.workflow.adopt: There are several issuers'),
    ]);
  });
});
