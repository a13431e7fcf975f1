import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';

import { toAnswerMessage } from '../../../../src/core/question/declared-question.js';
import { toCallScope } from '../../../../src/core/tool/call-scope.js';
import { defineTools, tool } from '../../../../src/manifest/load/define-tools.js';
import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import type { Manifest } from '../../../../src/manifest/manifest.js';
import { planStart } from '../../../../src/service/calls/start/plan-start.js';
import { problemsOf } from '../../../support/manifest-problems.js';

const ISSUER = 'https://id.example';
const ADA = {
  owner: JSON.stringify([ISSUER, 'user', 'ada']),
  workflowClaims: { email: 'ada@example.com', groups: ['finance', 'all'] },
};
/** Arguments of a caller who pretends to be another person. */
const FORGED = {
  note: 'pay it',
  principal: { kind: 'user', subject: 'eve' },
  owner: 'eve',
  $caller: 'eve',
  caller: { name: 'eve' },
  claims: { email: 'eve@example.com' },
};
const SERVER = `auth:
  resource: https://mcp.example/mcp
  issuers: [{ issuer: "${ISSUER}" }]
  workflowClaims: [email, groups]
`;
interface Told {
  /** Further keys of `workflow`. */
  readonly start?: string;
  /** Further keys of the tool. */
  readonly lines?: string;
}

const withTool = ({ start = '', lines = '' }: Told): string => `tools:
  pay:
    workflow:
      type: pay
      taskQueue: q
      ${start}
    input: { type: object, properties: { note: { type: string } } }
    ${lines}
`;
const load = (told: Told): Manifest => parseManifest(withTool(told), { server: SERVER });

describe('arguments of a tool', () => {
  it.each([
    [`[$caller.name, note, $caller.claims.email]`, ['ada', 'pay it', 'ada@example.com']],
    [
      `{ by: $caller, text: note }`,
      [
        {
          by: {
            kind: 'user',
            issuer: ISSUER,
            subject: 'ada',
            claims: ADA.workflowClaims,
            name: 'ada',
          },
          text: 'pay it',
        },
      ],
    ],
    [
      `['merge({ text: note }, { by: $caller.subject, first: $caller.claims.groups[0] })']`,
      [{ text: 'pay it', by: 'ada', first: 'finance' }],
    ],
    [`[$caller.claims.groups, note]`, [['finance', 'all'], 'pay it']],
  ])('tell who calls, whatever the call says: %s', async (layout, workflowArguments) => {
    const pay = load({ start: `arguments: ${layout}` }).tools.get('pay');

    expect(await pay?.input.parse(FORGED, ADA)).toEqual({ ok: true, workflowArguments });
  });

  it('have nothing in the place of a claim that the token has not', async () => {
    const pay = load({ start: `arguments: [$caller.claims.groups, note]` }).tools.get('pay');

    expect(await pay?.input.parse({ note: 'x' }, { owner: ADA.owner })).toEqual({
      ok: true,
      workflowArguments: [null, 'x'],
    });
  });

  it('have nothing in the place of somebody who is not known', async () => {
    const pay = load({
      start: `arguments: ['$caller.subject', $caller.name, note]`,
    });

    expect(await pay.tools.get('pay')?.input.parse({ note: 'x' })).toEqual({
      ok: true,
      workflowArguments: [null, null, 'x'],
    });
  });

  it('are made by a function that is told who calls', async () => {
    const pay = async (note: string, by: string): Promise<unknown> => Promise.resolve([note, by]);
    const { tools } = defineTools({
      defaults: { workflow: { taskQueue: 'q' } },
      tools: {
        pay: tool({
          workflow: {
            definition: pay,
            arguments: ({ note }, { kind, subject }) => [note, `${kind} ${subject}`],
          },
          input: z.object({ note: z.string() }),
        }),
      },
    });

    expect(await tools.get('pay')?.input.parse({ note: 'x' }, ADA)).toEqual({
      ok: true,
      workflowArguments: ['x', 'user ada'],
    });
  });
});

