import { describe, expect, it } from '@jest/globals';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';
import { planTask } from '../../../../src/temporal/start/plan-task.js';
import { TaskIdFactory } from '../../../../src/temporal/start/task-id-factory.js';

const ids = new TaskIdFactory(Buffer.from('0123456789abcdef0123456789abcdef'));
const { tools } = parseManifest(`
tools:
  job:
    workflow: { type: doIt, taskQueue: q }
    ttl: { default: 20s, min: 10s, max: 60s, afterEnd: 40s }
`);
const tool = tools.get('job');

describe('the times that a start promises', () => {
  it.each([
    [
      'of the tool, where the call asks for none',
      undefined,
      100_000,
      { ttlMs: 20_000, keepMs: 40_000 },
    ],
    ['of the call', 30_000.9, 100_000, { ttlMs: 30_000, keepMs: 40_000 }],
    ['of the tool at least', 1, 100_000, { ttlMs: 10_000, keepMs: 40_000 }],
    ['of the tool at most', 70_000, 100_000, { ttlMs: 60_000, keepMs: 40_000 }],
    ['of the namespace at most', 70_000, 50_000, { ttlMs: 50_000, keepMs: 40_000 }],
    ['of the namespace at most, after the end, too', 1, 30_000, { ttlMs: 10_000, keepMs: 30_000 }],
  ])('are those %s', (_whose, requestedMs, retentionMs, promised) => {
    if (!tool) throw new Error('There is no tool.');
    const request = {
      caller: { owner: 'local' },
      tool,
      workflowArguments: [],
      protocolVersion: 'x',
      ttlMs: requestedMs,
    };

    const { meta } = planTask(ids, request, { retentionMs, equalId: undefined });

    expect(meta).toMatchObject(promised);
  });
});
