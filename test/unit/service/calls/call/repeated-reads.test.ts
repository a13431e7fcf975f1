import { expect, it } from '@jest/globals';

import { RepeatedReads } from '../../../../../src/service/calls/call/repeated-reads.js';
import { FIRST_MARK, SECOND_MARK } from '../../../../../src/service/calls/call/wait-mark.js';

it('counts equal reads of one owner', () => {
  const reads = new RepeatedReads();
  const read = { owner: 'ada', id: 'task-1', mark: SECOND_MARK };

  expect([reads.count(read), reads.count(read), reads.count(read)]).toStrictEqual([0, 1, 2]);
  expect(reads.count({ ...read, owner: 'bob' })).toBe(0);
  expect(reads.count({ ...read, id: 'task-2' })).toBe(0);
  expect(reads.count({ ...read, mark: FIRST_MARK })).toBe(0);
});
