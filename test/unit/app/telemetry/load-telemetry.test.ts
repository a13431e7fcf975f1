import { describe, expect, it } from '@jest/globals';

import { loadTelemetry } from '../../../../src/app/telemetry/load-telemetry.js';
import { silentLogger } from '../../../../src/core/logger.js';

describe('the line of a call', () => {
  it('names the task that a tool has read for it', async () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, info: (fields: object) => lines.push(fields) };
    const { observer } = await loadTelemetry(() => true, logger);
    const { signal } = new AbortController();

    await observer?.request(
      {
        id: 7,
        method: 'tools/call',
        subject: 'tool',
        named: 'task_result',
        signal,
        params: { name: 'task_result', arguments: { task_id: 'purchase-1' } },
      },
      async () => {
        observer.concerns({ taskId: 'purchase-1', phase: 'working' });
        return Promise.resolve({ result: {} });
      },
    );

    expect(lines).toMatchObject([{ tool: 'task_result', requestId: 7, taskId: 'purchase-1' }]);
  });
});
