import { randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import type { TaskMeta } from '../../../../src/core/contract/contract.js';
import { TaskIdRing } from '../../../../src/temporal/start/task-id-ring.js';
import { TaskAccess } from '../../../../src/temporal/task/task-access.js';

const before = randomBytes(32);
const ids = new TaskIdRing(randomBytes(32), before);
const access = new TaskAccess(ids);
const adasTag = ids.current.ownerTag('ada');
const adas = ids.current.randomTaskId(adasTag);
const metaOf = (ownerTag: string): TaskMeta => ({
  version: 1,
  createdAt: new Date().toISOString(),
  ownerTag,
  toolName: 't',
  ttlMs: 1,
  pollIntervalMs: 1,
  protocolVersion: 'x',
});

describe('TaskAccess', () => {
  it('looks at one’s own, and at what tells nothing of its owner', () => {
    expect(access.mayLook(adas, 'ada')).toBe(true);
    expect(access.mayLook('order-1', 'ada')).toBe(true);
  });

  it.each([
    ['another owner’s', adas],
    ['no ID at all', 'a b'],
    ['a companion’s', `mcp-grace-${adas}`],
    ['almost one of this server’s making', `${adas}a`],
    ['very long', 'a'.repeat(100_000)],
  ])('does not even look at an ID that is %s', (_what, taskId) => {
    expect(access.mayLook(taskId, 'bob')).toBe(false);
  });

  it('goes by the memo where the ID is a tool’s own, also by that of a previous secret', () => {
    const previousTag = new TaskIdRing(before).current.ownerTag('ada');

    expect(access.isOwned('order-1', metaOf(adasTag), 'ada')).toBe(true);
    expect(access.isOwned('order-1', metaOf(previousTag), 'ada')).toBe(true);
    expect(access.isOwned('order-1', metaOf(adasTag), 'bob')).toBe(false);
    expect(access.isOwned('order-1', undefined, 'ada')).toBe(false);
  });

  it('wants ID and memo to agree where both say whose it is', () => {
    expect(access.isOwned(adas, metaOf(adasTag), 'ada')).toBe(true);
    expect(access.isOwned(adas, metaOf(ids.current.ownerTag('bob')), 'ada')).toBe(false);
  });

  it('looks for the start of a chain only where ID, memo or search attribute is one’s own', () => {
    const nothing = { meta: undefined, ownerTag: undefined };
    const ofAda = { ...nothing, ownerTag: adasTag };

    expect(access.mayBeOwned(adas, nothing, 'ada')).toBe(true);
    expect(access.mayBeOwned('order-1', ofAda, 'ada')).toBe(true);
    expect(access.mayBeOwned('order-1', { ...nothing, meta: metaOf(adasTag) }, 'ada')).toBe(true);
    expect(access.mayBeOwned('order-1', ofAda, 'bob')).toBe(false);
    expect(access.mayBeOwned('order-1', nothing, 'ada')).toBe(false);
  });
});
