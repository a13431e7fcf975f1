import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { serveStdio } from '../../../src/stdio/serve-stdio.js';
import { within } from '../../support/eventually.js';

const unused = (): never => {
  throw new Error('Nothing was sent');
};

describe('serveStdio', () => {
  it('is closed when it was closed before the first message', async () => {
    const connection = await serveStdio({
      createServer: unused,
      rev2026: unused,
      input: new PassThrough(),
      output: new PassThrough(),
    });
    await connection.close();

    await expect(within(5_000, connection.closed)).resolves.toBeUndefined();
  });
});
