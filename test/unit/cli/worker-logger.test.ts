import { describe, expect, it } from '@jest/globals';

import { toWorkerLogger } from '../../../src/cli/worker-logger.js';
import { silentLogger } from '../../../src/core/logger.js';

describe('toWorkerLogger', () => {
  it('makes one line of a failed Activity, without its stack and its information', () => {
    const written: unknown[] = [];
    const logger = toWorkerLogger({
      ...silentLogger,
      warn: (fields, message) => written.push([fields, message]),
    });

    logger.log('WARN', 'Activity failed', {
      activityType: 'importFile',
      attempt: 2,
      taskToken: 'x',
      isLocal: false,
      error: new Error('disk is full\nsecond line'),
    });

    const fields = { activityType: 'importFile', attempt: 2, reason: 'disk is full' };
    expect(written).toStrictEqual([[fields, 'Activity failed']]);
  });

  it('drops what is below a warning', () => {
    const logger = toWorkerLogger({
      ...silentLogger,
      info: () => {
        throw new Error('It was written.');
      },
    });

    expect(() => {
      logger.log('INFO', 'Worker state changed');
      logger.info('Worker state changed');
    }).not.toThrow();
  });
});
