import { describe, expect, it } from '@jest/globals';

import type { MessageTarget } from '../../../../src/core/mapping/message-target.js';
import {
  isSamePrincipal,
  mayApprove,
  refuseOwnersMessage,
  refuseWithoutApprovers,
} from '../../../../src/core/question/approvers.js';

const ISSUER = 'https://id.example';
const ada = { owner: JSON.stringify([ISSUER, 'user', 'ada']), claims: { groups: ['finance'] } };
const rules = { owner: true, showArguments: false };

describe('who may answer for others', () => {
  it.each([
    ['has one of the values', { allow: { groups: ['finance', 'board'] } }, true],
    ['has none of them', { allow: { groups: ['board'] } }, false],
    ['lacks another claim', { allow: { groups: ['finance'], site: ['berlin'] } }, false],
    ['is named', { subjects: [{ subject: 'ada' }] }, true],
    ['is named with the issuer', { subjects: [{ subject: 'ada', issuer: ISSUER }] }, true],
    ['is named with another one', { subjects: [{ subject: 'ada', issuer: 'https://x' }] }, false],
    [
      'is named, whatever the claims',
      { allow: { groups: ['x'] }, subjects: [{ subject: 'ada' }] },
      true,
    ],
    ['is not named', { subjects: [{ subject: 'bob' }] }, false],
    ['nobody names', {}, false],
  ])('goes by who %s', (_what, more, may) => {
    expect(mayApprove({ ...rules, ...more }, ada)).toBe(may);
  });

  it.each([
    ['the local user', { owner: 'local', claims: { groups: ['finance'] } }],
    ['somebody of whom nothing is known', { owner: ada.owner.replace('ada', 'eve') }],
    ['a client that is called so', { owner: JSON.stringify([ISSUER, 'client', 'ada']) }],
  ])('is not %s', (_who, by) => {
    const approvers = {
      ...rules,
      allow: { groups: ['finance'] },
      subjects: [{ subject: 'ada' }, { subject: 'local' }],
    };

    expect(mayApprove(approvers, by)).toBe(false);
  });

  it('tells one from another by kind, issuer and name', () => {
    const one = { kind: 'user', issuer: ISSUER, subject: 'ada' } as const;

    expect(isSamePrincipal(one, ada)).toBe(true);
    expect(isSamePrincipal({ ...one, issuer: 'https://x' }, ada)).toBe(false);
    expect(isSamePrincipal({ ...one, kind: 'client' }, ada)).toBe(false);
    expect(isSamePrincipal(undefined, ada)).toBe(false);
  });
});

describe('a message of an owner whose task others answer', () => {
  const ofOthers = { access: { approvers: { ...rules, owner: false, subjects: [] } } };
  const pay = {
    ...ofOthers,
    start: { type: 'payOrder' },
    questions: { declared: [{ answer: { kind: 'signal', name: 'approve' } }] },
  };
  const tools = new Map([['pay', pay]]) as unknown as Parameters<typeof refuseOwnersMessage>[0];
  const task = { toolName: 'pay', workflowType: 'payOrder' };
  const approve: MessageTarget = { kind: 'signal', name: 'approve' };

  it.each([
    ['that answers a question', task, approve, 'this would answer a question'],
    ['of the contract', task, { kind: 'signal', name: 'mcp.task.input' }, 'this would answer'],
    [
      'to another Workflow Type, whose start had approvers',
      { ...task, workflowType: 'x', answeredByOthers: true },
      approve,
      'know its tool pay,',
    ],
    ['of a tool that is gone', { ...task, toolName: 'old' }, approve, 'It goes.'],
    [
      'of a tool that is gone, whose start had approvers',
      { toolName: 'old', answeredByOthers: true },
      approve,
      'know its tool old,',
    ],
    ['of the same name and another kind', task, { kind: 'update', name: 'approve' }, 'It goes.'],
    ['that changes nothing', task, { kind: 'query', name: 'approve' }, 'It goes.'],
    ['to a task without approvers', { ...task, withoutApprovers: true }, approve, 'It goes.'],
  ] as const)('%s is refused or sent', (_which, to, message, why) => {
    const refusal = refuseOwnersMessage(tools, to, message)?.message;

    expect(refusal ?? 'It goes.').toContain(why);
  });

  it.each([
    [{ withoutApprovers: true }, {}, 'Nothing was sent: this call needs approvers,'],
    [{}, {}, 'It goes.'],
    [{ withoutApprovers: true }, { withoutApprovers: true }, 'It goes.'],
  ] as const)(
    'with a start, to a task %j by a call %j, needs approvers of both',
    (running, call, why) => {
      const refusal = refuseWithoutApprovers(tools, running, { toolName: 'pay', ...call })?.message;

      expect(refusal ?? 'It goes.').toContain(why);
    },
  );
});