describe('what a start says of itself', () => {
  it('tells who calls, in texts and as a value', async () => {
    const pay = load({
      start: `id: 'pay-{$caller.claims.email}'
      memo: { by: '{$caller}', who: 'for {$caller.subject} of {$caller.issuer}' }
      searchAttributes: { Groups: '{$caller.claims.groups}' }
      summary: 'Pays for {$caller.claims.email}'`,
    }).tools.get('pay');

    expect(pay && (await planStart(pay, toCallScope({ note: 'x' }, ADA)))).toMatchObject({
      ownId: { workflowId: 'pay-ada@example.com' },
      memo: {
        by: { subject: 'ada', claims: ADA.workflowClaims },
        who: `for ada of ${ISSUER}`,
      },
      searchAttributes: { Groups: { value: ['finance', 'all'] } },
      summary: 'Pays for ada@example.com',
    });
  });

  it('makes no Workflow ID of a claim that the token has not', async () => {
    const pay = load({ start: `id: 'pay-{$caller.claims.email}'` }).tools.get('pay');

    await expect(
      async () => pay && planStart(pay, toCallScope({}, { owner: ADA.owner })),
    ).rejects.toThrow(
      'cannot name the task: your identity has no value for {$caller.claims.email}',
    );
  });

  it('sends who calls along with a start', async () => {
    const pay = load({
      start: `id: 'pay-{$caller.name}'
      startWith: { signal: add, arguments: [note, $caller.subject] }
      arguments: []`,
    }).tools.get('pay');

    expect(pay && (await planStart(pay, toCallScope({ note: 'x' }, ADA))).message?.args).toEqual([
      'x',
      'ada',
    ]);
  });
});

describe('what is sent to a Workflow', () => {
  it('tells who has answered', async () => {
    const pay = load({
      lines: `questions:
      approval:
        when: { query: state }
        message: Approve?
        properties: { ok: { type: boolean } }
        answer: { signal: approve, arguments: { approved: $answer.ok, approvedBy: $caller.subject } }
        decline: { signal: approve, arguments: { approvedBy: $caller.name } }`,
    }).tools.get('pay');
    const [question] = pay?.questions.declared ?? [];
    if (!question) throw new Error('There is no question');
    const content = { ok: true, approvedBy: 'eve', subject: 'eve' };

    expect(
      (await toAnswerMessage(question, { action: 'accept', content }, { scope: {}, by: ADA }))
        ?.arguments,
    ).toEqual([{ approved: true, approvedBy: 'ada' }]);
    expect(
      (await toAnswerMessage(question, { action: 'decline' }, { scope: {}, by: ADA }))?.arguments,
    ).toEqual([{ approvedBy: 'ada' }]);
  });

  it('tells who has sent it', async () => {
    const { actions } = load({
      lines: `
actions:
  approve:
    workflow: pay
    signal: approve
    input: { type: object, properties: { note: { type: string } } }
    arguments: { remark: note, approvedBy: $caller }`,
    });

    expect(await actions?.get('approve')?.input.parse(FORGED, { owner: 'local' })).toEqual({
      ok: true,
      workflowArguments: [
        { remark: 'pay it', approvedBy: { kind: 'local', subject: 'local', name: 'local' } },
      ],
    });
  });
});

describe('a manifest is refused', () => {
  const of = '$caller has no "sub". Did you mean';
  const path = 'tools.pay.';

  it.each<[Told, string]>([
    [
      { start: `arguments: [$caller.claims.phone, note]` },
      `${path}workflow.arguments[0]: The claim "phone" is not passed to Workflows: name it under server.auth.workflowClaims.`,
    ],
    [
      { start: `memo: { phone: 'of {$caller.claims.phone}' }` },
      `${path}workflow.memo.phone: The claim "phone" is not passed to Workflows: name it under server.auth.workflowClaims.`,
    ],
    [{ start: `arguments: [$caller.sub, note]` }, `${path}workflow.arguments[0]: ${of}`],
    [{ start: `summary: 'By {$caller.sub}'` }, `${path}workflow.summary: ${of}`],
    [
      { lines: `result: { structured: '{ by: $principal.subject }' }` },
      `${path}result.structured: There is no $principal: write $caller.subject.`,
    ],
    [
      { start: `startDelay: '{$caller}'` },
      `${path}workflow.startDelay: The caller is not a time. Use an argument here.`,
    ],
  ])('that says %j', (told, problem) => {
    expect(problemsOf(withTool(told), { server: SERVER })).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it('but not where a program may say what is told', () => {
    expect(problemsOf(withTool({ start: `arguments: [$caller.claims.phone, note]` }))).toEqual([]);
  });
});
