import { describe, expect, it } from '@jest/globals';

import { createSealer } from '../../../../src/security/sealing/create-sealer.js';
import {
  isQuestionId,
  openQuestionId,
  QuestionStep,
  sealQuestionId,
} from '../../../../src/service/questions/question-id.js';
import { testSealer as sealer } from '../../../support/test-sealer.js';

const ADDRESS = {
  taskId: 'mcp-a-b',
  key: 'i1',
  version: 'v',
  owner: 'ada',
  step: QuestionStep.ask,
  session: 'one',
};

describe('the ID of a question', () => {
  it('holds where the answer belongs', async () => {
    const id = await sealQuestionId(sealer, ADDRESS);

    expect(isQuestionId(id)).toBe(true);
    expect(await openQuestionId(sealer, id)).toEqual(ADDRESS);
  });

  it('may lack the version, if an older server has asked', async () => {
    const older = { ...ADDRESS, version: undefined };

    expect(await openQuestionId(sealer, await sealQuestionId(sealer, older))).toEqual(older);
  });

  it.each([undefined, null, 1, {}, '', 'srv-1', 'MCP-INPUT.x', ' mcp-input.x'])(
    'is told from %j',
    (id) => {
      expect(isQuestionId(id)).toBe(false);
    },
  );

  it.each([
    ['another secret', createSealer(Buffer.alloc(32, 8)), 'input-request', ADDRESS],
    ['another purpose', sealer, 'session', ADDRESS],
    ['no task', sealer, 'input-request', { ...ADDRESS, taskId: undefined }],
    ['a key that is no text', sealer, 'input-request', { ...ADDRESS, key: 1 }],
    ['no owner', sealer, 'input-request', { ...ADDRESS, owner: null }],
    ['an unknown step', sealer, 'input-request', { ...ADDRESS, step: 'delete' }],
  ])('cannot be made with %s', async (...[, other, purpose, value]) => {
    const id = `mcp-input.${await other.seal(purpose, value)}`;

    expect(await openQuestionId(sealer, id)).toBeUndefined();
  });
});
