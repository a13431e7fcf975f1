import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { filterMessages } from '../../../src/stdio/filter-messages.js';
import { within } from '../../support/eventually.js';

describe('filterMessages', () => {
  it.each([
    ['is destroyed', undefined],
    ['fails', new Error('EIO')],
  ])('ends when its input %s', async (_what, error) => {
    const input = new PassThrough();
    const messages = filterMessages(input, new PassThrough());
    input.destroy(error);

    await expect(within(5_000, messages.toArray())).resolves.toStrictEqual([]);
  });
});
