import { describe, expect, it } from '@jest/globals';

import {
  parseQuestionLinkId,
  toQuestionLink,
  toQuestionLinkId,
} from '../../../../src/core/question/inbox-link.js';

const QUESTION = { taskId: 'mcp-k7q2m4x2a3b3c5d7e2f2-abcdefghijklmnopqrstuvwxyz', key: 'c1.i2' };

describe('the link to a question', () => {
  it('is one segment below the inbox, whatever the Workflow ID holds', () => {
    const link = toQuestionLink('https://mcp.example/inbox/', {
      taskId: 'order/7 ä?#%',
      key: 'approve',
    });

    expect(link).toMatch(/^https:\/\/mcp\.example\/inbox\/questions\/[A-Za-z0-9_-]+$/);
    expect(parseQuestionLinkId(link.split('/').at(-1) ?? '')).toStrictEqual({
      taskId: 'order/7 ä?#%',
      key: 'approve',
    });
  });

  it('is the same each time, so that a status which names it stays the same', () => {
    expect(toQuestionLinkId(QUESTION)).toBe(toQuestionLinkId({ ...QUESTION }));
    expect(parseQuestionLinkId(toQuestionLinkId(QUESTION))).toStrictEqual(QUESTION);
  });

  it.each([
    ['nothing', ''],
    ['other characters', 'a/b'],
    ['no JSON', btoa('nonsense')],
    ['no list', btoa('{}')],
    ['a key that is none', btoa('["t","a key"]').replace(/=+$/, '')],
    ['more than two', btoa('["t","i1","x"]').replace(/=+$/, '')],
    ['another spelling of the same', btoa('["t", "i1"]').replace(/=+$/, '')],
    ['bytes that are no text', '_____w'],
    ['too much', 'a'.repeat(3_001)],
  ])('is none with %s', (_what, id) => {
    expect(parseQuestionLinkId(id)).toBeUndefined();
  });
});
