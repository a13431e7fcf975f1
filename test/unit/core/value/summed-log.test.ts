import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import type { Logger } from '../../../../src/core/logger.js';
import { logSummed } from '../../../../src/core/value/summed-log.js';

const line = { level: 'warn', kind: 'k', fields: { reason: 'r' }, message: 'It is so' } as const;

describe('lines that are summed up', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const createLog = (): { readonly logger: Logger; readonly lines: unknown[] } => {
    const lines: unknown[] = [];
    const note = (fields: object, message: string): void => {
      lines.push([fields, message]);
    };
    return { logger: { info: note, warn: note, error: note }, lines };
  };

  it('are the first of a kind, and their number after a minute', () => {
    const { logger, lines } = createLog();
    for (let count = 0; count < 18_000; count += 1) logSummed(logger, line);
    logSummed(logger, { ...line, kind: 'other' });

    expect(lines).toHaveLength(2);

    jest.advanceTimersByTime(60_000);

    expect(lines.slice(2)).toStrictEqual([
      [{ kind: 'k', count: 17_999 }, 'It is so: repeated in the last minute'],
    ]);

    logSummed(logger, line);

    expect(lines).toHaveLength(4);
  });

  it('are few, however many kinds somebody makes up', () => {
    const { logger, lines } = createLog();
    for (let kind = 0; kind < 5_000; kind += 1) logSummed(logger, { ...line, kind: `${kind}` });

    expect(lines.length).toBeLessThanOrEqual(101);
  });
});
