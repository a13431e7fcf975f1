import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../../src/core/contract/contract.js';
import {
  type IdClaim,
  type IdVerdict,
  judgeOwnId,
  type PresentExecution,
} from '../../../../src/temporal/start/own-id-verdict.js';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;
const ago = (ms: number): string => new Date(NOW_MS - ms).toISOString();

const metaOf = (ownerTag: string, more: Partial<TaskMeta> = {}): TaskMeta => ({
  version: 1,
  createdAt: ago(2 * HOUR_MS),
  ownerTag,
  toolName: 'place_order',
  ttlMs: HOUR_MS,
  keepMs: 2 * HOUR_MS,
  pollIntervalMs: 1_000,
  protocolVersion: 'x',
  ...more,
});

const running = (meta: TaskMeta | undefined): PresentExecution => ({
  isOpen: true,
  hasCompleted: false,
  workflowType: 'placeOrder',
  closedAt: undefined,
  meta,
});

const ended = (
  meta: TaskMeta | undefined,
  { agoMs = HOUR_MS, hasCompleted = true } = {},
): PresentExecution => ({ ...running(meta), isOpen: false, hasCompleted, closedAt: ago(agoMs) });

const claim = (more: Partial<IdClaim> = {}): IdClaim => ({
  idConflictPolicy: 'Fail',
  idReusePolicy: 'RejectDuplicate',
  workflowId: 'order-1',
  toolName: 'place_order',
  workflowType: 'placeOrder',
  metas: [metaOf('mine'), metaOf('mine-before')],
  message: undefined,
  tools: new Map(),
  nowMs: NOW_MS,
  ...more,
});

const said = (verdict: IdVerdict): string =>
  verdict.kind === 'refuse' ? verdict.error.message : verdict.kind;

const FOREIGN =
  'place_order was not started: its ID would be order-1, which other work has. Trying again will not help: call it with arguments that give another ID, or ask the operator of this server.';

describe('judgeOwnId, of the caller’s own', () => {
  it.each<[PresentExecution, Partial<IdClaim>, string]>([
    [running(metaOf('mine')), {}, 'already running'],
    [running(metaOf('mine')), { idConflictPolicy: 'UseExisting' }, 'share'],
    [running(metaOf('mine-before')), { idConflictPolicy: 'UseExisting' }, 'share'],
    [running(metaOf('mine')), { idReusePolicy: 'AllowDuplicate' }, 'already running'],
    [ended(metaOf('mine')), { idConflictPolicy: 'UseExisting' }, 'has done this already'],
    [ended(metaOf('mine')), { idReusePolicy: 'AllowDuplicate' }, 'start'],
    [ended(metaOf('mine')), { idReusePolicy: 'AllowDuplicateFailedOnly' }, 'has done this already'],
    [
      ended(metaOf('mine'), { hasCompleted: false }),
      { idReusePolicy: 'AllowDuplicateFailedOnly' },
      'start',
    ],
    [
      ended(metaOf('mine'), { hasCompleted: false }),
      { idReusePolicy: 'RejectDuplicate' },
      'has done this already',
    ],
  ])('is %j under %j: %s', (present, policy, expected) => {
    expect(said(judgeOwnId(present, claim(policy)))).toContain(expected);
  });

  it('shares nothing of another Workflow Type, whatever tool it is of', () => {
    const present = running(metaOf('mine', { toolName: 'other_tool' }));

    expect(judgeOwnId(present, claim({ idConflictPolicy: 'UseExisting' })).kind).toBe('share');
    expect(
      said(
        judgeOwnId(
          { ...present, workflowType: 'other' },
          claim({ idConflictPolicy: 'UseExisting' }),
        ),
      ),
    ).toBe(
      'Nothing was started: task order-1 of other_tool is running, which is other work under the same ID.',
    );
  });

  it('gives the task to a repetition of its call, running or ended, whatever the policy', () => {
    const key = { keyDigest: 'k', argumentsDigest: 'a' };
    const metas = [metaOf('mine', { keyDigest: 'new' }), metaOf('mine-before', key)];

    for (const present of [running(metaOf('mine', key)), ended(metaOf('mine', key))]) {
      for (const idReusePolicy of ['RejectDuplicate', 'AllowDuplicate'] as const) {
        expect(judgeOwnId(present, claim({ metas, idReusePolicy })).kind).toBe('repeat');
      }
    }
  });

  it('refuses a key that came with other arguments', () => {
    const metas = [metaOf('mine', { keyDigest: 'k', argumentsDigest: 'b' })];
    const present = running(metaOf('mine', { keyDigest: 'k', argumentsDigest: 'a' }));

    expect(judgeOwnId(present, claim({ metas, idConflictPolicy: 'UseExisting' }))).toMatchObject({
      kind: 'refuse',
      error: { code: 'idempotencyConflict' },
    });
  });
});

describe('judgeOwnId, of what is not the caller’s', () => {
  const policies: Partial<IdClaim>[] = [
    { idConflictPolicy: 'Fail', idReusePolicy: 'RejectDuplicate' },
    { idConflictPolicy: 'UseExisting', idReusePolicy: 'AllowDuplicate' },
    { idConflictPolicy: 'UseExisting', idReusePolicy: 'AllowDuplicateFailedOnly' },
  ];

  it.each(policies)('says one thing of all that there is, under %j', (policy) => {
    const foreign = metaOf('another');
    const present = [
      running(foreign),
      running(undefined),
      ended(foreign),
      ended(foreign, { hasCompleted: false }),
      running({ ...foreign, keyDigest: 'k' }),
    ];
    const answers = present.map((one) => said(judgeOwnId(one, claim(policy))));

    expect(new Set(answers)).toStrictEqual(new Set([FOREIGN]));
  });

  it.each([
    [
      'another owner’s task that is no longer kept',
      ended(metaOf('another'), { agoMs: 3 * HOUR_MS }),
    ],
    ['an execution that was no task', ended(undefined)],
  ])('starts anew after %s, if the tool says so', (_what, present) => {
    const expired = {
      ...present,
      meta: present.meta && { ...present.meta, createdAt: ago(9 * HOUR_MS) },
    };

    expect(said(judgeOwnId(expired, claim()))).toBe(FOREIGN);
    expect(said(judgeOwnId(expired, claim({ idReusePolicy: 'AllowDuplicateFailedOnly' })))).toBe(
      FOREIGN,
    );
    expect(said(judgeOwnId(expired, claim({ idReusePolicy: 'AllowDuplicate' })))).toBe('start');
  });
});
