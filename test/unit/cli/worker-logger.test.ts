import { describe, expect, it } from '@jest/globals';

import { formatLogEntry, toWorkerLogger } from '../../../src/cli/worker-logger.js';
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

describe('an entry of a Worker’s log', () => {
  it('has no control character of a failure, and no line that looks like another entry', () => {
    const error = new Error('\u001b[2Jevil\n2026-11-26T10:00:00.000Z [WARN] forged\u202e');
    const text = formatLogEntry({
      level: 'WARN',
      timestampNanos: 1_000_000_000n,
      message: 'Activity failed\u009b31m',
      meta: { error },
    });

    expect(text).toMatch(/^1970-01-01T00:00:01\.000Z \[WARN\] Activity failed [^]*evil/);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text).not.toMatch(/^\d.*forged/m);
    expect(text).toContain('worker-logger.test');
  });
});
